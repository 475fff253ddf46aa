import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import type { StoredExpansion } from '../../../../experiments/chunking/neighbors/stored';
import type { DrawnChunk, ExpansionDrawing } from '../../neighbors/expansionDrawing';
import { expandedRank, reachOf, states, stateOf, type State } from '../../neighbors/neighborsModel';

export interface ListedQuestion {
  /** Its place in the run. */
  place: number;
  state: State;
  /** First hit that holds the answer by itself; 0 for none. */
  hitRank: number;
  /** The fewest hits whose expansion holds it; 0 for none. */
  expandedRank: number;
}

const listOrder: readonly State[] = ['rescued', 'missed', 'hit'];

/** All questions by the first `k` hits: those that neighbors rescue first, then what is missed, then what a hit finds alone. */
export function listQuestions(data: StoredExpansion, width: NeighborCounts, k: number): ListedQuestion[] {
  const listed = data.questions.map((_, place): ListedQuestion => ({
    place,
    state: stateOf(data, place, width, k, 'answer'),
    hitRank: data.aloneRank(place, 'answer'),
    expandedRank: expandedRank(data, place, 'answer', width),
  }));
  return listOrder.flatMap((state) => {
    const own = listed.filter((question) => question.state === state);
    return state === 'rescued'
      ? own.sort((a, b) => a.expandedRank - b.expandedRank || a.place - b.place)
      : own;
  });
}

/** How many questions of each state there are. */
export function countStates(listed: readonly ListedQuestion[]): Record<State, number> {
  return Object.fromEntries(
    states.map((state) => [state, listed.filter((question) => question.state === state).length]),
  ) as Record<State, number>;
}

/** The flat list: each chunk once, in document order, documents by their best hit. */
export const handedOver = ({ strips }: ExpansionDrawing): DrawnChunk[] =>
  strips.flatMap(({ chunks }) => chunks);

/** What it would take to reach the answer from the first `k` hits, in a sentence. */
export function reachSentence(data: StoredExpansion, question: number, k: number): string {
  const hits = Math.min(k, data.basis.hits[question]!.length);
  if (hits === 0) return 'The search found no chunk for this question, so there is nothing to widen.';
  if (data.basis.relevant.answer[question]!.length === 0)
    return 'No run of chunks holds the answer, so no width can reach it.';
  const reach = reachOf(data, question, k, 'answer');
  const first = hits === 1 ? 'The first hit does not lie' : `None of the first ${hits} hits lies`;
  if (!reach) return `${first} in a document that holds the answer, so no width can reach it.`;
  return reach.neighborPrev + reach.neighborNext === 0
    ? `Hit ${reach.rank} holds the answer by itself.`
    : `The closest hit is hit ${reach.rank}: ±${reach.neighborPrev}/${reach.neighborNext} around it reaches the answer.`;
}
