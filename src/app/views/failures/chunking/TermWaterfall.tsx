import { use, useEffect, useState } from 'react';
import { Table } from '../../../components/table/Table';
import type { Bm25Options } from '../../../../core/retrieval/bm25';
import { count, decimal, score, signedScore } from '../../../../core/stats/format';
import type { ChunkingRankings, ChunkingRow } from '../../../../experiments/chunking/formats';
import { Loading } from '../../../components/Loading';
import { Notice } from '../../../components/Notice';
import { explainBm25, type ExplainedText } from '../../../data/bm25Explain';
import type { OpenExperiment } from '../../openExperiment';
import { ScoreTotal } from '../ScoreTotal';
import { SideKey, StepBars } from '../StepBars';
import { waterfall, waterfallDomain } from '../waterfallModel';
import { loadChunks } from './chunkFiles';
import type { ChunkingMisses, Rule } from './missModel';
import { decidingTerms, placesOf, termShares } from './termModel';
import shared from '../failures.module.css';

interface TermWaterfallProps {
  experiment: OpenExperiment;
  data: ChunkingMisses;
  question: number;
  query: string;
  documents: readonly string[];
  row: ChunkingRow;
  ranking: ChunkingRankings;
  rule: Rule;
  target: number;
  other: number;
}

type Explained = { key: string; pair: (ExplainedText | null)[] } | { key: string; error: Error };

/** Both scores word by word: how they add up, and which word set them apart. */
export function TermWaterfall({
  experiment,
  data,
  question,
  query,
  documents,
  row,
  ranking,
  rule,
  target,
  other,
}: TermWaterfallProps) {
  const { summary } = data;
  const chunks = use(
    loadChunks(
      experiment,
      summary.corpus.documents.map((_, index) => index),
    ),
  );
  const key = JSON.stringify([experiment.source.id, experiment.entry.id, row.strategy, query, target, other]);
  const [explained, setExplained] = useState<Explained | null>(null);
  useEffect(() => {
    let current = true;
    const { contextOffsets } = summary.strategies.find(({ id }) => id === row.strategy)!;
    const files = summary.corpus.documents.map(
      (_, document) => chunks.get(document)?.strategies[row.strategy] ?? { indexed: [], contextOf: [] },
    );
    const corpus = {
      key: JSON.stringify([experiment.source.id, experiment.entry.id, summary.corpus.hash, row.strategy]),
      documents,
      spans: files.map(({ indexed }) => indexed),
      options: optionsOf(summary.bm25),
    };
    explainBm25(corpus, query, [
      placesOf(target, contextOffsets, files),
      placesOf(other, contextOffsets, files),
    ]).then(
      (pair) => current && setExplained({ key, pair }),
      (error: unknown) =>
        current && setExplained({ key, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      current = false;
    };
  }, [key, experiment, summary, row, chunks, documents, query, target, other]);

  if (!explained || explained.key !== key) return <Loading what="the words of both scores" />;
  if ('error' in explained)
    return <Notice tone="bad">The scores could not be taken apart: {explained.error.message}</Notice>;
  const [a = null, b = null] = explained.pair;
  const shares = termShares(a, b);
  const sides = [0, 1].map((side) => shares.map((share) => share.shares[side]!));
  const steps = sides.map(waterfall);
  const domain = waterfallDomain(sides);
  const sums = sides.map((values) => values.reduce((sum, value) => sum + value, 0));
  const { forOther, forTarget } = decidingTerms(shares);
  const lengths = [a?.terms[0]?.documentLength, b?.terms[0]?.documentLength];
  const stored = [storedScore(ranking, question, target, rule), storedScore(ranking, question, other, rule)];
  const unlike = sums.some((sum, side) => stored[side] !== null && Math.abs(sum - stored[side]!) > 1e-6);

  return (
    <div className="stack">
      <p>
        {forOther
          ? `“${forOther.term}” favours context ${other} most: ${signedScore(forOther.shares[1] - forOther.shares[0])}. `
          : ''}
        {forTarget
          ? `“${forTarget.term}” favours the target most: ${signedScore(forTarget.shares[0] - forTarget.shares[1])}. `
          : ''}
        In all, context {other} leads by {signedScore(sums[1]! - sums[0]!)}.
      </p>
      {unlike ? (
        <Notice tone="warn">
          These sums differ from the stored scores, so the text or the index is not the one that was measured.
        </Notice>
      ) : null}
      <div className="scroll-x" role="region" aria-label="Words of both scores" tabIndex={0}>
        <Table className={`full small table ${shared.table}`}>
          <caption className="soft small">
            <SideKey target={`context ${target} (target)`} other={`context ${other}`} />
          </caption>
          <thead>
            <tr>
              <th scope="col">Word of the question</th>
              <th scope="col" className="number to-end">
                idf
              </th>
              <th scope="col" className="number to-end">
                in texts
              </th>
              <th scope="col" className="number to-end">
                times in target
              </th>
              <th scope="col" className="number to-end">
                times in other
              </th>
              <th scope="col" className="number to-end">
                target
              </th>
              <th scope="col" className="number to-end">
                other
              </th>
              <th scope="col" className="number to-end">
                difference
              </th>
              <th scope="col" className={shared.barHead}>
                How it adds up
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map((share, index) => (
              <tr key={share.term}>
                <th scope="row">
                  {share.term}
                  {share.queryOccurrences > 1 ? (
                    <span className="soft"> × {share.queryOccurrences}</span>
                  ) : null}
                </th>
                <td className="number to-end">{score(share.idf)}</td>
                <td className="number to-end">{count(share.documentFrequency)}</td>
                <td className="number to-end">{share.tf[0]}</td>
                <td className="number to-end">{share.tf[1]}</td>
                <td className="number to-end">{score(share.shares[0])}</td>
                <td className="number to-end">{score(share.shares[1])}</td>
                <td className="number to-end">{signedScore(share.shares[1] - share.shares[0])}</td>
                <td>
                  <StepBars steps={steps.map((side) => side[index]!)} domain={domain} />
                </td>
              </tr>
            ))}
          </tbody>
          <ScoreTotal before={4} sums={[sums[0]!, sums[1]!]} domain={domain} />
        </Table>
      </div>
      <p className="small soft">
        BM25 with k1 = {summary.bm25.k1}, b = {summary.bm25.b}. Lengths in words: target {decimal(lengths[0])}
        , other {decimal(lengths[1])}; a word counts less in a longer text. A context scores as its best
        indexed text.
      </p>
    </div>
  );
}

function storedScore(
  ranking: ChunkingRankings,
  question: number,
  context: number,
  rule: Rule,
): number | null {
  const place = ranking.contexts[question]!.indexOf(context);
  if (place >= 0) return ranking.scores[question]![place] ?? null;
  return ranking[rule].context[question] === context ? (ranking[rule].score[question] ?? null) : null;
}

/** The file names the settings in words; what it does not name so keeps the default. */
function optionsOf({ k1, b, idf, tokenRule }: ChunkingMisses['summary']['bm25']): Bm25Options {
  return {
    k1,
    b,
    ...(idf === 'lucene' || idf === 'robertson' ? { idf } : {}),
    ...(tokenRule === 'unicode' || tokenRule === 'ascii' ? { tokenRule } : {}),
  };
}
