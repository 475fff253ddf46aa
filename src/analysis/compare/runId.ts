import { decodeStrictly, encodePart } from '../../artifact/addressParts';

/** What a run is called in a link: an experiment, one of its rows, and for some kinds a condition. */
export interface RunName {
  experiment: string;
  row: string;
  condition?: string;
}

/** `<experiment>~<row>[~<condition>]`; a `~` inside a part is written `%7E`. */
export function formatRunId({ experiment, row, condition }: RunName): string {
  return [experiment, row, ...(condition === undefined ? [] : [condition])]
    .map((part) => encodePart(part).replaceAll('~', '%7E'))
    .join('~');
}

/** The inverse of `formatRunId`; null for what names no run. */
export function parseRunId(id: string): RunName | null {
  const parts = id.split('~').map((part) => decodeStrictly(part) ?? '');
  const [experiment, row, condition] = parts;
  if (!experiment || !row || parts.length > 3 || condition === '') return null;
  return { experiment, row, ...(condition === undefined ? {} : { condition }) };
}

/** A run's id as this program writes it, also from one that was written by hand; what names no run stays as it is. */
export function canonicalRunId(id: string): string {
  const name = parseRunId(id);
  return name ? formatRunId(name) : id;
}
