import { blendedScore, type BlendDots } from '../../../core/vectors/scoreTerms';
import { rankGroups } from '../../../core/metrics/ties';
import { queryIsNoisy, storedIsNoisy, type BlendCondition, type BlendWeights } from './methods';
import type { SimilarityBlock } from './similarity';

/** Everything about one block that a ranking looks up, found once per block. */
interface BlockIndex {
  familyOfRecord: number[];
  familyOfQuery: number[];
  recordOf: Map<string, number>;
}

const indexes = new WeakMap<SimilarityBlock, BlockIndex>();

function indexOf(block: SimilarityBlock): BlockIndex {
  const known = indexes.get(block);
  if (known) return known;
  const families = new Map(block.families.map((id, index) => [id, index]));
  const familyIndex = (id: string): number => {
    const index = families.get(id);
    if (index === undefined)
      throw new RangeError(`family "${id}" is used but not listed among ${block.families.length} families`);
    return index;
  };
  const index = {
    familyOfRecord: block.records.map(({ family }) => familyIndex(family)),
    familyOfQuery: block.queries.map(({ family }) => familyIndex(family)),
    recordOf: new Map(block.records.map(({ id }, position) => [id, position])),
  };
  indexes.set(block, index);
  return index;
}

/** The six dot products between one query and one record under a condition. */
export function blockDots(
  block: SimilarityBlock,
  condition: BlendCondition,
  queryIndex: number,
  recordIndex: number,
): BlendDots {
  const { familyOfQuery, familyOfRecord } = indexOf(block);
  const queryFamily = familyOfQuery[queryIndex];
  const recordFamily = familyOfRecord[recordIndex];
  if (queryFamily === undefined)
    throw new RangeError(`query index is ${queryIndex}, expected 0 to ${block.queries.length - 1}`);
  if (recordFamily === undefined)
    throw new RangeError(`record index is ${recordIndex}, expected 0 to ${block.records.length - 1}`);
  const asked = queryIsNoisy(condition) ? 'noisy' : 'clean';
  const stored = storedIsNoisy(condition) ? 'noisy' : 'clean';
  const contexts =
    block.contextToContext[
      asked === 'clean'
        ? stored === 'clean'
          ? 'cleanClean'
          : 'cleanNoisy'
        : stored === 'clean'
          ? 'noisyClean'
          : 'noisyNoisy'
    ];
  return {
    pieceToPiece: block.pieceToPiece[queryFamily]![recordFamily]!,
    pieceToContext: block.pieceToContext[stored][queryFamily]![recordIndex]!,
    contextToPiece: block.contextToPiece[asked][queryIndex]![recordFamily]!,
    contextToContext: contexts[queryIndex]![recordIndex]!,
    queryInner: block.queryInner[asked][queryIndex]!,
    storedInner: block.storedInner[stored][recordIndex]!,
  };
}

/** All records of a block for one query, best first. */
export interface BlendOrder {
  /** Indexes into the block's records. */
  order: number[];
  /** Cosines in the order of `order`, rounded to 10 decimals. */
  scores: number[];
}

/**
 * Rounded before anything is ordered: what is stored is then exactly what was ranked,
 * and outcomes recomputed from a stored ranking are the outcomes of the run.
 */
const scoreDecimals = 1e10;

/** More than two cosines can differ by, so that no whole text outranks a nearer focus. */
const focusStep = 3;

/** For each family, how many groups of families have a focus nearer to that of the query; those within the tie tolerance share a group. */
function nearerFocuses(pieces: readonly number[]): number[] {
  const groups = rankGroups(
    pieces,
    pieces.map(() => false),
  );
  const ahead = pieces.map(() => 0);
  groups.forEach(({ members }, group) => members.forEach((family) => (ahead[family] = group)));
  return ahead;
}

/**
 * Ranks every record of the block for one query, by the cosine of the two blended vectors;
 * ties by stored order. Where the focus comes first, a score is that cosine less 3 for
 * every group of records whose focus is nearer.
 */
export function rankBlendQuery(
  block: SimilarityBlock,
  weights: BlendWeights,
  condition: BlendCondition,
  queryIndex: number,
): BlendOrder {
  const { familyOfQuery, familyOfRecord } = indexOf(block);
  const ahead = weights.focusFirst && nearerFocuses(block.pieceToPiece[familyOfQuery[queryIndex]!]!);
  const byRecord = block.records.map((_, recordIndex) => {
    const { score } = blendedScore(
      blockDots(block, condition, queryIndex, recordIndex),
      weights.queryWeight,
      weights.storedWeight,
    );
    const behind = ahead ? focusStep * ahead[familyOfRecord[recordIndex]!]! : 0;
    return Math.round((score - behind) * scoreDecimals) / scoreDecimals;
  });
  const order = byRecord.map((_, index) => index).sort((a, b) => byRecord[b]! - byRecord[a]! || a - b);
  return { order, scores: order.map((index) => byRecord[index]!) };
}

/** The records of a query's family. */
export function familyRecords(block: SimilarityBlock, queryIndex: number): Set<number> {
  const { familyOfQuery, familyOfRecord } = indexOf(block);
  return new Set(
    familyOfRecord.flatMap((family, record) => (family === familyOfQuery[queryIndex] ? [record] : [])),
  );
}

/** Records that answer a query: the target of a specific one, the four of its family for a generic one. */
export function relevantRecords(block: SimilarityBlock, queryIndex: number): Set<number> {
  const { recordOf } = indexOf(block);
  const query = block.queries[queryIndex];
  if (!query) throw new RangeError(`query index is ${queryIndex}, expected 0 to ${block.queries.length - 1}`);
  if (query.kind === 'generic') return familyRecords(block, queryIndex);
  const target = query.target === null ? undefined : recordOf.get(query.target);
  if (target === undefined)
    throw new RangeError(
      `query "${query.id}" asks for record "${query.target}", which the block does not hold`,
    );
  return new Set([target]);
}
