import { ArtifactError } from '../../artifact/errors';
import { parseJsonText } from '../../artifact/jsonText';
import { readTableText } from '../own/table';
import { isRecord, stringAt } from '../stored/json';
import type { Thread, ThreadFact } from './threads';

export const expectedFacts =
  'a line a fact with its turn in front ("4: The user …", "Thread title · 4: …"), CSV with the columns fact, turn and thread, or JSON of objects with those names';

export interface OwnFacts {
  facts: ThreadFact[];
  /** What was left out, with its line. */
  notices: string[];
}

/** A fact before its thread and turns are looked up; `place` is where it stands. */
interface GivenFact {
  place: string;
  id: string | null;
  text: string;
  turns: string;
  thread: string;
}

const lineFact = /^(?:(.*?)\s*·\s*)?(?:turn\s*)?(\d+(?:\s*[,;+]\s*\d+)*)\s*[:.)\]\t]\s*(.+)$/iu;

function fromLines(text: string): GivenFact[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line, index): GivenFact[] => {
    const trimmed = line.trim().replace(/^\[/, '');
    if (trimmed === '') return [];
    const match = lineFact.exec(trimmed);
    return [
      {
        place: `line ${index + 1}`,
        id: null,
        text: (match?.[3] ?? trimmed).trim(),
        turns: match?.[2] ?? '',
        thread: match?.[1]?.trim() ?? '',
      },
    ];
  });
}

const columns = {
  text: ['fact', 'text', 'memory', 'sentence', 'query'],
  turns: ['turn', 'turns', 'section', 'sections'],
  thread: ['thread', 'conversation', 'title'],
  id: ['id'],
} as const;

function fromTable(file: string, text: string): GivenFact[] | null {
  const first = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\r\n]/, 1)[0]!
    .toLowerCase();
  const named = first.split(/[,;|\t]/).map((cell) => cell.replace(/["']/g, '').trim());
  if (!columns.text.some((name) => named.includes(name)) || named.length < 2) return null;
  const { rows } = readTableText(file, text, expectedFacts);
  const [head = [], ...body] = rows;
  const at = (names: readonly string[]) =>
    head.findIndex((cell) => names.includes(cell.trim().toLowerCase()));
  const of = {
    text: at(columns.text),
    turns: at(columns.turns),
    thread: at(columns.thread),
    id: at(columns.id),
  };
  const cell = (row: readonly string[], index: number) => (index < 0 ? '' : (row[index] ?? '').trim());
  return body
    .map((row, index) => ({
      place: `row ${index + 2}`,
      id: cell(row, of.id) || null,
      text: cell(row, of.text),
      turns: cell(row, of.turns),
      thread: cell(row, of.thread),
    }))
    .filter(({ text: fact, turns }) => fact !== '' || turns !== '');
}

function fromJson(file: string, text: string): GivenFact[] | null {
  const isLines = /^\s*\{[^\n]*\}\s*\n\s*\{/.test(text);
  if (!isLines && !/^\s*[[{]\s*["{[]/.test(text)) return null;
  const { value } = isLines
    ? {
        value: text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => parseJsonText(file, line).value),
      }
    : parseJsonText(file, text);
  const list = isRecord(value) ? value['facts'] : value;
  if (!Array.isArray(list)) return null;
  return list.map((item: unknown, index): GivenFact => {
    const record = isRecord(item) ? item : {};
    const pick = (names: readonly string[]): string => {
      const found = names.map((name) => record[name]).find((own) => own !== undefined && own !== null);
      return Array.isArray(found)
        ? found.join(',')
        : typeof found === 'string' || typeof found === 'number'
          ? String(found)
          : '';
    };
    return {
      place: `$[${index}]`,
      id: stringAt(record, 'id'),
      text: pick(columns.text).trim(),
      turns: pick(columns.turns),
      thread: pick(columns.thread).trim(),
    };
  });
}

/** The thread that a fact names: by number, id or title; the only one where it names none. */
function threadOf(named: string, threads: readonly Thread[]): number {
  if (named === '') return threads.length === 1 ? 0 : -1;
  const wanted = named.toLowerCase();
  const found = threads.findIndex(
    ({ id, title }) => id.toLowerCase() === wanted || title.toLowerCase() === wanted,
  );
  if (found >= 0) return found;
  const number = /^\d+$/.test(named) ? Number(named) - 1 : -1;
  return number < threads.length ? number : -1;
}

/** Facts of a file or a field, each with its right turns, counted from 1 as labels show them. What has none is named and left out. */
export function readOwnFacts(file: string, text: string, threads: readonly Thread[]): OwnFacts {
  const given = fromJson(file, text) ?? fromTable(file, text) ?? fromLines(text);
  const facts: ThreadFact[] = [];
  const notices: string[] = [];
  const taken = new Set<string>();
  for (const { place, id, text: fact, turns: named, thread: of } of given) {
    const thread = threadOf(of, threads);
    const numbers = (named.match(/\d+/g) ?? []).map(Number);
    const turns =
      thread < 0
        ? []
        : numbers.flatMap((number) => {
            const position = threads[thread]!.turns.findIndex((turn) => turn.number === number);
            return position < 0 ? [] : [position];
          });
    const problem =
      fact === ''
        ? 'no fact'
        : thread < 0
          ? of === ''
            ? `no thread, and there are ${threads.length}`
            : `the thread “${of.slice(0, 60)}”, which is not among them`
          : numbers.length === 0
            ? 'no right turn'
            : turns.length < numbers.length
              ? `turn ${numbers.find((number) => !threads[thread]!.turns.some((turn) => turn.number === number))} of a thread of ${threads[thread]!.turns.length} turns`
              : null;
    if (problem !== null) {
      notices.push(`${file}, ${place}: found ${problem}; the fact is left out.`);
      continue;
    }
    const free = id !== null && !taken.has(id) ? id : `fact-${facts.length + 1}`;
    taken.add(free);
    facts.push({ id: free, thread, text: fact, turns });
  }
  if (facts.length === 0)
    throw new ArtifactError({
      kind: 'invalid',
      file,
      found: notices[0]?.replace(/; the fact is left out\.$/, '') ?? 'no fact',
      expected: expectedFacts,
    });
  return { facts, notices };
}
