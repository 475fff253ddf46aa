import type { Finding } from '../artifact/indexFile';

type Picture = NonNullable<Finding['picture']>;

/** A small picture of a finding as lines in a box, for the page and the report alike. */
export interface FindingDrawing {
  width: number;
  height: number;
  /** Paths with the position of the row or item that they belong to; the first speaks. */
  lines: { id: string; label: string; path: string }[];
  /** Points on intervals, for differences. */
  items: { label: string; y: number; x: number | null; from: number; to: number; apart: boolean }[];
  /** Where 0 lies, for differences. */
  zero: number | null;
}

const width = 140;
const height = 40;
const pad = 3;
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Steps rise only where a further context fits, so they are drawn as steps; budgets stand on a logarithmic axis. */
export function drawFinding(picture: Picture): FindingDrawing {
  const box = { width, height };
  if (picture.kind === 'steps') {
    const [first = 1, last = 1] = [picture.x[0], picture.x.at(-1)];
    const x = (tokens: number): number =>
      rounded(pad + (Math.log(tokens / first) / Math.log(last / first || 2)) * (width - 2 * pad));
    const y = (share: number): number => rounded(height - pad - share * (height - 2 * pad));
    return {
      ...box,
      lines: picture.lines.map(({ id, label, y: shares }) => ({
        id,
        label,
        path: shares
          .map((share, i) =>
            i === 0 ? `M${x(picture.x[i]!)} ${y(share)}` : `H${x(picture.x[i]!)}V${y(share)}`,
          )
          .join(''),
      })),
      items: [],
      zero: null,
    };
  }
  const ends = picture.items.flatMap(({ value, interval }) => [value ?? 0, ...(interval ?? [])]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const x = (value: number): number => rounded(pad + ((value - low) / (high - low || 1)) * (width - 2 * pad));
  return {
    ...box,
    lines: [],
    items: picture.items.map(({ label, value, interval }, i) => ({
      label,
      y: rounded(((i + 0.5) * height) / picture.items.length),
      x: value === null ? null : x(value),
      from: x(interval?.[0] ?? value ?? 0),
      to: x(interval?.[1] ?? value ?? 0),
      apart: interval !== null && (interval[0] > 0 || interval[1] < 0),
    })),
    zero: x(0),
  };
}

/** What the picture shows, for somebody who does not see it. */
export function pictureWords(picture: Picture): string {
  return picture.kind === 'steps'
    ? `Share of questions held within each token budget from ${picture.x[0]} to ${picture.x.at(-1)}: ${picture.lines.map(({ label }) => label).join(', ')}`
    : `Differences with their 95 % intervals: ${picture.items.map(({ label }) => label).join(', ')}`;
}
