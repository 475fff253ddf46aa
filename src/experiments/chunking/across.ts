import { acrossBudgets, type AcrossCorpus } from '../../analysis/across/across';
import type { ReportFiles } from '../../analysis/report/contents';
import { columnAt, storedClusters } from './budgets';
import type { ChunkingBudgets, ChunkingQuestions, ChunkingSummary } from './formats';

/** The files that say what every BM25 row covers within every budget. */
const [summaryName, questionsName, budgetsName] = ['summary.json', 'questions.json', 'budgets/bm25.json'];

export const readsAcross = (name: string): boolean =>
  name === summaryName || name === questionsName || name === budgetsName;

/** What a chunking run brings to the table of corpora: its strategies under BM25; null for one without such rows, or without evidence. */
export function chunkingAcross(files: ReportFiles): AcrossCorpus | null {
  const summary = files.get(summaryName) as ChunkingSummary | undefined;
  const questions = (files.get(questionsName) as ChunkingQuestions | undefined)?.questions;
  const budgets = files.get(budgetsName) as ChunkingBudgets | undefined;
  if (!summary || !questions || !budgets) return null;
  const clusters = storedClusters(summary, questions);
  const strategies = summary.rows
    .filter(({ table, retriever }) => table === 'main' && retriever === 'bm25')
    .flatMap(({ row, strategy, label }) => {
      const stored = budgets.rows.find((candidate) => candidate.row === row);
      if (!stored) return [];
      const { tokenizer: _, ...settings } = summary.strategies.find(({ id }) => id === strategy)!.parameters;
      return [
        {
          id: strategy,
          label,
          settings: JSON.stringify(settings),
          columns: acrossBudgets.map((budget) => columnAt(stored, 'coverage', questions, clusters, budget)),
        },
      ];
    });
  const covered = strategies.some(({ columns }) =>
    columns.some(({ counts }) => counts.some((count) => count > 0)),
  );
  if (!covered) return null;
  const { name, hash } = summary.corpus;
  const { cluster } = summary.bootstrap;
  return {
    id: summary.id,
    // What follows the comma says how much of it was taken.
    name: name.split(',')[0]!,
    hash,
    cluster: summary.groupings.find(({ id }) => id === cluster)?.label.toLowerCase() ?? cluster,
    strategies,
  };
}
