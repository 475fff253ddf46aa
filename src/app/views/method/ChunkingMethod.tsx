import { ranksBySharedWords } from '../../../experiments/chunking/scorecard';
import { formatLocation } from '../../state/urlState';
import { BUDGETS } from '../../../core/metrics/budget';
import { chunkingStrategies } from '../../../core/chunking/registry';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import * as format from '../../../core/stats/format';
import { metricLabel, metrics, type Metric } from '../../../core/metrics/registry';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import type { ChunkingStrategy } from '../../../core/chunking/strategy';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { Facts } from '../../components/Facts';
import { Formula, PlainTable, Section } from '../shared/Prose';
import { readingPage, summaryOf } from '../shared/readingPage';
import { NeighborMethod } from '../neighbors/NeighborMethod';
import { WhereItRan } from '../shared/WhereItRan';

const shownMetrics = [
  'hitAt',
  'recallAt',
  'mrrAt10',
  'ndcgAt10',
  'contextTokensAt90',
  'uniqueContextTokensAt90',
  'spanRecall',
  'spanPrecision',
  'spanIoU',
  'precisionOmega',
  'evidenceCoverage',
] as const;

/** How the chunking benchmark was measured, from the parameters that measured it. */
export const ChunkingMethod = readingPage(
  summaryOf(chunkingSummaryFormat),
  ({ experiment, data: summary }) => {
    const notes = summary.strategies.flatMap(({ id, label }) => {
      const strategy: ChunkingStrategy | undefined = Object.entries(chunkingStrategies).find(
        ([known]) => known === id,
      )?.[1];
      return strategy?.note ? [[label, strategy.note] as const] : [];
    });
    return (
      <>
        <Section title="What is compared">
          <p>
            Each strategy cuts every document into chunks: slices of the source, never rewritten. What is{' '}
            <em>searched</em> is the indexed span; what you <em>get</em> is the returned span, here called a
            context. All chunks of all documents form one index per strategy, and every question is put to it.{' '}
            <a href={formatLocation({ page: 'guide' })}>A splitter of your own</a> can stand beside them.
          </p>
          <PlainTable
            caption="Strategies and their committed parameters"
            head={['Strategy', 'What it does', 'Parameters']}
            rows={summary.strategies.map((strategy) => [
              strategy.label,
              strategy.description,
              Object.entries(strategy.parameters)
                .map(([name, value]) => `${name} ${String(value)}`)
                .join(', ') || 'none',
            ])}
          />
          {notes.map(([label, note]) => (
            <p key={label} className="soft">
              {label}: {note}
            </p>
          ))}
          <p>
            Sizes in characters are Unicode code points, in bytes UTF-8 bytes, in tokens{' '}
            {summary.tokenizer.name}
            {summary.tokenizer.estimated ? ' (estimated as four bytes a token)' : ''}. No cut falls inside a
            character that a reader sees as one.
          </p>
        </Section>
        <Section title="How contexts are ranked">
          <Formula>
            {ranksBySharedWords(summary)
              ? 'score = number of distinct words of the question that stand in the chunk'
              : 'BM25 = Σ idf(t) · tf · (k1 + 1) / ( tf + k1 · (1 − b + b · length / mean length) )'}
          </Formula>
          <Facts
            facts={[
              ['k1, b', `${summary.bm25.k1}, ${summary.bm25.b}`],
              [
                'idf',
                summary.bm25.idf === 'lucene'
                  ? 'ln(1 + (N − n + 0.5) / (n + 0.5)), never negative'
                  : 'ln((N − n + 0.5) / (n + 0.5))',
              ],
              [
                'Tokens',
                summary.bm25.tokenRule === 'unicode'
                  ? 'NFC, lower case, runs of letters, marks and digits; overlapping pairs of characters in scripts without spaces (Chinese, Japanese, Thai, …); soft hyphens and zero-width characters skipped; no stemming'
                  : 'runs of a–z and 0–9',
              ],
              ['Ties', 'by order in the corpus; a score of 0 is not retrieved'],
              ...(summary.model
                ? ([
                    [
                      'Embedding',
                      `${summary.model.name}, ${summary.model.dimensions} dimensions, ${summary.model.windowing}`,
                    ],
                  ] as const)
                : []),
              ...(summary.focusWeight === null
                ? []
                : ([
                    [
                      'Blend rows',
                      `${format.decimal(summary.focusWeight, 2)} of the chunk and ${format.decimal(1 - summary.focusWeight, 2)} of the mean of its document`,
                    ],
                  ] as const)),
              ...(summary.rankFusion
                ? ([
                    [
                      'Hybrid rows',
                      `sum of 1 / (${summary.rankFusion.rrfK} + rank) over the first ${summary.rankFusion.depth} contexts of BM25 and of the embedding`,
                    ],
                  ] as const)
                : []),
            ]}
          />
          <p>A context found by several of its chunks stands once, at the rank of the best of them.</p>
        </Section>
        <Section title="What counts as found">
          <ul>
            {summary.corpus.judgedBy === 'spans' ? (
              <li>
                <strong>Evidence rule</strong>, the only one here: the context covers one of the spans that
                the corpus names as evidence, whole. No answers are given apart from these spans, so there is
                no answer rule.
              </li>
            ) : (
              <>
                <li>
                  <strong>Answer rule</strong> (the headline): the context contains one of the gold answers,
                  both lower-cased with white space collapsed.
                </li>
                <li>
                  <strong>Evidence rule</strong> (beside it): the context covers the gold span. A short answer
                  often stands in many places; this rule asks for the right one.
                </li>
              </>
            )}
            <li>
              Cutoffs: {CUTOFFS.join(', ')}. A miss is a question with no relevant context by rank{' '}
              {MISS_CUTOFF}, unless you change it.
            </li>
            <li>
              Equal budgets: the longest prefix of a ranking whose merged text holds at most{' '}
              {BUDGETS.map((budget) => format.count(budget)).join(', ')} tokens; no context is cut. This is
              the fair comparison of small and large chunks.
            </li>
            <li>
              A miss is explained by the first stage that lost the evidence: <em>source</em> (the text is
              nowhere in the corpus), <em>boundary</em> (no context of its document covers it whole),{' '}
              <em>evidence</em> (a required span is missing while another was found), <em>budget</em> (found,
              but past the token budget), <em>ranking</em> (a context holds it, but ranks below the cutoff or
              was not retrieved).
            </li>
          </ul>
          <PlainTable
            caption="Metrics"
            head={['Name', 'Meaning']}
            rows={shownMetrics.map((id) => [metricLabel(id), (metrics[id] satisfies Metric).explanation])}
          />
        </Section>
        <Section title="How sure the figures are">
          <ul>
            <li>
              Intervals: 95 % percentile bootstrap, {format.count(summary.bootstrap.draws)} draws over{' '}
              {summary.bootstrap.clusters} {summary.bootstrap.cluster} clusters, seed{' '}
              {summary.bootstrap.random.seed}, generator {summary.bootstrap.random.generator}. Questions on
              one document are not independent; drawing documents respects that.
            </li>
            <li>
              Comparisons are paired by document: two-sided sign-flip permutation test, Holm over the declared
              pairs of a table. “Beats” needs an adjusted p below 0.05 <em>and</em> a paired interval without
              zero. Rows that the data cannot order share a tie group.
            </li>
          </ul>
        </Section>
        {summary.expansions.length > 0 ? <NeighborMethod summary={summary} /> : null}
        <WhereItRan provenance={experiment.entry.provenance} />
      </>
    );
  },
);
