import { isHit, pairCell, type SharedQuestion } from '../compare/compare';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import type { HitRule } from '../../experiments/chunking/hitRule';
import { conditionOf } from '../../experiments/blend/compare';
import { pairReason } from '../../experiments/compareWords';
import type { BlendSimilarities, BlendSummary } from '../../experiments/blend/formats';
import type { NeighborRow } from '../../experiments/chunking/neighbors/formats';
import { blendDetails } from '../../experiments/blend/reportDetails';
import { chunkingDetails } from '../../experiments/chunking/reportDetails';
import type { ComparedRun } from './comparison';
import type { ReportTree } from './contents';
import {
  expansionData,
  expansionTree,
  type ExpansionData,
} from '../../experiments/chunking/neighbors/expansionTrees';
import type { DetailPart } from './inspected';
import { neighborDetails } from '../../experiments/chunking/neighbors/reportDetails';

/** Trees of flips that a report shows. */
const shownTrees = 24;

/** What the inspector draws of compared runs: one part per run, since each may be of another experiment. */
export function comparedDetails(
  runs: readonly ComparedRun[],
  rule: HitRule,
): { parts: DetailPart[]; at: (readonly [part: number, row: number] | null)[] } {
  const parts: DetailPart[] = [];
  const at = runs.map((compared): readonly [number, number] | null => {
    const part = detailOf(compared, rule);
    return part ? [parts.push(part) - 1, 0] : null;
  });
  return { parts, at };
}

function detailOf({ run, entry, files }: ComparedRun, rule: HitRule): DetailPart | null {
  switch (entry.kind) {
    case 'chunking': {
      const row = (files.get('summary.json') as ChunkingSummary | undefined)?.rows.find(
        ({ row }) => row === run.name.row,
      );
      return row ? chunkingDetails(files, [row], rule.rule) : null;
    }
    case 'neighbor-expansion': {
      const data = expansionData(files, rule);
      const row = data?.summary.rows.find(({ row }) => row === run.name.row);
      return data && row ? neighborDetails(data, files, [row]) : null;
    }
    case 'contextual-blend': {
      const method = (files.get('summary.json') as BlendSummary | undefined)?.rows.find(
        ({ row }) => row === run.name.row,
      );
      const similarities = files.get('similarities.json') as BlendSimilarities | undefined;
      return method && similarities
        ? blendDetails(similarities, files, [{ method, condition: conditionOf(run.name), label: run.label }])
        : null;
    }
    default:
      return null;
  }
}

interface WidenedRun {
  data: ExpansionData;
  row: NeighborRow;
  letter: string;
  places: ReadonlyMap<string, number>;
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
  const widened = pair.map((place, side) => widenedRun(runs[place]!, rule, letters[side]!));
  const treeOf = (
    { data, row, letter, places }: WidenedRun,
    { id, sides }: SharedQuestion,
    depth: number,
  ): ReportTree | null => {
    const question = places.get(id);
    const [a, b] = [sides[pair[0]]!, sides[pair[1]]!];
    if (question === undefined) return null;
    const tree = expansionTree(
      data,
      question,
      row,
      depth,
      `only ${pairCell(a, b) === 'onlyA' ? letters[0] : letters[1]}`,
    );
    return { ...tree, title: `${letter}: ${tree.title}` };
  };
  const trees = flips
    .slice(0, shownTrees)
    .flatMap((flip) => widened.flatMap((own) => (own ? (treeOf(own, flip, rule.k) ?? []) : [])));
  const chosen = flips
    .flatMap((flip) =>
      widened.flatMap((own, side) =>
        own && own.row.neighborPrev + own.row.neighborNext > 0 && isHit(flip.sides[pair[side]!]!)
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

function widenedRun({ run, entry, files }: ComparedRun, rule: HitRule, letter: string): WidenedRun | null {
  const data = entry.kind === 'neighbor-expansion' ? expansionData(files, rule) : null;
  const row = data?.summary.rows.find(({ row }) => row === run.name.row);
  return data && row
    ? { data, row, letter, places: new Map(data.questions.map(({ id }, place) => [id, place])) }
    : null;
}
