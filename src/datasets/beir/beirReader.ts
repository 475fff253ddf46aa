import { tsvParseRows } from 'd3-dsv';
import * as z from 'zod/mini';
import { ArtifactError } from '../../artifact/errors';
import { decodeUtf8 } from '../../artifact/jsonText';
import { counted } from '../../core/stats/words';
import type { BenchmarkDocument, BenchmarkQuestion } from '../corpus';
import { drawCorpus } from '../draw';
import { questionWord } from '../questionWord';
import { baseName, type DatasetReader } from '../reader';

const form =
  'a folder in the form of BEIR: corpus.jsonl and queries.jsonl with a JSON object {"_id", "text"} a line, and qrels/*.tsv with the columns query-id, corpus-id, score';

const id = z.union([z.string(), z.number()]);
const document = z.object({ _id: id, title: z.optional(z.nullable(z.string())), text: z.string() });
const query = z.object({ _id: id, text: z.string() });

const isCorpus = (name: string): boolean => /^corpus\.jsonl$/i.test(baseName(name));
const isQueries = (name: string): boolean => /^queries\.jsonl$/i.test(baseName(name));
const isJudgments = (name: string): boolean => /\.tsv$/i.test(name);

/**
 * Queries with the documents that are relevant to them, as whole documents: a chunk that is found
 * stands for its document, which counts once, at its best chunk. Any grade above 0 is relevant. Of
 * several sets of judgments `test` is taken.
 */
export const beirReader: DatasetReader = {
  label: 'BEIR',
  holds: 'documents, queries, and which documents are relevant',
  claims(files) {
    const corpus = files.find(({ name }) => isCorpus(name));
    const queries = files.find(({ name }) => isQueries(name));
    const judgments = files.filter(({ name, text }) => isJudgments(name) && isQrels(text));
    return corpus && queries && judgments.length > 0 ? [corpus, queries, ...judgments] : [];
  },
  read(files, { draw, expected = form } = {}) {
    const texts = files.map(({ name, content }) => ({ name, text: decodeUtf8(name, content, expected) }));
    const all = texts.map(({ name }) => baseName(name)).join(', ');
    const fileOf = (is: (name: string) => boolean, what: string) => {
      const own = texts.filter(({ name }) => is(name));
      if (own.length === 0)
        throw new ArtifactError({ kind: 'wrong-kind', file: all, found: `no ${what}`, expected });
      return own;
    };
    const corpusFile = fileOf(isCorpus, 'corpus.jsonl')[0]!;
    const queryFile = fileOf(isQueries, 'queries.jsonl')[0]!;
    const sets = fileOf(isJudgments, 'judgments (.tsv)');
    const judged = sets.find(({ name }) => /^test\.tsv$/i.test(baseName(name))) ?? sets[0]!;

    const documents = linesOf(corpusFile, document, expected).map(
      ({ _id, title, text }): BenchmarkDocument => ({
        id: String(_id),
        title: title?.trim() || String(_id),
        // As BEIR indexes it: the title is part of what is searched.
        text: title?.trim() ? `${title.trim()}\n\n${text}` : text,
      }),
    );
    const positions = new Map(documents.map(({ id }, position) => [id, position]));
    const relevant = new Map<string, Set<number>>();
    let unknown = 0;
    tsvParseRows(judged.text).forEach(([queryId = '', documentId = '', score = ''], line) => {
      if (queryId === 'query-id' || queryId === '') return;
      const grade = Number(score);
      if (score.trim() === '' || !Number.isFinite(grade))
        throw new ArtifactError({
          kind: 'invalid',
          file: judged.name,
          path: `line ${line + 1}`,
          found: JSON.stringify(score),
          expected: 'a number as score',
        });
      const position = positions.get(documentId);
      if (position === undefined) unknown += 1;
      else if (grade > 0) relevant.set(queryId, (relevant.get(queryId) ?? new Set()).add(position));
    });
    const queries = linesOf(queryFile, query, expected);
    const questions = queries.flatMap(({ _id, text }): BenchmarkQuestion[] => {
      const own = [...(relevant.get(String(_id)) ?? [])].filter(
        (position) => documents[position]!.text.trim() !== '',
      );
      if (own.length === 0) return [];
      return [
        {
          id: String(_id),
          text,
          document: own.length === 1 ? own[0]! : null,
          answers: [],
          gold: own.map((position) => ({
            document: position,
            start: 0,
            end: documents[position]!.text.length,
          })),
          families: { query: String(_id), questionWord: questionWord(text) },
        },
      ];
    });
    return {
      corpus: drawCorpus(
        {
          documents,
          questions,
          groupings: [
            { id: 'questionWord', label: 'Question word' },
            { id: 'query', label: 'Query' },
          ],
          cluster: 'query',
          returns: 'documents',
        },
        draw,
      ),
      counts: { documents: documents.length, queries: queries.length },
      notices: [
        'Documents are judged whole: a chunk that is found stands for its document.',
        ...(sets.length > 1
          ? [
              `Judgments of ${baseName(judged.name)}; ${sets
                .filter((set) => set !== judged)
                .map(({ name }) => baseName(name))
                .join(', ')} not read.`,
            ]
          : []),
        ...(questions.length < queries.length
          ? [
              `${counted(queries.length - questions.length, 'query', 'queries')} without a relevant document in ${baseName(judged.name)} left out.`,
            ]
          : []),
        ...(unknown > 0
          ? [
              `${judged.name}: ${counted(unknown, 'judgment')} of documents that the corpus does not have left out.`,
            ]
          : []),
      ],
    };
  },
};

const isQrels = (text: string): boolean => {
  const cells = /^[^\r\n]*/.exec(text)![0].split('\t');
  return cells.length === 3 && (cells[0] === 'query-id' || Number.isFinite(Number(cells[2])));
};

function linesOf<Schema extends z.ZodMiniType>(
  { name, text }: { name: string; text: string },
  schema: Schema,
  expected: string,
): z.infer<Schema>[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const path = `line ${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = undefined;
    }
    const parsed = z.safeParse(schema, value);
    if (!parsed.success)
      throw new ArtifactError({
        kind: 'invalid',
        file: name,
        path,
        found: JSON.stringify(line.slice(0, 60)),
        expected,
      });
    return [parsed.data];
  });
}
