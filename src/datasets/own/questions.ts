import * as z from 'zod/mini';
import { isBlank } from '../../core/text/whitespace';
import { toCsv, withoutGuard } from '../../core/stats/csv';
import { counted } from '../../core/stats/words';
import { utf16OffsetOf } from '../../core/text/sizes';
import { describe } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { formatPath, parseJsonText } from '../../artifact/jsonText';
import type { AskedQuestion, MarkedSpan } from './asked';
import { readTableText } from './table';
import { benchmarkLimits, freeNames } from './textFile';

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
  const nameOf = freeNames(used);
  const questions = added.map((question) => {
    let id = question.id === null ? '' : nameOf(question.id);
    while (id === '' || used.has(id)) id = `q${++made}`;
    used.add(id);
    return { ...question, id };
  });
  return { questions, made };
}

/** Which ids were taken when questions joined the others, in words; null where none was. */
export function repeatedIds(
  given: readonly NewQuestion[],
  named: readonly Pick<AskedQuestion, 'id'>[],
): string | null {
  const repeated = given.flatMap(({ id }, at) =>
    id === null || id.trim() === named[at]!.id ? [] : [`“${id.slice(0, 40)}”`],
  );
  return repeated.length === 0
    ? null
    : `${counted(repeated.length, 'question')} had an id that was taken and got a number behind it: ${listed([...new Set(repeated)])}.`;
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

/** What may stand between several answers in one cell; null where a cell holds one. */
export type AnswerSeparator = '|' | ';' | null;

/**
 * Questions from a file or from the clipboard, by what the text looks like. A cell of answers is
 * split at `separator` and nowhere else; answers of JSON never are.
 */
export function readQuestions(
  name: string,
  text: string,
  documents: DocumentTexts,
  separator: AnswerSeparator = '|',
): ReadQuestions {
  if (isBlank(text))
    throw new ArtifactError({
      kind: 'empty',
      file: name,
      found: 'no text',
      expected: `${expectedCsv}, or ${expectedJson}`,
    });
  const read = /^\s*[[{]/.test(text) ? readJson(name, text, documents) : readTable(name, text, separator);
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

/**
 * Several answers stand in one cell, apart by the separator; with `\` in front it is the sign
 * itself, and `\\` before it is a backslash.
 */
export function splitAnswers(cell: string, separator: AnswerSeparator = '|'): string[] {
  if (separator === null || !cell.includes(separator)) return cell.trim() === '' ? [] : [cell.trim()];
  const answers = [''];
  // Backslashes mean something only right before the separator.
  for (const [piece, slashes = '', sign] of cell.matchAll(
    separator === '|' ? /(\\*)(\|)|[^\\|]+|\\+/g : /(\\*)(;)|[^\\;]+|\\+/g,
  )) {
    if (sign === undefined) answers[answers.length - 1] += piece;
    else {
      answers[answers.length - 1] += '\\'.repeat(slashes.length >> 1);
      if (slashes.length % 2 === 1) answers[answers.length - 1] += sign;
      else answers.push('');
    }
  }
  return answers.map((answer) => answer.trim()).filter((answer) => answer !== '');
}

export function joinAnswers(answers: readonly string[], separator: '|' | ';' = '|'): string {
  return answers
    .map((answer, index) => {
      const escaped = answer.replace(separator === '|' ? /(\\*)\|/g : /(\\*);/g, `$1$1\\${separator}`);
      return index + 1 < answers.length ? escaped.replace(/\\+$/, '$&$&') : escaped;
    })
    .join(separator);
}

/** A table with a header; or, as it is copied out of a spreadsheet, question, answer, document, family without one. */
function readTable(name: string, text: string, separator: AnswerSeparator): ReadQuestions {
  const { rows } = readTableText(name, text, expectedCsv);
  const header = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const headed = header.some((cell) => columnOf(cell) === 'question');
  const columns = headed
    ? header.map(columnOf)
    : (['question', 'answer', 'document', 'family'] as const).slice(
        0,
        rows.reduce((widest, { length }) => Math.max(widest, length), 0),
      );
  if (!headed && name !== pasted)
    throw new ArtifactError({
      kind: 'invalid',
      file: name,
      path: 'line 1',
      found: `the header ${JSON.stringify((rows[0] ?? []).join(',').slice(0, 80))}`,
      expected: expectedCsv,
    });
  const unknown = headed ? header.filter((cell, at) => columns[at] === null && cell !== '') : [];
  const notices =
    unknown.length > 0
      ? [`${name}: the column(s) ${unknown.map((column) => `“${column}”`).join(', ')} were left out.`]
      : [];
  const without: number[] = [];
  let split = 0;
  const questions = (headed ? rows.slice(1) : rows).flatMap((cells, place): NewQuestion[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const cellOf = (column: string): string => {
      const at = columns.findIndex((own) => own === column);
      return withoutGuard(cells[at]?.trim() ?? '');
    };
    const question = cellOf('question');
    if (question === '') without.push(place + 1);
    const answers = columns.flatMap((column, at) => {
      if (column !== 'answer') return [];
      const given = splitAnswers(withoutGuard(cells[at]?.trim() ?? ''), separator);
      if (given.length > 1) split += 1;
      return given;
    });
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
  if (split > 0)
    notices.push(
      `${name}: ${counted(split, 'cell')} of answers ${split === 1 ? 'was' : 'were'} split at ${separator}, into several answers each.`,
    );
  if (without.length > 0)
    notices.push(
      `${name}: ${without.length === 1 ? 'row' : 'rows'} ${listed(without)} ${without.length === 1 ? 'has' : 'have'} no question and ${without.length === 1 ? 'was' : 'were'} left out.`,
    );
  return { questions, notices };
}

/** What people call the columns of such a table, and the fields of such a file. */
const columnNames = {
  question: /^(question|query)s?$/,
  answer:
    /^(answers?[ _]?\d*|gold([ _]answers?)?|ground[ _]truths?|expected([ _]answers?)?|reference([ _]answers?)?)$/,
  document: /^(document|doc|source|file)$/,
  family: /^(family|category|group)$/,
  id: /^(id|question[ _]id)$/,
} as const;
type Column = keyof typeof columnNames;

const columnOf = (cell: string): Column | null =>
  (Object.keys(columnNames) as Column[]).find((column) => columnNames[column].test(cell)) ?? null;

/** Name of what comes from the clipboard, in messages. */
export const pasted = 'the pasted text';

/** What stands for an answer: a text, a number or a truth value, as text; or an object that holds one. */
const plainAnswer = z.nullable(z.union([z.string(), z.number(), z.boolean()]));
const oneAnswer = z.union([plainAnswer, z.object({ text: plainAnswer })]);
const answers = z.optional(
  z.union([oneAnswer, z.array(oneAnswer), z.object({ text: z.array(plainAnswer) })]),
);
const item = z.object({
  question: z.string(),
  answer: answers,
  answers,
  document: z.optional(z.nullable(z.string())),
  is_impossible: z.optional(z.nullable(z.boolean())),
  family: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  gold: z.optional(
    z.nullable(
      z.array(
        z.object({
          document: z.optional(z.nullable(z.string())),
          start: z.number(),
          end: z.number(),
          text: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
});
const questionFile = z.object({
  offsetUnit: z.optional(z.enum(['utf16', 'codePoints'])),
  questions: z.array(z.unknown()),
});

/** The answers of a question of JSON as texts; what is no text already is told. */
function answerTexts(given: z.infer<typeof answers>, tell: (what: string) => void): string[] {
  const list = Array.isArray(given) ? given : [given];
  return list.flatMap((one): string[] => {
    if (one === undefined) return [];
    const value = typeof one === 'object' && one !== null ? one.text : one;
    if (Array.isArray(value)) return answerTexts(value, tell);
    if (value === null) tell('an answer is null, which is none');
    else if (typeof value !== 'string') tell(`an answer is ${describe(value)}, read as text`);
    return value === null || isBlank(String(value)) ? [] : [String(value)];
  });
}

/** Names that other tools give the fields of a question, as this page calls them. */
function ownFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value);
  const own = new Set(fields.map(([key]) => key));
  return Object.fromEntries(
    fields.map(([key, field]) => {
      const column = columnOf(key.toLowerCase());
      if (key === 'gold' && typeof field === 'string') return ['answer', field];
      return [
        column !== null && key !== 'gold' && key !== 'answers' && !own.has(column) ? column : key,
        field as unknown,
      ];
    }),
  );
}

function readJson(name: string, text: string, documents: DocumentTexts): ReadQuestions {
  const value = parseQuestions(name, text);
  const listOnly = Array.isArray(value);
  const parsed = z.safeParse(questionFile, listOnly ? { questions: value } : value);
  const refused = (path: readonly PropertyKey[], issue: z.core.$ZodIssue): ArtifactError =>
    new ArtifactError({
      kind: 'invalid',
      file: name,
      path: formatPath(path),
      found: describe(at(value, path)),
      expected: issue.code === 'invalid_type' ? `${issue.expected} (${expectedJson})` : expectedJson,
    });
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw refused(listOnly ? issue.path.slice(1) : issue.path, issue);
  }
  const { offsetUnit } = parsed.data;
  const notices: string[] = [];
  /** What is wrong with one question is told, and the others are kept. */
  const faults: ArtifactError[] = [];
  const read = parsed.data.questions.flatMap((given, place): NewQuestion[] => {
    const told = (what: string) => notices.push(`${name}: question ${place + 1}: ${what}.`);
    const decoded = item.safeParse(ownFields(given));
    if (!decoded.success) {
      const issue = decoded.error.issues[0]!;
      const path = [...(listOnly ? [] : ['questions']), place, ...issue.path];
      const fault = refused(path, issue);
      faults.push(fault);
      told(`left out, at ${fault.path} stands ${fault.found}`);
      return [];
    }
    const { question, answer, answers, document = null, family, id, gold, is_impossible } = decoded.data;
    if (isBlank(question)) {
      notices.push(`${name}: question ${place + 1} has no text and was left out.`);
      return [];
    }
    if (offsetUnit === undefined && (gold ?? []).length > 0) throw noOffsetUnit(name);
    const texts = [...answerTexts(answer, told), ...answerTexts(answers, told)];
    const marks = (gold ?? []).flatMap(({ text, ...span }): MarkedSpan[] => {
      const stated = text ?? undefined;
      const mark = checkedMark(
        { ...span, document: span.document ?? document, text: stated },
        offsetUnit!,
        documents,
      );
      if (!('problem' in mark)) return [mark];
      notices.push(
        `${name}: question ${place + 1}: ${mark.problem}${stated === undefined ? '' : ' Its text is looked for instead.'}`,
      );
      if (stated !== undefined && !isBlank(stated)) texts.push(stated);
      return [];
    });
    return [
      {
        id: textOrNull(id),
        text: question,
        answers: is_impossible ? [] : [...new Set(texts)],
        document: textOrNull(document),
        family: textOrNull(family),
        marks,
        ...(is_impossible && { open: true }),
      },
    ];
  });
  if (read.length === 0 && faults[0]) throw faults[0];
  return { questions: read, notices };
}

const textOrNull = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null || isBlank(String(value)) ? null : String(value);

function noOffsetUnit(file: string): ArtifactError {
  return new ArtifactError({
    kind: 'invalid',
    file,
    path: '$.offsetUnit',
    found: 'nothing',
    expected: '"utf16" or "codePoints": gold offsets need their unit',
  });
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

function listed(numbers: readonly (string | number)[]): string {
  return numbers.length > 8
    ? `${numbers.slice(0, 8).join(', ')} and ${numbers.length - 8} more`
    : numbers.join(', ');
}

/** The questions as a file that `readQuestions` reads with the same separator; without one each answer has a column. */
export function questionsCsv(questions: readonly AskedQuestion[], separator: AnswerSeparator = '|'): string {
  const most = separator === null ? Math.max(1, ...questions.map(({ answers }) => answers.length)) : 1;
  return toCsv(questions, [
    { header: 'question', value: ({ text }) => text },
    ...Array.from({ length: most }, (_, index) => ({
      header: index === 0 ? 'answer' : `answer${index + 1}`,
      value: ({ answers }: AskedQuestion) =>
        separator === null ? (answers[index] ?? null) : joinAnswers(answers, separator),
    })),
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
      questions: questions.map(({ id, text, answers, document, family, marks, open }) => ({
        id,
        question: text,
        answers,
        document,
        family,
        ...(open && { is_impossible: true }),
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
