import { count, interval, percent, score } from '../../core/stats/format';
import { andList } from '../../core/stats/words';
import type { Estimate } from '../../artifact/common';
import type { Abstention } from '../../experiments/chunking/abstention/formats';
import type { ChunkingRow, ChunkingSummary } from '../../experiments/chunking/formats';

/** The result in words, from the figures and verdicts alone. */
export function headlineOf(summary: Summary): string {
  if (summary.rows.some(({ retriever }) => retriever === 'word-overlap')) return firstFragments(summary);
  if (summary.abstention) return evidenceHeadline(summary, summary.abstention);
  return [chunkingHeadline(summary), secondHeadline(summary)].filter((part) => part !== null).join(' ');
}

type Summary = Omit<ChunkingSummary, 'headline'>;

/** The result of the first table in two sentences, from the figures and verdicts alone. */
export function chunkingHeadline(summary: Summary): string {
  const { rows, best } = summary;
  const row = rows.find(({ row }) => row === best?.row);
  if (!best || !row) return 'No row has a figure.';
  const labelOf = (id: string): string => rows.find(({ row }) => row === id)?.label ?? id;
  const { value, interval: bounds } = row.metrics.ndcgAt10;
  const rivals = best.notSeparatedFrom.map(labelOf);
  const verdict =
    rivals.length > 0 ? `not separated from ${andList(rivals)}` : 'ahead of every other strategy';
  const parts = [
    `With BM25, ${labelOf(best.row)} has the highest nDCG@10 (${score(value)}, 95 % interval ${interval(bounds?.[0], bounds?.[1], score)}), ${verdict}.`,
  ];
  const cheapest = rows
    .filter(({ table, metrics }) => table === 'main' && metrics.contextTokensAt90 !== null)
    .sort((a, b) => a.metrics.contextTokensAt90!.tokens - b.metrics.contextTokensAt90!.tokens)[0];
  if (cheapest) {
    const { tokens, cutoff } = cheapest.metrics.contextTokensAt90!;
    parts.push(
      `${labelOf(cheapest.row)} needs the fewest context tokens to hold an answer to more than 90 % of the questions: ${count(Math.round(tokens))} in ${cutoff === 1 ? 'one context' : `${cutoff} contexts`}.`,
    );
  }
  return parts.join(' ');
}

/** What the model adds, where it was run. */
export function secondHeadline({ rows, comparisons }: Summary): string | null {
  const blends = comparisons.filter(({ a, b }) => a === `${b}-blend`);
  const hybrids = comparisons.filter(({ a, b }) => a === `${b}-hybrid`);
  if (rows.every(({ table }) => table === 'main') || blends.length === 0) return null;
  const wins = (pairs: typeof comparisons, verdict: string): number =>
    pairs.filter((pair) => pair.verdict === verdict).length;
  return `With the local model, blending chunks with their document's mean helps in ${wins(blends, 'a beats b')} of ${blends.length} pairs and hurts in ${wins(blends, 'b beats a')}; its fusion with BM25 beats BM25 alone on ${wins(hybrids, 'a beats b')} of ${hybrids.length} strategies and loses to it on ${wins(hybrids, 'b beats a')}.`;
}

/** How many questions the first fragment answers, strategy by strategy. */
function firstFragments({ rows }: Summary): string {
  const counts = rows.map(
    ({ label, metrics, n }) => `${label}: ${Math.round((metrics.evidenceHitAt[1].value ?? 0) * n)} of ${n}`,
  );
  return `Questions whose sentence lies whole in the fragment that is returned first. ${counts.join('; ')}.`;
}

/** Budget at which the headline looks. */
const headlineBudget = 512;

/** Evidence within a budget, what blending does to it, and what a floor lets through, where a corpus leaves questions open. */
function evidenceHeadline({ rows, comparisons }: Summary, abstention: Abstention): string {
  const coverageOf = ({ budgetCurve }: ChunkingRow): Estimate =>
    budgetCurve.find(({ tokens }) => tokens === headlineBudget)!.evidenceCoverage;
  const highest = (own: readonly ChunkingRow[]): ChunkingRow | undefined =>
    [...own].sort((a, b) => (coverageOf(b).value ?? 0) - (coverageOf(a).value ?? 0))[0];
  const [best, bestBm25] = [highest(rows), highest(rows.filter(({ table }) => table === 'main'))];
  if (!best || !bestBm25) return 'No row has a figure.';
  const said = (row: ChunkingRow): string => {
    const { value, interval: bounds } = coverageOf(row);
    return `${row.label} (${percent(value)}, 95 % interval ${interval(bounds?.[0], bounds?.[1], percent)})`;
  };
  const blends = comparisons.filter(({ a, b }) => a === `${b}-blend`);
  const wins = (verdict: string): number => blends.filter((pair) => pair.verdict === verdict).length;
  const rates = abstention.rows.map(({ falsePositiveRate }) => falsePositiveRate.value ?? 1);
  const separating = [...abstention.rows].sort((a, b) => (b.auroc.value ?? 0) - (a.auroc.value ?? 0))[0]!;
  const label = rows.find(({ row }) => row === separating.row)?.label ?? separating.row;
  return [
    `Within ${headlineBudget} tokens, ${said(best)} has the whole evidence of the most questions${best === bestBm25 ? '' : `; of the rows with BM25 alone, ${said(bestBm25)}`}.`,
    ...(blends.length > 0
      ? [
          `With the local model, blending chunks with their document's mean helps in ${wins('a beats b')} of ${blends.length} pairs and hurts in ${wins('b beats a')}.`,
        ]
      : []),
    `A floor that keeps ${percent(abstention.keeps)} of the answerable questions still answers ${percent(Math.min(...rates))} to ${percent(Math.max(...rates))} of the open ones; ${label} tells them apart best (AUROC ${score(separating.auroc.value)}).`,
  ].join(' ');
}
