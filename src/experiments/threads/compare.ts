import type { MeasuredRun } from '../../analysis/compare/measuredRun';
import { describeModel } from '../../analysis/compare/measuredRun';
import { formatRunId } from '../../analysis/compare/runId';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { count } from '../../core/stats/format';
import { keptRanks } from './measure/search';
import type { ThreadsFacts, ThreadsRow, ThreadsSummary } from './formats';

/** One row as a run to compare: its facts are the questions, a hit is a right turn in the first place or by rank k. */
export function threadsRun(
  { id }: Pick<ExperimentEntry, 'id'>,
  summary: ThreadsSummary,
  { facts, rows }: ThreadsFacts,
  row: ThreadsRow,
  k: number,
): MeasuredRun {
  const name = { experiment: id, row: row.row };
  const own = rows.find((known) => known.row === row.row)!;
  const cutoff = Math.min(k, keptRanks);
  const titles = new Map(summary.threads.map((thread) => [thread.id, thread.title || thread.id]));
  return {
    id: formatRunId(name),
    name,
    label: row.label,
    experiment: id,
    corpus: summary.corpus,
    groupings: [{ id: 'thread', label: 'Thread' }],
    familyLabels: titles,
    hasHitRule: true,
    costs: [{ label: 'Stored vectors', value: count(row.vectors), amount: row.vectors }],
    facts: [
      { id: 'unit', label: 'Stored', value: row.unit === 'turns' ? 'whole turns' : 'pieces', warns: false },
      { id: 'label', label: 'Label', value: row.hasLabel ? 'yes' : 'no', warns: false },
      { id: 'context', label: 'Blended with', value: row.context ?? 'nothing', warns: false },
      { id: 'model', label: 'Model', value: describeModel(summary.model), warns: true },
      { id: 'cutoff', label: 'Count hits up to rank', value: String(cutoff), warns: true },
      { id: 'rule', label: 'Relevance', value: 'holds a right turn', warns: true },
    ],
    questions: facts.map(({ id: question, thread }, fact) => {
      const family = summary.threads[thread]!.id;
      const rank = own.rank[fact]!;
      return {
        id: question,
        families: { thread: family },
        cluster: family,
        outcome: cutoff === 1 ? own.hit[fact]! : Number(rank !== null && rank <= cutoff),
        reciprocalRank: own.reciprocalRank[fact]!,
        rank,
        loss: null,
      };
    }),
  };
}
