import type { ExperimentEntry } from '../../../artifact/indexFile';
import type { Tokens } from '../../../core/units';
import {
  columnAt,
  mainMeasure,
  storedClusters,
  type BudgetMeasure,
} from '../../../experiments/chunking/budgets';
import {
  chunkingBudgetsFormat,
  chunkingQuestionsFormat,
  chunkingSummaryFormat,
  type Retriever,
} from '../../../experiments/chunking/formats';
import { loadExperimentFile } from '../../data/artifacts';
import type { ArtifactSource } from '../../data/artifactSource';
import { askOnce } from '../../data/askOnce';
import { loadTogether } from '../../data/promiseCache';
import type { AtBudget, BudgetColumns } from './atBudget';

/** What a run's rows hold within a token budget, and of what. */
export interface MeasuredBudget extends AtBudget {
  budget: Tokens;
  measure: BudgetMeasure;
}

interface Asked {
  source: ArtifactSource;
  entry: ExperimentEntry;
  /** Whose rows are set side by side; they are one family for their places. */
  retriever: Retriever;
  budget: Tokens;
  /** That which the run is judged by unless told. */
  measure?: BudgetMeasure;
}

/** The rows of a retriever at a token budget, computed beside the page; null for a run that stores no budgets. The same promise each time. */
export function loadAtBudget({
  source,
  entry,
  retriever,
  budget,
  measure: asked,
}: Asked): Promise<MeasuredBudget | null> {
  const name = `budgets/${retriever}.json`;
  return loadTogether(JSON.stringify(['budget', source.id, entry.id, retriever, budget, asked]), async () => {
    if (!entry.files.some((file) => file.name === name)) return null;
    const [summary, questions, budgets] = await Promise.all([
      loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat),
      loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
      loadExperimentFile(source, entry, name, chunkingBudgetsFormat),
    ]);
    const measure = asked ?? mainMeasure(budgets.value);
    const clusters = storedClusters(summary.value, questions.value.questions);
    const rows: BudgetColumns = summary.value.rows
      .filter((row) => row.retriever === retriever)
      .flatMap(({ row }) => {
        const stored = budgets.value.rows.find((own) => own.row === row);
        return stored
          ? [{ id: row, column: columnAt(stored, measure, questions.value.questions, clusters, budget) }]
          : [];
      });
    const found = await askOnce<BudgetColumns, AtBudget>(
      new Worker(new URL('./atBudget.worker.ts', import.meta.url), { type: 'module', name: 'budget' }),
      rows,
    );
    return { ...found, budget, measure };
  });
}
