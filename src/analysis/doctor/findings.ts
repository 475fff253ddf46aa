import { formatPath } from '../../artifact/jsonText';
import { describe } from '../../artifact/decode';

/** One place of an artifact that does not hold: what stands there, and what should. */
export interface Finding {
  file: string;
  /** JSON path, `$` for the whole file. */
  path: string;
  found: string;
  expected: string;
  /** Whose figure it is, in words: a row, a question. */
  about?: string;
  /** Row of the summary whose figure it is: where the page shows it. */
  row?: string;
}

export interface DoctorCheck {
  id: string;
  title: string;
  /** `open` is a check that could not be made, `detail` says why. Nothing rests on it. */
  outcome: 'holds' | 'fails' | 'open';
  /** What was looked at, with its counts. */
  detail: string;
  /** The first findings; `count` says how many there are in all. */
  findings: Finding[];
  count: number;
  /** Stored values that were looked at one by one. */
  values: number;
}

/** Findings that are kept of one check: enough to see a pattern, few enough to read. */
const keptFindings = 40;

/** Collects the findings of one check. */
export interface CheckBook {
  add(finding: Finding): void;
  /** Counts values that were looked at, whether they hold or not. */
  looked(values: number): void;
  /** The finished check; `detail` is what was looked at. */
  close(detail: string): DoctorCheck;
}

export function openCheck(id: string, title: string): CheckBook {
  const findings: Finding[] = [];
  let count = 0;
  let values = 0;
  return {
    add: (finding) => {
      count += 1;
      if (findings.length < keptFindings) findings.push(finding);
    },
    looked: (more) => void (values += more),
    close: (detail) => ({
      id,
      title,
      outcome: count === 0 ? 'holds' : 'fails',
      detail,
      findings,
      count,
      values,
    }),
  };
}

export function leftOpen(id: string, title: string, why: string): DoctorCheck {
  return { id, title, outcome: 'open', detail: why, findings: [], count: 0, values: 0 };
}

/**
 * Every place where a stored value is not the recomputed one, deepest first named. Numbers
 * within `tolerance` of each other agree. What only one side has is a finding of its own.
 */
export function compareValues(
  check: CheckBook,
  place: { file: string; path: readonly PropertyKey[]; about?: string; row?: string },
  stored: unknown,
  recomputed: unknown,
  tolerance = 1e-9,
): void {
  const { file, about, row } = place;
  const whose = { ...(about === undefined ? {} : { about }), ...(row === undefined ? {} : { row }) };
  const visit = (a: unknown, b: unknown, path: readonly PropertyKey[]): void => {
    if (typeof a !== 'object' || a === null) check.looked(1);
    if (typeof a === 'number' && typeof b === 'number') {
      if (a !== b && !(Math.abs(a - b) <= tolerance)) report(a, b, path);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length)
        check.add({
          file,
          path: formatPath([...path]),
          found: `${a.length} items`,
          expected: `${b.length} items`,
          ...whose,
        });
      else a.forEach((item, index) => visit(item, b[index], [...path, index]));
    } else if (isPlain(a) && isPlain(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        visit(a[key], b[key], [...path, key]);
    } else if (a !== b) report(a, b, path);
  };
  const report = (a: unknown, b: unknown, path: readonly PropertyKey[]): void =>
    check.add({ file, path: formatPath([...path]), ...shownApart(a, b), ...whose });
  visit(stored, recomputed, place.path);
}

/** Two values that differ, each as a finding shows it; of long texts the stretch where they part. */
export function shownApart(found: unknown, expected: unknown): { found: string; expected: string } {
  if (typeof found !== 'string' || typeof expected !== 'string')
    return { found: shown(found), expected: shown(expected) };
  let same = 0;
  while (same < found.length && found[same] === expected[same]) same++;
  const from = same < 40 ? 0 : same - 20;
  const part = (text: string): string => shown(`${from > 0 ? '…' : ''}${text.slice(from)}`);
  return { found: part(found), expected: part(expected) };
}

/** A value as a finding shows it: numbers in full precision. */
export function shown(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'string'
      ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
      : describe(value);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
