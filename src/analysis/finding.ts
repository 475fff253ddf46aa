import { decimal, isPresent, score } from '../core/stats/format';
import { decode } from '../artifact/decode';
import type { Finding } from '../artifact/indexFile';
import { parseJsonText } from '../artifact/jsonText';
import { fileOf, type ExperimentKind } from './kind';

/** A finding that says why there is none. */
export const nothingFound = (sentence: string): Finding => ({
  sentence,
  value: null,
  unit: '',
  interval: null,
  picture: null,
});

/** The finding of an experiment from the bytes or texts of its files; those that it does not rest on are not read. */
export function findingOf(kind: ExperimentKind, files: ReadonlyMap<string, Uint8Array | string>): Finding {
  const decoded = new Map<string, unknown>();
  for (const [name, content] of files) {
    const file = kind.finding.reads(name) ? fileOf(kind, name) : undefined;
    if (file) decoded.set(name, decode(file.format, name, parseJsonText(name, content).value));
  }
  return kind.finding.of(decoded);
}

/** The number of a finding with its interval: `+3.9 points [+2.2, +5.9] at 512 tokens`; null where there is none. */
export function findingNumber({ value, unit, interval }: Finding): string | null {
  if (!isPresent(value)) return null;
  const [first = '', ...rest] = unit.split(' ');
  const inPoints = first === 'points';
  const text = (end: number): string => (inPoints ? `${end > 0 ? '+' : ''}${decimal(end)}` : score(end));
  return [
    text(value),
    first,
    ...(interval ? [`[${text(interval[0])}, ${text(interval[1])}]`] : []),
    ...rest,
  ].join(' ');
}

/** A finding in one line: its sentence, and its number with the interval. */
export function findingText(finding: Finding): string {
  const number = findingNumber(finding);
  return number === null ? finding.sentence : `${finding.sentence} ${number}.`;
}
