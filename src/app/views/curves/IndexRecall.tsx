import type { ChunkingSummary } from '../../../experiments/chunking/formats';
import { indexRecallTable, indexRecallWords } from '../../../experiments/chunking/indexRecall';
import { PlainTable } from '../shared/Prose';

/** What an approximate index finds of the exact answer of its own table, setting by setting. */
export function IndexRecall({ index }: { index: NonNullable<ChunkingSummary['index']> }) {
  const { title, columns, rows } = indexRecallTable(index);
  return (
    <section className="stack gap-2" aria-labelledby="index-recall">
      <h2 id="index-recall">Recall of the index</h2>
      <p className="small soft">{indexRecallWords(index).join(' ')}</p>
      <PlainTable
        caption={title}
        head={columns.map(({ label }) => label)}
        rows={rows.map((cells) => cells.map(({ text }) => text))}
      />
    </section>
  );
}
