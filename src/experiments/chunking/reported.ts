import { percent, points } from '../../core/stats/format';
import { andList } from '../../core/stats/words';
import type { PlainTable } from '../../analysis/report/plainTable';
import type { ChunkingSummary } from './formats';

type Reported = NonNullable<ChunkingSummary['reported']>;
type Reading = 'asReported' | 'touching' | 'strict';

/** A difference that is told by name. */
const worthTelling = 0.005;

const readings: readonly { id: Reading; head: string }[] = [
  { id: 'asReported', head: 'Measured as the source does' },
  { id: 'touching', head: 'Its rule, chunks where they were cut' },
  { id: 'strict', head: 'Our rule' },
];

/** Reported and measured figures, a row for every setting. */
export const reportedTable = ({ rows }: Reported): PlainTable => ({
  id: 'reported',
  title: 'Precision Ω, reported and measured here',
  columns: ['Setting', 'Reported', ...readings.map(({ head }) => head)].map((label, at) => ({
    label,
    figures: at > 0,
  })),
  rows: rows.map((row) => [
    { text: row.label },
    ...(['reported', ...readings.map(({ id }) => id)] as const).map((id) => ({
      text: percent(row[id]),
      value: row[id],
    })),
  ]),
});

/** What the table shows, and every difference of more than half a point with its reason. */
export function reportedWords({ source, n, rows }: Reported): string[] {
  const off = (reading: Reading) =>
    rows.filter((row) => Math.abs(row[reading] - row.reported) > worthTelling);
  const named = (reading: Reading) =>
    andList(off(reading).map((row) => `${row.label} (${points(row[reading] - row.reported)})`));
  const reasons: Record<Reading, string> = {
    asReported: 'This is not explained here.',
    touching:
      'The source looks a chunk up by its text, at the first place where it stands and without a full stop at its end; here it lies where it was cut.',
    strict:
      'By the source’s rule a chunk that only touches a reference counts as having met it, and its text lowers the figure; by ours it does not.',
  };
  return [
    `Precision Ω of ${n} questions as published by ${source}, and measured here on the same texts. It follows from chunks and references alone: no model and no search has a part in it.`,
    ...readings.flatMap(({ id, head }) =>
      off(id).length === 0
        ? [`${head}: every figure within half a point of the reported one.`]
        : [`${head}: more than half a point off for ${named(id)}. ${reasons[id]}`],
    ),
  ];
}
