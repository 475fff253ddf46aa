import type { CompareQuestion } from '../../analysis/compare/compare';
import { CUTOFFS, type Cutoff } from '../../core/metrics/contextTokens';
import { isRelevant } from './measure/outcomes';
import type {
  ImportedJudgments,
  ImportedQuestions,
  ImportedRankings,
  ImportedRowFigures,
  ImportedSummary,
} from './formats';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { MeasuredRun } from '../../analysis/compare/measuredRun';
import { formatRunId } from '../../analysis/compare/runId';

/** The files that an imported row is compared by. */
export interface ImportedRunFiles {
  summary: ImportedSummary;
  questions: ImportedQuestions;
  rankings: ImportedRankings;
}

/** The cutoff at which an imported run counts a hit: files know cutoffs of 1, 3, 5 and 10. */
export const importedCutoff = (k: number): Cutoff => CUTOFFS.find((cutoff) => k <= cutoff) ?? 10;

/** One row of an imported artifact as a run to compare. What its files do not say is absent. */
export function importedRun(
  { id }: Pick<ExperimentEntry, 'id'>,
  { summary, questions, rankings }: ImportedRunFiles,
  row: ImportedRowFigures,
  k: number,
): MeasuredRun {
  const name = { experiment: id, row: row.row };
  const cutoff = importedCutoff(k);
  return {
    id: formatRunId(name),
    name,
    label: row.row,
    experiment: id,
    corpus: summary.corpus,
    groupings: summary.families ? [{ id: 'family', label: 'Family' }] : [],
    familyLabels: new Map(),
    hasHitRule: true,
    costs: [],
    facts: [
      { id: 'run', label: 'Run file', value: row.run.file, warns: false },
      { id: 'tag', label: 'Tag', value: row.tag, warns: false },
      {
        id: 'judgments',
        label: 'Judgments',
        value: summary.judgments[row.judgments]?.file ?? null,
        warns: true,
      },
      { id: 'cutoff', label: 'Count hits up to rank', value: String(cutoff), warns: true },
      { id: 'rule', label: 'Relevance', value: 'as judged, above 0', warns: true },
    ],
    questions: questions.questions.flatMap(({ id: question, family }, place): CompareQuestion[] => {
      const [hits, reciprocalRank] = [rankings.hits[place], rankings.reciprocalRank[place]];
      return hits && reciprocalRank !== null && reciprocalRank !== undefined
        ? [
            {
              id: question,
              families: family === null ? {} : { family },
              cluster: family ?? question,
              outcome: hits[CUTOFFS.indexOf(cutoff)]!,
              reciprocalRank,
              rank: rankings.firstRelevantRank[place] || null,
              loss: null,
            },
          ]
        : [];
    }),
  };
}

/** Grade of a document for a question; null for one that nobody judged. */
export function storedGrade(
  { relevant, grades, notRelevant }: ImportedJudgments,
  question: number,
  id: string,
): number | null {
  const at = relevant[question]?.indexOf(id) ?? -1;
  if (at >= 0) return grades[question]?.[at] ?? 1;
  return notRelevant[question]?.includes(id) ? 0 : null;
}

export const isRelevantGrade = (grade: number | null): boolean => isRelevant(grade ?? undefined);
