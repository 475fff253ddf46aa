import { evaluateBlend } from '../../core/experiments/contextualBlend/evaluation';
import { blendHeadline, blendResults, evaluateRankings, type StoredRanking } from '../../core/experiments/contextualBlend/files';
import { blendBlocks } from '../../core/experiments/contextualBlend/methods';
import { relevantRecords } from '../../core/experiments/contextualBlend/ranking';
import type { SimilarityBlock } from '../../core/experiments/contextualBlend/similarity';
import type { BlendResults, BlendSummary } from '../../schema/contextualBlend';
import { sha256 } from '../artifacts/store';
import { firstDifference } from '../difference';
import type { Check, VerifyRequest } from '../experiment';
import { buildContextualBlend } from './build';
import { decodeBlendFile, type BlendFileName } from './files';

/** How far a score may move when the same text is embedded again, in another batch or on another machine. */
export const embeddingTolerance = 1e-6;

/**
 * Two questions: do the committed figures follow from the committed rankings and dot
 * products, digit by digit; and does embedding every text again give the same, within
 * what embedding again allows.
 */
export async function verifyContextualBlend({ committed, progress, signal }: Pick<VerifyRequest, 'committed' | 'progress' | 'signal'>): Promise<{ checks: Check[]; files: { name: string; text: string }[] }> {
  const textOf = (name: BlendFileName) => committed.get(name) ?? '';
  const summary = decodeBlendFile('summary.json', textOf('summary.json'));
  const similarities = decodeBlendFile('similarities.json', textOf('similarities.json'));
  const results = { context: decodeBlendFile('context-results.json', textOf('context-results.json')), intent: decodeBlendFile('intent-results.json', textOf('intent-results.json')) };
  const checks: Check[] = [];
  const check = (name: string, what: string, difference: string | null) => checks.push({ name, ok: difference === null, detail: difference ?? what });

  for (const block of blendBlocks) {
    const hash = sha256(JSON.stringify(JSON.parse(textOf(`${block}-fixtures.json`))));
    check(`${block}-fixtures.json`, 'its content has the corpus hash of the summary', hash === summary.corpusHash[block] ? null : `corpus hash is ${hash}, summary.json says ${summary.corpusHash[block]}`);
    check(`${block}-results.json`, 'every ranking follows from similarities.json', firstDifference(results[block], blendResults(block, similarities[block], similarities.model)));
  }
  const figures = ({ rows, comparisons, selection, baseline, bootstrap }: Pick<typeof summary, 'rows' | 'comparisons' | 'selection' | 'baseline' | 'bootstrap'>) => ({ rows, comparisons, selection, baseline, bootstrap });
  check('summary.json', 'every figure follows from the stored rankings', firstDifference(figures(summary), figures(evaluateRankings(similarities, results, optionsOf(summary)))));
  check('summary.json', 'every figure follows from similarities.json', firstDifference(figures(summary), figures(evaluateBlend(similarities, optionsOf(summary)))));
  check('summary.json', 'the headline follows from the comparisons', firstDifference(summary.headline, blendHeadline(evaluateBlend(similarities, optionsOf(summary)).comparisons, summary.model)));

  const embedder = summary.model.provider === 'local' ? 'local' : 'openai';
  if (embedder !== 'local') {
    checks.push({ name: 'embedding again', ok: null, detail: `not repeated: ${summary.model.name} is a paid model` });
    return { checks, files: [] };
  }
  const { files } = await buildContextualBlend({ values: { embedder }, progress, signal, fresh: true });
  const rebuilt = new Map(files.map(({ name, text }) => [name, text]));
  const again = (name: BlendFileName) => rebuilt.get(name)!;
  for (const block of blendBlocks) {
    const name = `${block}-fixtures.json` as const;
    check(name, 'composed again: equal byte for byte', firstDifference(textOf(name), again(name)) === null ? null : firstDifference(JSON.parse(textOf(name)), JSON.parse(again(name))) ?? 'spaces or line breaks differ');
  }
  const similaritiesAgain = decodeBlendFile('similarities.json', again('similarities.json'));
  check('similarities.json', `embedded again: every dot product within ${embeddingTolerance}`, firstDifference(similarities, similaritiesAgain, embeddingTolerance));
  let swapped = 0;
  for (const block of blendBlocks) {
    const name = `${block}-results.json` as const;
    const found = compareRankings(results[block], decodeBlendFile(name, again(name)), similarities[block]);
    swapped += found.swapped;
    check(name, `embedded again: ranks equal, scores within ${embeddingTolerance}`, found.difference);
  }
  const summaryAgain = decodeBlendFile('summary.json', again('summary.json'));
  if (swapped === 0) check('summary.json', 'embedded again: the same figures', firstDifference(summary, summaryAgain, 1e-9));
  else check('summary.json', `embedded again: ${swapped} near ties changed places, so figures may move; the settings are the same`, firstDifference(settingsOf(summary), settingsOf(summaryAgain)));
  return { checks, files };
}

const optionsOf = ({ bootstrap }: { bootstrap: { draws: number; random: { seed: number } } }) => ({ draws: bootstrap.draws, seed: bootstrap.random.seed });

const settingsOf = ({ rows, references, counts, corpusHash, model, bootstrap, tieTolerance }: BlendSummary) => ({
  rows: rows.map(({ row, label, role, queryWeight, storedWeight }) => ({ row, label, role, queryWeight, storedWeight })),
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
export function compareRankings(committed: BlendResults, rebuilt: BlendResults, similarity: SimilarityBlock): { difference: string | null; swapped: number } {
  const queryAt = new Map(similarity.queries.map(({ id }, index) => [id, index]));
  let swapped = 0;
  const differs = (difference: string) => ({ difference, swapped });
  if (committed.rankings.length !== rebuilt.rankings.length) return differs(`$.rankings: ${committed.rankings.length} committed, ${rebuilt.rankings.length} rebuilt`);
  for (const [index, old] of committed.rankings.entries()) {
    const fresh = rebuilt.rankings[index]!;
    const place = `$.rankings[${index}] (${old.method}, ${old.condition}, ${old.query})`;
    if (old.method !== fresh.method || old.condition !== fresh.condition || old.query !== fresh.query) return differs(`${place}: rebuilt as ${fresh.method}, ${fresh.condition}, ${fresh.query}`);
    const scoreOf = new Map(fresh.order.map((record, rank) => [record, fresh.scores[rank]!]));
    for (const [rank, record] of old.order.entries()) {
      const [before, after] = [old.scores[rank]!, scoreOf.get(record) ?? NaN];
      if (!(Math.abs(before - after) <= embeddingTolerance)) return differs(`${place}: record ${committed.records[record]} scores ${before} committed, ${after} rebuilt`);
      // A record may stand elsewhere only among records that score the same within the tolerance.
      if (fresh.order[rank] !== record && !(Math.abs(before - fresh.scores[rank]!) <= embeddingTolerance)) return differs(`${place}: rank ${rank + 1} is ${committed.records[record]} committed, ${rebuilt.records[fresh.order[rank]!]} rebuilt`);
    }
    const difference = firstDifference(outcomeOf(old), outcomeOf(fresh), 1e-9);
    if (!difference) continue;
    if (!hasNearTie(old, relevantRecords(similarity, queryAt.get(old.query)!))) return differs(`${place}: ${difference}`);
    swapped += 1;
  }
  return { difference: null, swapped };
}

const outcomeOf = ({ top1, reciprocalRank, coverageAt4 }: StoredRanking) => ({ top1, reciprocalRank, coverageAt4 });

/** Whether an answer and a neighbour that is none score so alike that embedding again may swap them. */
function hasNearTie({ order, scores }: StoredRanking, relevant: ReadonlySet<number>): boolean {
  return order.some((record, rank) => rank > 0 && relevant.has(record) !== relevant.has(order[rank - 1]!) && scores[rank - 1]! - scores[rank]! <= 2 * embeddingTolerance);
}
