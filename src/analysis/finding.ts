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
