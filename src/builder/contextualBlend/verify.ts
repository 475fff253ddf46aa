import type { StoredRanking } from '../../experiments/blend/measure/files';
import { blendBlocks } from '../../experiments/blend/measure/methods';
import { relevantRecords } from '../../experiments/blend/measure/ranking';
import type { SimilarityBlock } from '../../experiments/blend/measure/similarity';
import type { BlendResults, BlendSummary } from '../../experiments/blend/formats';
import type { ArtifactFile } from '../artifacts/store';
import { checkOf, firstDifference, textDifference } from '../difference';
import type { Check, VerifyRequest } from '../experiment';
import { buildContextualBlend } from './build';
import { decodeBlendFile, type BlendFileName } from './files';

/** How far a score may move when the same text is embedded again, in another batch or on another machine. */
export const embeddingTolerance = 1e-6;

/** Whether embedding every text again gives the same, within what embedding again allows. */
export async function verifyContextualBlend({
  committed,
  progress,
  signal,
}: Pick<VerifyRequest, 'committed' | 'progress' | 'signal'>): Promise<{
  checks: Check[];
  files: ArtifactFile[];
}> {
  const { provider, name } = decodeAll(committed).summary.model;
  if (provider !== 'local')
    return {
      checks: [
        { name: 'embedding again', ok: null, detail: `not repeated: ${name} runs elsewhere and is paid for` },
      ],
      files: [],
    };
  const { files: rebuilt } = await buildContextualBlend({
    values: { embedder: 'local' },
    progress,
    signal,
    fresh: true,
  });
  return {
    checks: checkRebuilt(committed, new Map(rebuilt.map(({ name, text }) => [name, text]))),
    files: rebuilt,
  };
}

type Texts = ReadonlyMap<string, string>;

function decodeAll(texts: Texts) {
  const file = <N extends BlendFileName>(name: N) => decodeBlendFile(name, texts.get(name) ?? '');
  return {
    summary: file('summary.json'),
    similarities: file('similarities.json'),
    results: { context: file('context-results.json'), intent: file('intent-results.json') },
  };
}

/** Whether files built again say the same as the committed ones. */
export function checkRebuilt(committed: Texts, rebuilt: Texts): Check[] {
  const [old, fresh] = [decodeAll(committed), decodeAll(rebuilt)];
  let swapped = 0;
  const checks = blendBlocks.map((block) => {
    const name = `${block}-fixtures.json`;
    return checkOf(
      name,
      'composed again: equal byte for byte',
      textDifference(committed.get(name), rebuilt.get(name) ?? ''),
    );
  });
  checks.push(
    checkOf(
      'similarities.json',
      'embedded again: every dot product within 1e-6',
      firstDifference(old.similarities, fresh.similarities, embeddingTolerance),
    ),
  );
  for (const block of blendBlocks) {
    const found = compareRankings(old.results[block], fresh.results[block], old.similarities[block]);
    swapped += found.swapped;
    checks.push(
      checkOf(`${block}-results.json`, 'embedded again: ranks equal, scores within 1e-6', found.difference),
    );
  }
  checks.push(
    swapped === 0
      ? checkOf(
          'summary.json',
          'embedded again: the same figures',
          firstDifference(old.summary, fresh.summary, 1e-9),
        )
      : checkOf(
          'summary.json',
          `embedded again: ${swapped} near ties changed places, so figures may move; the settings are the same`,
          firstDifference(settingsOf(old.summary), settingsOf(fresh.summary)),
        ),
  );
  return checks;
}

const settingsOf = ({
  rows,
  references,
  counts,
  corpusHash,
  model,
  bootstrap,
  tieTolerance,
}: BlendSummary) => ({
  rows: rows.map(({ row, label, role, queryWeight, storedWeight }) => ({
    row,
    label,
    role,
    queryWeight,
    storedWeight,
  })),
  references,
  counts,
  corpusHash,
  model,
  bootstrap,
  tieTolerance,
});

/**
 * The first ranking that differs by more than neighbours within the tolerance changing
 * places (`difference`, null when none does), and the number of rankings whose outcome
 * moved because an answer and another record within the tolerance did so (`swapped`).
 */
export function compareRankings(
  committed: BlendResults,
  rebuilt: BlendResults,
  similarity: SimilarityBlock,
): { difference: string | null; swapped: number } {
  const queryAt = new Map(similarity.queries.map(({ id }, index) => [id, index]));
  let swapped = 0;
  const differs = (difference: string) => ({ difference, swapped });
  if (committed.rankings.length !== rebuilt.rankings.length)
    return differs(`$.rankings: ${committed.rankings.length} committed, ${rebuilt.rankings.length} rebuilt`);
  for (const [index, old] of committed.rankings.entries()) {
    const fresh = rebuilt.rankings[index]!;
    const place = `$.rankings[${index}] (${old.method}, ${old.condition}, ${old.query})`;
    if (old.method !== fresh.method || old.condition !== fresh.condition || old.query !== fresh.query)
      return differs(`${place}: rebuilt as ${fresh.method}, ${fresh.condition}, ${fresh.query}`);
    const scoreOf = new Map(fresh.order.map((record, rank) => [record, fresh.scores[rank]!]));
    for (const [rank, record] of old.order.entries()) {
      const [before, after] = [old.scores[rank]!, scoreOf.get(record) ?? NaN];
      if (!(Math.abs(before - after) <= embeddingTolerance))
        return differs(
          `${place}: record ${committed.records[record]} scores ${before} committed, ${after} rebuilt`,
        );
      // A record may stand elsewhere only among records that score the same within the tolerance.
      if (fresh.order[rank] !== record && !(Math.abs(before - fresh.scores[rank]!) <= embeddingTolerance))
        return differs(
          `${place}: rank ${rank + 1} is ${committed.records[record]} committed, ${rebuilt.records[fresh.order[rank]!]} rebuilt`,
        );
    }
    const difference = firstDifference(outcomeOf(old), outcomeOf(fresh), 1e-9);
    if (!difference) continue;
    if (!hasNearTie(old, relevantRecords(similarity, queryAt.get(old.query)!)))
      return differs(`${place}: ${difference}`);
    swapped += 1;
  }
  return { difference: null, swapped };
}

const outcomeOf = ({ top1, reciprocalRank, coverageAt4 }: StoredRanking) => ({
  top1,
  reciprocalRank,
  coverageAt4,
});

/** Whether an answer and a neighbour that is none score so alike that embedding again may swap them. */
function hasNearTie({ order, scores }: StoredRanking, relevant: ReadonlySet<number>): boolean {
  return order.some(
    (record, rank) =>
      rank > 0 &&
      relevant.has(record) !== relevant.has(order[rank - 1]!) &&
      scores[rank - 1]! - scores[rank]! <= 2 * embeddingTolerance,
  );
}
