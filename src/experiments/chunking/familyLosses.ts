import type { ChunkingQuestions, LossStage } from './formats';
import { stagesOf, type StageLosses } from './measure/setups';

/** Where the questions of one family were lost; questions that were hit are in `n` alone. */
export interface FamilyLosses {
  family: string;
  n: number;
  missed: number;
  lost: StageLosses;
}

/**
 * Losses by family, in the order of the grouping; a family without a question has n = 0.
 *
 * @param stageOf the stage that lost a question; null for a hit.
 */
export function familyLosses(
  questions: ChunkingQuestions['questions'],
  { id, families }: { id: string; families: readonly string[] },
  stageOf: (question: number) => LossStage | null,
): FamilyLosses[] {
  const losses = new Map(families.map((family) => [family, noneLost(family)]));
  questions.forEach(({ families: own }, question) => {
    const family = Object.hasOwn(own, id) ? losses.get(own[id]!) : undefined;
    if (!family) return;
    const stage = stageOf(question);
    family.n += 1;
    if (stage === null) return;
    family.missed += 1;
    family.lost[stage] = (family.lost[stage] ?? 0) + 1;
  });
  return [...losses.values()];
}

const noneLost = (family: string): FamilyLosses => ({
  family,
  n: 0,
  missed: 0,
  lost: Object.fromEntries(stagesOf('embedding').map((stage) => [stage, 0])) as StageLosses,
});
