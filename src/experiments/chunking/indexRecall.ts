import type { PlainTable } from '../../analysis/report/plainTable';
import { count, percent } from '../../core/stats/format';
import type { ChunkingSummary } from './formats';

type Recall = NonNullable<ChunkingSummary['index']>;

/** What the recall of an index is measured against, and at which setting its row stands. */
export const indexRecallWords = ({ method, table, setting, value, rows, k }: Recall): string[] => [
  `Mean share of the exact first ${k} of ${count(rows)} rows of ${table} that its ${method} index returns.`,
  `The row of the index is measured at ${setting} = ${count(value)}, as the server stands.`,
];

/** Recall of an index, setting by setting. */
export const indexRecallTable = ({ setting, k, recall }: Recall): PlainTable => ({
  id: 'index-recall',
  title: `Recall of the index by ${setting}`,
  columns: [
    { label: setting, figures: true },
    { label: `recall@${k}`, figures: true },
  ],
  rows: recall.map(({ value, recall: share }) => [
    { text: count(value), value },
    { text: percent(share), value: share },
  ]),
});
