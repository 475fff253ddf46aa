import { csvParseRows } from 'd3-dsv';
import * as z from 'zod/mini';
import { ArtifactError } from '../../artifact/errors';
import { decodeUtf8, parseJsonText } from '../../artifact/jsonText';
import { counted } from '../../core/stats/words';
import { utf16OffsetsOf } from '../../core/text/sizes';
import type { BenchmarkDocument, BenchmarkQuestion, GoldSpan } from '../corpus';
import { drawCorpus } from '../draw';
import { nearestOccurrence } from '../nearest';
import { baseName, type DatasetReader } from '../reader';

const columns = ['question', 'references', 'corpus_id'] as const;
const form = `files in the form of Chroma's chunking evaluation: questions_df.csv with the columns ${columns.join(', ')}, and a text file named after each corpus_id`;

/**
 * Each corpus is one long document, so the questions of one stretch of it are drawn together:
 * five clusters would say nothing about chance.
 */
export const stretchesPerCorpus = 20;

const references = z.array(z.object({ content: z.string(), start_index: z.number(), end_index: z.number() }));

const isTable = (text: string): boolean => {
  const header = csvParseRows(/^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ''))![0])[0] ?? [];
  return columns.every((column) => header.includes(column));
};
const corpusName = (name: string): string => baseName(name).replace(/\.(md|markdown|txt|text)$/i, '');

interface AskedRow {
  /** 1 for the first row below the header. */
  number: number;
  question: string;
  corpus: string;
  references: string;
}

function rowsOf(table: string): AskedRow[] {
  const [header = [], ...rows] = csvParseRows(table.replace(/^\uFEFF/, ''));
  const cell = (cells: readonly string[], column: (typeof columns)[number]): string =>
    cells[header.indexOf(column)] ?? '';
  return rows.map((cells, index) => ({
    number: index + 1,
    question: cell(cells, 'question'),
    corpus: cell(cells, 'corpus_id'),
    references: cell(cells, 'references'),
  }));
}

/**
 * Texts with questions whose references are spans of them: offsets in code points, each checked
 * against the content that it states. A reference that stands elsewhere is taken from where its
 * content is nearest.
 */
export const chromaReader: DatasetReader = {
  label: 'Chroma’s chunking evaluation',
  holds: 'long texts, and questions with the spans that answer them',
  claims(files) {
    const table = files.find(({ text }) => isTable(text));
    if (!table) return [];
    const wanted = new Set(rowsOf(table.text).map(({ corpus }) => corpus));
    const texts = files.filter((file) => file !== table && wanted.has(corpusName(file.name)));
    return texts.length === 0 ? [] : [table, ...texts];
  },
  read(files, { draw, expected = form } = {}) {
    const texts = files.map(({ name, content }) => ({ name, text: decodeUtf8(name, content, expected) }));
    const table = texts.find(({ text }) => isTable(text));
    const all = texts.map(({ name }) => baseName(name)).join(', ');
    if (!table)
      throw new ArtifactError({ kind: 'wrong-kind', file: all, found: 'no table of questions', expected });
    const rows = rowsOf(table.text);
    const byName = new Map(texts.map((file) => [corpusName(file.name), file] as const));
    const names = [...new Set(rows.map(({ corpus }) => corpus))].filter((name) => byName.has(name)).sort();
    if (names.length === 0)
      throw new ArtifactError({
        kind: 'wrong-kind',
        file: all,
        found: `no text of ${[...new Set(rows.map(({ corpus }) => corpus))].slice(0, 8).join(', ')}`,
        expected,
      });
    const documents = names.map((id): BenchmarkDocument => ({
      id,
      title: id.replaceAll('_', ' '),
      text: byName.get(id)!.text,
    }));
    const offsets = documents.map(({ text }) => utf16OffsetsOf(text));
    const left: { foreign: number; moved: number; lost: number } = { foreign: 0, moved: 0, lost: 0 };
    let found = 0;
    const questions = rows.flatMap(({ number, question, corpus, references: cell }): BenchmarkQuestion[] => {
      const document = names.indexOf(corpus);
      if (document < 0) {
        left.foreign += 1;
        return [];
      }
      const path = `row ${number}, references`;
      const parsed = z.safeParse(references, jsonOf(table.name, cell));
      if (!parsed.success)
        throw new ArtifactError({
          kind: 'invalid',
          file: table.name,
          path,
          found: JSON.stringify(cell.slice(0, 60)),
          expected: 'a JSON list of {"content", "start_index", "end_index"}',
        });
      const { text } = documents[document]!;
      const gold = parsed.data.flatMap(({ content, start_index }): GoldSpan[] => {
        found += 1;
        const at = offsets[document]!(start_index) ?? text.length;
        const span = nearestOccurrence(text, content, at);
        if (span && span.start !== at) left.moved += 1;
        if (!span) left.lost += 1;
        return span ? [{ document, ...span }] : [];
      });
      const stretch = Math.floor(((gold[0]?.start ?? 0) * stretchesPerCorpus) / text.length) + 1;
      return [
        {
          id: `${corpus}-${number}`,
          text: question,
          document,
          answers: [],
          gold,
          families: { corpus, stretch: `${corpus} ${String(stretch).padStart(2, '0')}` },
        },
      ];
    });
    const corpus = {
      documents,
      questions,
      groupings: [
        { id: 'corpus', label: 'Corpus' },
        { id: 'stretch', label: 'Stretch' },
      ],
      cluster: 'stretch',
    };
    return {
      corpus: drawCorpus(corpus, draw),
      counts: { corpora: documents.length, questions: questions.length, references: found },
      notices: [
        `Each corpus is one long text, so intervals are drawn over ${stretchesPerCorpus} equal stretches of each, a question in the stretch of its first reference.`,
        ...(left.foreign > 0
          ? [
              `${table.name}: ${counted(left.foreign, 'question')} of texts that are not among the files left out.`,
            ]
          : []),
        ...(left.moved > 0
          ? [`${table.name}: ${counted(left.moved, 'reference')} found at another offset than stated.`]
          : []),
        ...(left.lost > 0
          ? [`${table.name}: ${counted(left.lost, 'reference')} not found in the texts and left out.`]
          : []),
      ],
    };
  },
};

function jsonOf(file: string, cell: string): unknown {
  try {
    return parseJsonText(file, cell).value;
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    return undefined;
  }
}
