import { isHit, pairCell, type SharedQuestion } from '../compare/compare';
import type { HitRule } from '../compare/hitRule';
import type { MeasuredRun } from '../compare/measuredRun';
import { pairReason } from '../compare/words';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { ComparedTrees, ExperimentKind } from '../kind';
import type { ReportFiles, ReportTree } from './contents';
import type { DetailPart } from './inspected';

/** A run with the experiment that it is a row of, and its files for trees and drawings. */
export interface ComparedRun {
  run: MeasuredRun;
  entry: ExperimentEntry;
  kind: ExperimentKind;
  files: ReportFiles;
}

/** Trees of flips that a report shows. */
const shownTrees = 24;

/** What the inspector draws of compared runs: one part per run, since each may be of another experiment. */
export function comparedDetails(
  runs: readonly ComparedRun[],
  rule: HitRule,
): { parts: DetailPart[]; at: (readonly [part: number, row: number] | null)[] } {
  const parts: DetailPart[] = [];
  const at = runs.map((compared): readonly [number, number] | null => {
    const part = compared.kind.compare.details(compared.files, compared.run, rule);
    return part ? [parts.push(part) - 1, 0] : null;
  });
  return { parts, at };
}

interface WidenedRun extends ComparedTrees {
  letter: string;
}

/**
 * Expansion trees of the flips of a pair, for each side that widens its hits; and one of
 * them told in words, of a question that only the widened side hits.
 */
export function comparedTrees(
  runs: readonly ComparedRun[],
  rule: HitRule,
  pair: readonly [number, number],
  flips: readonly SharedQuestion[],
  letters: readonly [string, string],
): { trees: ReportTree[]; telling: ReportTree | null } {
  const widened = pair.map((position, side): WidenedRun | null => {
    const { kind, files, run } = runs[position]!;
    const trees = kind.compare.trees?.(files, run, rule);
    return trees ? { ...trees, letter: letters[side]! } : null;
  });
  const treeOf = (
    { letter, treeOf: tree }: WidenedRun,
    { id, sides }: SharedQuestion,
    depth: number,
  ): ReportTree | null => {
    const [a, b] = [sides[pair[0]]!, sides[pair[1]]!];
    const found = tree(id, depth, `only ${pairCell(a, b) === 'onlyA' ? letters[0] : letters[1]}`);
    return found && { ...found, title: `${letter}: ${found.title}` };
  };
  const trees = flips
    .slice(0, shownTrees)
    .flatMap((flip) => widened.flatMap((own) => (own ? (treeOf(own, flip, rule.k) ?? []) : [])));
  const chosen = flips
    .flatMap((flip) =>
      widened.flatMap((own, side) =>
        own?.widens && isHit(flip.sides[pair[side]!]!)
          ? [{ flip, own, rank: flip.sides[pair[side]!]!.rank ?? rule.k }]
          : [],
      ),
    )
    .sort((x, y) => x.rank - y.rank)[0];
  const tree = chosen && treeOf(chosen.own, chosen.flip, chosen.rank);
  if (!tree) return { trees, telling: null };
  const [a, b] = [chosen.flip.sides[pair[0]]!, chosen.flip.sides[pair[1]]!];
  return {
    trees,
    telling: {
      ...tree,
      words: [
        `Question ${tree.id}: ${pairReason(a, b, letters)}.`,
        'Below are the hits with the chunks that they bring along.',
      ],
      title: 'One question that neighbors decide',
    },
  };
}
