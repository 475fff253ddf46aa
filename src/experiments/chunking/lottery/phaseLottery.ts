import { phasedWindows, reachability } from '../../../core/chunking/phases';
import { buildWordOverlap } from '../../../core/retrieval/wordOverlap';
import type { Span } from '../../../core/units';

export interface LotteryQuestion {
  id: string;
  text: string;
  target: Span;
}

/** What one phase of the windows makes of the questions. */
interface Phase {
  phase: number;
  /** Ids of the questions whose first window holds the target. */
  passed: string[];
  /** Ids of those whose target some window holds. */
  reachable: string[];
}

export interface PhaseLottery {
  phases: Phase[];
  /** How many phases pass so many questions, from none to all. */
  distribution: number[];
  /** Per question: phases in which some window holds the target, those that also rank it first, and what the closed form says. */
  questions: { id: string; reachable: number; passed: number; closedForm: number }[];
}

/**
 * How much of a result is where the first cut happened to fall: the same windows at every phase,
 * each ranked by word overlap. Reachable but not passed is a loss of the ranking; not
 * reachable is a loss of the cut.
 */
export function phaseLottery(
  text: string,
  questions: readonly LotteryQuestion[],
  size: number,
  overlap: number,
): PhaseLottery {
  const phases = Array.from({ length: size - overlap }, (_, place): Phase => {
    const windows = phasedWindows(text.length, size, overlap, place + 1);
    const { search } = buildWordOverlap(windows.map(({ start, end }) => text.slice(start, end)));
    const holds = (window: Span | undefined, { start, end }: Span): boolean =>
      window !== undefined && window.start <= start && end <= window.end;
    const idsWhere = (test: (question: LotteryQuestion) => boolean): string[] =>
      questions.filter(test).map(({ id }) => id);
    return {
      phase: place + 1,
      passed: idsWhere(({ text: query, target }) => holds(windows[search(query, 1)[0]?.index ?? -1], target)),
      reachable: idsWhere(({ target }) => windows.some((window) => holds(window, target))),
    };
  });
  const times = (of: 'passed' | 'reachable', id: string): number =>
    phases.filter((phase) => phase[of].includes(id)).length;
  return {
    phases,
    distribution: Array.from(
      { length: questions.length + 1 },
      (_, passes) => phases.filter(({ passed }) => passed.length === passes).length,
    ),
    questions: questions.map(({ id, target }) => ({
      id,
      reachable: times('reachable', id),
      passed: times('passed', id),
      closedForm: reachability(target.end - target.start, size, overlap),
    })),
  };
}
