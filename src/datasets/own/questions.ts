import { dsvFormat } from 'd3-dsv';
import * as z from 'zod/mini';
import { isBlank } from '../../core/text/whitespace';
import { toCsv } from '../../core/stats/csv';
import { utf16OffsetOf } from '../../core/text/sizes';
import { describe } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { formatPath, parseJsonText } from '../../artifact/jsonText';
import type { AskedQuestion, MarkedSpan } from './asked';
import { benchmarkLimits, freeName } from './textFile';

/** A question as a file gives it; its id is given or made when it joins the others. */
export type NewQuestion = Omit<AskedQuestion, 'id'> & { id: string | null };

/**
 * Questions with an id each: their own, with a number behind it where that is taken, or `q` and the
 * next number after `made`.
 */
export function nameQuestions(
  added: readonly NewQuestion[],
  taken: ReadonlySet<string> = new Set(),
  made = 0,
): { questions: AskedQuestion[]; made: number } {
  const used = new Set(taken);
  const questions = added.map((question) => {
    let id = question.id === null ? '' : freeName(question.id, used);
    while (id === '' || used.has(id)) id = `q${++made}`;
    used.add(id);
    return { ...question, id };
  });
  return { questions, made };
}

export interface ReadQuestions {
  questions: NewQuestion[];
  /** What was left out or read with doubt, in words. */
  notices: string[];
}

/** Texts that offsets of a file are checked against. */
export type DocumentTexts = ReadonlyMap<string, string>;

export const csvHeader = 'question,answer[,answer2 …][,document][,family][,id]';
const expectedCsv = `CSV with a header line ${csvHeader}`;
const expectedJson =
  'JSON: a list of {"question", "answers", "document"?, "family"?, "id"?, "gold"?}, or {"questions": that list}, or such an object on each line';

/** Questions from a file or from the clipboard, by what the text looks like. */
export function readQuestions(name: string, text: string, documents: DocumentTexts): ReadQuestions {
  if (isBlank(text))
    throw new ArtifactError({
      kind: 'empty',
      file: name,
      found: 'no text',
      expected: `${expectedCsv}, or ${expectedJson}`,
    });
  const read = /^\s*[[{]/.test(text) ? readJson(name, text, documents) : readTable(name, text);
  if (read.questions.length === 0)
    throw new ArtifactError({ kind: 'invalid', file: name, found: 'no question', expected: 'at least one' });
  if (read.questions.length > benchmarkLimits.questions)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${read.questions.length} questions`,
      expected: `at most ${benchmarkLimits.questions}`,
    });
  return read;
}

/** Several answers stand in one cell, apart by `|`; `\|` is the sign itself. */
export function splitAnswers(cell: string): string[] {
  return cell
    .split(/(?<!\\)\|/)
    .map((answer) => answer.replaceAll('\\|', '|').trim())
    .filter((answer) => answer !== '');
}

export function joinAnswers(answers: readonly string[]): string {
  return answers.map((answer) => answer.replaceAll('|', '\\|')).join('|');
}

/** The sign between cells: the one that the first line has most of. */
export function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.trimStart())![0];
  const count = (sign: string) => line.split(sign).length - 1;
  return ['\t', ',', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

/** A table with a header; or, as it is copied out of a spreadsheet, question, answer, document, family without one. */
function readTable(name: string, text: string): ReadQuestions {
  if ((text.match(/"/g) ?? []).length % 2 === 1)
    throw new ArtifactError({
      kind: 'truncated',
      file: name,
      found: 'a quote (") that is never closed',
      expected: `${expectedCsv}; a quote inside a quoted cell is written twice`,
    });
  const rows = dsvFormat(delimiterOf(text)).parseRows(text.replace(/^\uFEFF/, '').trimStart());
  const header = rows[0]!.map((cell) => cell.trim().toLowerCase());
  const headed = header.includes('question');
  const columns = headed
    ? header
    : ['question', 'answer', 'document', 'family'].slice(
        0,
        rows.reduce((widest, { length }) => Math.max(widest, length), 0),
      );
  if (!headed && name !== pasted)
    throw new ArtifactError({
      kind: 'invalid',
      file: name,
      path: 'line 1',
      found: `the header ${JSON.stringify(rows[0]!.join(',').slice(0, 80))}`,
      expected: expectedCsv,
    });
  const unknown = columns.filter(
    (column) => !/^(question|answers?\d*|document|family|id)$/.test(column) && column !== '',
  );
  const notices =
    unknown.length > 0
      ? [`${name}: the column(s) ${unknown.map((column) => `“${column}”`).join(', ')} were left out.`]
      : [];
  const without: number[] = [];
  const questions = (headed ? rows.slice(1) : rows).flatMap((cells, place): NewQuestion[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const cellOf = (column: string): string => cells[columns.indexOf(column)]?.trim() ?? '';
    const question = cellOf('question');
    if (question === '') without.push(place + 1);
    const answers = columns.flatMap((column, at) =>
      /^answers?\d*$/.test(column) ? splitAnswers(cells[at] ?? '') : [],
    );
    return question === ''
      ? []
      : [
          {
            id: cellOf('id') || null,
            text: question,
            answers: [...new Set(answers)],
            document: cellOf('document') || null,
            family: cellOf('family') || null,
            marks: [],
          },
        ];
  });
  if (without.length > 0)
    notices.push(
      `${name}: ${without.length === 1 ? 'row' : 'rows'} ${listed(without)} ${without.length === 1 ? 'has' : 'have'} no question and ${without.length === 1 ? 'was' : 'were'} left out.`,
    );
  return { questions, notices };
}

/** Name of what comes from the clipboard, in messages. */
export const pasted = 'the pasted text';

const listOfText = z.array(z.string());
const item = z.object({
  question: z.string(),
  answer: z.optional(z.union([z.string(), listOfText])),
  answers: z.optional(z.union([z.string(), listOfText])),
  document: z.optional(z.nullable(z.string())),
  family: z.optional(z.nullable(z.string())),
  id: z.optional(z.union([z.string(), z.number()])),
  gold: z.optional(
    z.array(
      z.object({
        document: z.optional(z.string()),
        start: z.number(),
        end: z.number(),
        text: z.optional(z.string()),
      }),
    ),
  ),
});
const questionFile = z.object({
  offsetUnit: z.optional(z.enum(['utf16', 'codePoints'])),
  questions: z.array(item),
});

function readJson(name: string, text: string, documents: DocumentTexts): ReadQuestions {
  const value = parseQuestions(name, text);
  const listOnly = Array.isArray(value);
  const parsed = z.safeParse(questionFile, listOnly ? { questions: value } : value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const path = listOnly ? issue.path.slice(1) : issue.path;
    throw new ArtifactError({
      kind: 'invalid',
      file: name,
      path: formatPath(path),
      found: describe(at(value, path)),
      expected: issue.code === 'invalid_type' ? `${issue.expected} (${expectedJson})` : expectedJson,
    });
  }
  const { questions, offsetUnit } = parsed.data;
  if (offsetUnit === undefined && questions.some(({ gold = [] }) => gold.length > 0)) {
    throw new ArtifactError({
      kind: 'invalid',
      file: name,
      path: '$.offsetUnit',
      found: 'nothing',
      expected: '"utf16" or "codePoints": gold offsets need their unit',
    });
  }
  const notices: string[] = [];
  const read = questions.flatMap(
    (
      { question, answer = [], answers = [], document = null, family = null, id, gold = [] },
      place,
    ): NewQuestion[] => {
      if (isBlank(question)) {
        notices.push(`${name}: question ${place + 1} has no text and was left out.`);
        return [];
      }
      const given = [answer, answers].flat().filter((one) => !isBlank(one));
      const marks = gold.flatMap((span): MarkedSpan[] => {
        const mark = checkedMark({ ...span, document: span.document ?? document }, offsetUnit!, documents);
        if ('problem' in mark) {
          notices.push(
            `${name}: question ${place + 1}: ${mark.problem}${span.text === undefined ? '' : ' Its text is looked for instead.'}`,
          );
          if (span.text !== undefined && !isBlank(span.text)) given.push(span.text);
          return [];
        }
        return [mark];
      });
      return [
        {
          id: id === undefined || isBlank(String(id)) ? null : String(id),
          text: question,
          answers: [...new Set(given)],
          document: isBlank(document ?? '') ? null : document,
          family: isBlank(family ?? '') ? null : family,
          marks,
        },
      ];
    },
  );
  return { questions: read, notices };
}

/** Whether every line is a value of its own: a first one that is whole, and more after it. */
function isJsonLines(text: string): boolean {
  const [, first = '', rest = ''] = /^\s*(\{[^\r\n]*\})[ \t]*\r?\n([^]*)$/.exec(text) ?? [];
  if (isBlank(rest)) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

/** The values of a file with one on each line; a fault names its line. */
function parseLines(name: string, text: string): unknown[] {
  return text.split(/\r?\n/).flatMap((line, place) => {
    if (isBlank(line)) return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      throw new ArtifactError({
        kind: 'invalid',
        file: name,
        path: `line ${place + 1}`,
        found: describe(line),
        expected: 'a whole JSON object on each line, with "question" and "answers"',
      });
    }
  });
}

/** The faults of a JSON file in general, told as those of questions. */
function parseQuestions(name: string, text: string): unknown {
  if (isJsonLines(text)) return parseLines(name, text);
  try {
    return parseJsonText(name, text).value;
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    throw new ArtifactError({
      kind: error.kind,
      file: name,
      path: error.path,
      found: error.found,
      expected: error.kind === 'truncated' || error.kind === 'too-deep' ? error.expected : expectedJson,
    });
  }
}

/** A stated span in UTF-16 units, checked against the text that it is said to hold. */
function checkedMark(
  { document, start, end, text }: { document: string | null; start: number; end: number; text?: string },
  unit: 'utf16' | 'codePoints',
  documents: DocumentTexts,
): MarkedSpan | { problem: string } {
  const source = document === null ? undefined : documents.get(document);
  if (document === null || source === undefined)
    return {
      problem:
        document === null
          ? 'its gold names no document.'
          : `its gold lies in “${document}”, which is not among the documents.`,
    };
  const whole = (value: number) => Number.isInteger(value) && value >= 0;
  if (!whole(start) || !whole(end) || end <= start)
    return { problem: `its gold ${start}–${end} is no stretch of text.` };
  let span: { start: number; end: number };
  try {
    span =
      unit === 'utf16'
        ? { start, end }
        : { start: utf16OffsetOf(source, start), end: utf16OffsetOf(source, end) };
  } catch {
    return { problem: `its gold ${start}–${end} lies outside “${document}”.` };
  }
  if (span.end > source.length) return { problem: `its gold ${start}–${end} lies outside “${document}”.` };
  const found = source.slice(span.start, span.end);
  if (text !== undefined && found !== text)
    return {
      problem: `at ${start}–${end} of “${document}” stands ${JSON.stringify(found.slice(0, 40))}, not ${JSON.stringify(text.slice(0, 40))}.`,
    };
  return { document, ...span };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null
        ? (current as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function listed(numbers: readonly number[]): string {
  return numbers.length > 8
    ? `${numbers.slice(0, 8).join(', ')} and ${numbers.length - 8} more`
    : numbers.join(', ');
}

/** The questions as a file that `readQuestions` reads. */
export function questionsCsv(questions: readonly AskedQuestion[]): string {
  return toCsv(questions, [
    { header: 'question', value: ({ text }) => text },
    { header: 'answer', value: ({ answers }) => joinAnswers(answers) },
    { header: 'document', value: ({ document }) => document },
    { header: 'family', value: ({ family }) => family },
    { header: 'id', value: ({ id }) => id },
  ]);
}

/** The same with the marked spans, which a table has no place for. */
export function questionsJson(questions: readonly AskedQuestion[], documents: DocumentTexts): string {
  return JSON.stringify(
    {
      offsetUnit: 'utf16',
      questions: questions.map(({ id, text, answers, document, family, marks }) => ({
        id,
        question: text,
        answers,
        document,
        family,
        ...(marks.length > 0 && {
          gold: marks.map((mark) => ({
            ...mark,
            text: documents.get(mark.document)?.slice(mark.start, mark.end),
          })),
        }),
      })),
    },
    null,
    2,
  );
}

/** Whether a file that was given as a document is rather a list of questions. */
export function looksLikeQuestions(name: string, text: string): boolean {
  const start = text.slice(0, 2000).trimStart();
  if (/\.json$/i.test(name)) return /"question"\s*:/.test(start);
  return /\.(csv|tsv)$/i.test(name) && /^"?question"?\s*[,;\t]/i.test(start);
}
