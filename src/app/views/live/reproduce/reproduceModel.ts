import {
  blendBlocks,
  blendConditions,
  type BlendCondition,
  type BlendSimilarities,
  type BlendSummary,
} from '../../../../experiments/blend/formats';
import type { Estimate } from '../../../../artifact/common';

/** Top-1 of one method under one condition: as published here, in the reader's run, and as the source reported it. */
interface ComparedCell {
  published: Estimate | null;
  own: Estimate | null;
  /** On other texts, with another model; null where the source gave none. */
  reported: number | null;
}

export interface ComparedRow {
  row: string;
  label: string;
  cells: Record<BlendCondition, ComparedCell>;
}

/** The rows of both runs, in the published order; a row that only one of them has is kept. */
export function compareRuns(published: BlendSummary, own: BlendSummary): ComparedRow[] {
  const [theirs, mine] = [published, own].map(
    (summary) => new Map(summary.rows.map((row) => [row.row, row])),
  );
  const reported = new Map(published.references.map((reference) => [reference.besides, reference.top1]));
  const rows = [...published.rows, ...own.rows.filter(({ row }) => !theirs!.has(row))];
  return rows.map(({ row, label }) => {
    const cell = (condition: BlendCondition): ComparedCell => ({
      published: theirs!.get(row)?.top1[condition] ?? null,
      own: mine!.get(row)?.top1[condition] ?? null,
      reported: reported.get(row)?.[condition] ?? null,
    });
    const [clean, stored, query, both] = blendConditions.map(cell);
    return { row, label, cells: { clean: clean!, stored: stored!, query: query!, both: both! } };
  });
}

/** The bounds to show beside a mean: exact ones for none and all, else the bootstrap's. */
export function boundsOf(estimate: Estimate | null): readonly [number, number] | null {
  return estimate?.exactBound ?? estimate?.interval ?? null;
}

/**
 * The largest difference between two runs in any dot product, from which every score
 * follows; null where the runs are not of the same texts.
 */
export function largestGap(a: BlendSimilarities, b: BlendSimilarities): number | null {
  let largest = 0;
  const compare = (one: unknown, other: unknown): boolean => {
    if (typeof one === 'number' && typeof other === 'number') {
      largest = Math.max(largest, Math.abs(one - other));
      return true;
    }
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => compare(item, other[index]));
  };
  for (const block of blendBlocks) {
    const [one, other] = [a[block], b[block]];
    const pairs: [unknown, unknown][] = [
      [one.pieceToPiece, other.pieceToPiece],
      ...Object.entries({ ...one.contextToContext }).map(([variant, matrix]): [unknown, unknown] => [
        matrix,
        other.contextToContext[variant as keyof typeof other.contextToContext],
      ]),
      ...(['pieceToContext', 'contextToPiece', 'queryInner', 'storedInner'] as const).flatMap(
        (name): [unknown, unknown][] => [
          [one[name].clean, other[name].clean],
          [one[name].noisy, other[name].noisy],
        ],
      ),
    ];
    if (!pairs.every(([left, right]) => compare(left, right))) return null;
  }
  return largest;
}
