import { orderResults, type RankedResult } from './measure/outcomes';
import { count } from '../../core/stats/format';
import { ArtifactError } from '../../artifact/errors';

/** Limits on files of other programs; the numbers appear in the messages. */
export const trecLimits = {
  bytes: 256 * 1024 * 1024,
  lines: 3_000_000,
  idLength: 512,
  questions: 50_000,
  rows: 50,
};

/** A file as it was given: its name for messages, and its bytes. */
export interface TrecFile {
  name: string;
  bytes: Uint8Array;
}

/** What one run returned. A file has one for each tag in it. */
export interface TrecRun {
  file: string;
  tag: string;
  lines: number;
  /** By question, in the order of the file; each in the order of trec_eval. */
  results: Map<string, RankedResult[]>;
  /** Questions whose rank column does not ascend in the file. */
  unsorted: RankColumn | null;
  /** Questions whose rank column puts a lower score before a higher one. */
  contradicting: RankColumn | null;
}

export interface RankColumn {
  questions: number;
  /** The first of them. */
  question: string;
}

export interface TrecQrels {
  file: string;
  lines: number;
  /** Grade by document, by question, in the order of the file. */
  judgments: Map<string, Map<string, number>>;
}

const runColumns = '6 columns: question, Q0, document, rank, score, tag';
const qrelsColumns = '4 columns: question, iteration, document, relevance';
const familyColumns = '2 columns: question, family';

export const trecRoles = ['run', 'qrels', 'families'] as const;
export type TrecRole = (typeof trecRoles)[number];

const wholeNumber = /^[-+]?\d+$/;
const decimalNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const numberLike = /^[-+]?(\d|\.\d|nan$|inf)/i;

/**
 * What a file is, by its first line that is not blank, whatever the file is called; its
 * ending decides where the line does not. null for something else.
 */
export function trecRole(name: string, head: Uint8Array): TrecRole | null {
  // An even number of bytes: half a letter of UTF-16 is no letter.
  const text = new TextDecoder(encodingOf(head)).decode(head.subarray(0, 64 * 1024)).replace(/^\uFEFF/, '');
  // Zero bytes stand in no line of these files.
  if (text.includes('\0')) return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fieldsOf = (line: string) => line.trim().split(/[ \t]+/);
  const line = (lines.find((own) => !isComment(fieldsOf(own))) ?? lines[0] ?? '').trim();
  const fields = fieldsOf(line);
  if (isRunLine(fields)) return 'run';
  if (isQrelsLine(fields)) return 'qrels';
  if (/\.(run|res)$/i.test(name)) return 'run';
  if (/\.qrels?$/i.test(name)) return 'qrels';
  return /^[^\t<{[]+\t[^\t]+$/.test(line) ? 'families' : null;
}

/**
 * Reads a run: a line for each result, by white space. Order is that of the scores; the
 * rank column only makes notices. An `ArtifactError` names file and line.
 */
export function readRun(given: TrecFile): TrecRun[] {
  const runs = new Map<string, TrecRun & { ranks: Map<string, number[]>; seen: Map<string, Set<string>> }>();
  for (const { fields, line } of linesOf(given)) {
    if (fields.length !== 6) throw wrongColumns(given.name, line, fields, runColumns);
    const [question, , id, rank, written, tag] = fields as [string, string, string, string, string, string];
    checkIds(given.name, line, question, id, tag);
    if (!wholeNumber.test(rank))
      throw fault(given.name, line, `the rank ${quoted(rank)}`, 'a whole number in column 4');
    const score = decimalNumber.test(written) ? Number(written) : NaN;
    if (!Number.isFinite(score))
      throw fault(given.name, line, `the score ${quoted(written)}`, 'a finite number in column 5');
    let run = runs.get(tag);
    if (!run) {
      runs.set(
        tag,
        (run = {
          file: given.name,
          tag,
          lines: 0,
          results: new Map(),
          unsorted: null,
          contradicting: null,
          ranks: new Map(),
          seen: new Map(),
        }),
      );
      if (runs.size > trecLimits.rows)
        throw fault(
          given.name,
          line,
          `more than ${trecLimits.rows} tags in column 6`,
          `at most ${trecLimits.rows}, since each is a row`,
        );
    }
    run.lines += 1;
    const seen = emplace(run.seen, question, () => new Set<string>());
    if (seen.has(id))
      throw fault(
        given.name,
        line,
        `the document ${quoted(id)} a second time for question ${quoted(question)}`,
        'each document once a question',
      );
    seen.add(id);
    // Minus zero equals zero, and would print as a number of its own.
    emplace(run.results, question, () => [] as RankedResult[]).push({ id, score: score + 0 });
    emplace(run.ranks, question, () => [] as number[]).push(Number(rank));
    if (run.results.size > trecLimits.questions) throw tooManyQuestions(given.name, line);
  }
  if (runs.size === 0)
    throw new ArtifactError({
      kind: 'empty',
      file: given.name,
      found: 'no line',
      expected: `a TREC run, ${runColumns}`,
    });
  return [...runs.values()].map(({ ranks, seen: _, ...run }) => ({
    ...run,
    unsorted: questionsWhere(run.results, (_, question) =>
      ranks.get(question)!.some((rank, place, all) => place > 0 && rank <= all[place - 1]!),
    ),
    contradicting: questionsWhere(run.results, (results, question) =>
      contradicts(results, ranks.get(question)!),
    ),
    results: new Map([...run.results].map(([question, results]) => [question, orderResults(results)])),
  }));
}

/** Reads judgments. Relevance is a whole number; above 0 is relevant. An `ArtifactError` names file and line. */
export function readQrels(given: TrecFile): TrecQrels {
  const judgments: TrecQrels['judgments'] = new Map();
  let lines = 0;
  for (const { fields, line } of linesOf(given)) {
    if (fields.length !== 4) throw wrongColumns(given.name, line, fields, qrelsColumns);
    const [question, , id, written] = fields as [string, string, string, string];
    checkIds(given.name, line, question, id);
    const grade = Number(written) + 0;
    if (!wholeNumber.test(written) || !Number.isSafeInteger(grade))
      throw fault(given.name, line, `the relevance ${quoted(written)}`, 'a whole number in column 4');
    const judged = emplace(judgments, question, () => new Map<string, number>());
    if (judged.has(id))
      throw fault(
        given.name,
        line,
        `a second judgment of the document ${quoted(id)} for question ${quoted(question)}`,
        'each document once a question',
      );
    judged.set(id, grade);
    lines += 1;
    if (judgments.size > trecLimits.questions) throw tooManyQuestions(given.name, line);
  }
  if (lines === 0)
    throw new ArtifactError({
      kind: 'empty',
      file: given.name,
      found: 'no line',
      expected: `TREC judgments, ${qrelsColumns}`,
    });
  return { file: given.name, lines, judgments };
}

/** Reads which family each question belongs to: a line each, the family after the first tab or space. */
export function readFamilies(given: TrecFile): Map<string, string> {
  const families = new Map<string, string>();
  for (const { text, line } of linesOf(given)) {
    const [, question, family] = /^(\S+)[ \t]+(.+)$/.exec(text.trim()) ?? [];
    if (question === undefined || family === undefined)
      throw wrongColumns(given.name, line, [text.trim()], familyColumns);
    checkIds(given.name, line, question, family);
    if (families.has(question))
      throw fault(
        given.name,
        line,
        `the question ${quoted(question)} a second time`,
        'each question in one family',
      );
    families.set(question, family.trim());
  }
  return families;
}

interface Line {
  text: string;
  fields: string[];
  /** 1-based. */
  line: number;
}

/** A line that says something about the file: `#` in front, and not the columns of a question whose id begins so. */
function isComment(fields: readonly string[]): boolean {
  if (!fields[0]!.startsWith('#') || isRunLine(fields) || isQrelsLine(fields)) return false;
  // A family's line is a question and a word; a sign alone is no question.
  return fields[0] === '#' || fields.length !== 2;
}

const isRunLine = (fields: readonly string[]): boolean =>
  fields.length === 6 && wholeNumber.test(fields[3]!) && numberLike.test(fields[4]!);
const isQrelsLine = (fields: readonly string[]): boolean =>
  fields.length === 4 && wholeNumber.test(fields[3]!);

/** The lines that are neither blank nor comments. Line ends may be those of any system; a byte order mark is taken off. */
function* linesOf({ name, bytes }: TrecFile): Generator<Line> {
  if (bytes.byteLength === 0)
    throw new ArtifactError({
      kind: 'empty',
      file: name,
      found: '0 bytes',
      expected: 'a TREC run, or judgments',
    });
  if (bytes.byteLength > trecLimits.bytes)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${bytes.byteLength} bytes`,
      expected: `at most ${trecLimits.bytes} bytes`,
    });
  const text = decodeText(name, bytes);
  let line = 0;
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    const own = text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length + 1 : end + 1;
    line += 1;
    if (line > trecLimits.lines)
      throw new ArtifactError({
        kind: 'too-large',
        file: name,
        found: `more than ${count(trecLimits.lines)} lines`,
        expected: `at most ${count(trecLimits.lines)}`,
      });
    const fields = own.split(/[ \t\r]+/).filter((field) => field !== '');
    if (fields.length > 0 && !isComment(fields)) yield { text: own, fields, line };
  }
}

/** UTF-16 is what a Windows shell writes with `>`; it is told by its byte order mark. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function decodeText(file: string, bytes: Uint8Array): string {
  try {
    // The decoder takes a byte order mark off by itself.
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw new ArtifactError({
    kind: 'not-text',
    file,
    found: 'bytes that are not UTF-8 text',
    expected: 'a TREC run or judgments as UTF-8 text',
  });
}

/** Whether some rank is better than another while its score is lower. */
function contradicts(results: readonly RankedResult[], ranks: readonly number[]): boolean {
  const byRank = results
    .map(({ score }, place) => ({ score, rank: ranks[place]! }))
    .sort((a, b) => a.rank - b.rank);
  let least = Infinity;
  let leastBefore = Infinity;
  return byRank.some(({ score, rank }, place) => {
    // Results of one rank contradict nothing among themselves.
    if (place > 0 && rank !== byRank[place - 1]!.rank) leastBefore = least;
    least = Math.min(least, score);
    return score > leastBefore;
  });
}

function questionsWhere(
  results: TrecRun['results'],
  holds: (results: readonly RankedResult[], question: string) => boolean,
): RankColumn | null {
  const found = [...results].filter(([question, own]) => holds(own, question));
  return found[0] ? { questions: found.length, question: found[0][0] } : null;
}

function checkIds(file: string, line: number, ...ids: readonly string[]): void {
  const long = ids.find((id) => id.length > trecLimits.idLength);
  if (long !== undefined)
    throw fault(
      file,
      line,
      `a name of ${count(long.length)} characters, ${quoted(long)}`,
      `at most ${trecLimits.idLength}`,
    );
}

const fault = (file: string, line: number, found: string, expected: string): ArtifactError =>
  new ArtifactError({ kind: 'invalid', file, path: `line ${line}`, found, expected });

function wrongColumns(
  file: string,
  line: number,
  fields: readonly string[],
  expected: string,
): ArtifactError {
  return fault(
    file,
    line,
    `${fields.length} column${fields.length === 1 ? '' : 's'} (${quoted(fields.join(' '))})`,
    expected,
  );
}

const tooManyQuestions = (file: string, line: number): ArtifactError =>
  fault(
    file,
    line,
    `more than ${count(trecLimits.questions)} questions`,
    `at most ${count(trecLimits.questions)}`,
  );

/** A stretch of the file in a message: never long. */
const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

function emplace<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
