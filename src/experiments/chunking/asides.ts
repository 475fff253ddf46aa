import type { PlainTable } from '../../analysis/report/plainTable';
import { abstentionTable, abstentionWords } from './abstention/table';
import type { ChunkingSummary } from './formats';
import { indexRecallTable, indexRecallWords } from './indexRecall';
import { reportedTable, reportedWords } from './reported';

/** A table that stands apart from the scorecard, with what it shows. */
interface Aside {
  title: string;
  words: readonly string[];
  table: PlainTable;
}

/** What a benchmark has besides its scorecard: open questions, figures that others published, and what an index recalls. */
export function asidesOf(summary: ChunkingSummary): Aside[] {
  const { abstention, reported, index } = summary;
  return [
    ...(abstention
      ? [
          {
            title: 'When there is nothing to find',
            words: abstentionWords(abstention),
            table: abstentionTable(abstention, summary),
          },
        ]
      : []),
    ...(reported
      ? [
          {
            title: 'Reported by the source, and measured here',
            words: reportedWords(reported),
            table: reportedTable(reported),
          },
        ]
      : []),
    ...(index
      ? [{ title: 'Recall of the index', words: indexRecallWords(index), table: indexRecallTable(index) }]
      : []),
  ];
}
