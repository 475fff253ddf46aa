import { familyLosses, type FamilyLosses } from '../../experiments/chunking/familyLosses';
import { firstBudget, heldAt, type BudgetRow } from '../../experiments/chunking/budgets';
import type {
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingSummary,
} from '../../experiments/chunking/formats';

/** What a family holds whole within the first budget, beside where it loses the rest. */
interface FamilyFigures extends Omit<FamilyLosses, 'family'> {
  /** Share of its questions whose whole evidence is returned within 512 tokens; null without a question. */
  evidenceCoverageWithin512: number | null;
}

/** Losses at cutoff 5 and whole evidence within 512 tokens, by every grouping but that of the clusters. */
export function byFamily(
  { groupings, bootstrap }: ChunkingSummary,
  { questions }: ChunkingQuestions,
  { loss }: ChunkingRankings,
  budgets: BudgetRow,
): Record<string, Record<string, FamilyFigures>> {
  const held = heldAt(budgets, 'coverage', questions, firstBudget);
  return Object.fromEntries(
    groupings
      .filter(({ id }) => id !== bootstrap.cluster)
      .map((grouping) => [
        grouping.id,
        Object.fromEntries(
          familyLosses(questions, grouping, (question) => loss[question] ?? null).map(
            ({ family, ...losses }) => {
              const own = [...held].filter(
                (value, q) => questions[q]!.families[grouping.id] === family && !Number.isNaN(value),
              );
              const whole = own.reduce((sum, value) => sum + value, 0);
              return [
                family,
                { ...losses, evidenceCoverageWithin512: own.length > 0 ? whole / own.length : null },
              ];
            },
          ),
        ),
      ]),
  );
}
