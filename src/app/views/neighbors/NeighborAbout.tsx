import { use } from 'react';
import { BUDGETS } from '../../../core/metrics/budget';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import * as format from '../../../core/stats/format';
import { neighborSummaryFormat } from '../../../experiments/chunking/neighbors/formats';
import { neighborLimits } from '../../../experiments/chunking/neighbors/limits';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { FileNotices } from '../shared/FileNotices';
import { NoParameters } from '../shared/NoParameters';
import { Section } from '../shared/Prose';
import { limitsPage } from '../shared/readingPage';
import { CorpusDocuments, CorpusFacts } from '../shared/CorpusSections';
import { WhereItRan } from '../shared/WhereItRan';

const useSummary = ({ source, entry }: ExperimentViewProps['experiment']) =>
  use(loadExperimentFile(source, entry, 'summary.json', neighborSummaryFormat));

/** How neighbor expansion works and is measured. */
export function NeighborMethod({ experiment }: ExperimentViewProps) {
  const { value: summary, notices } = useSummary(experiment);
  return (
    <div className="stack">
      <NoParameters />
      <FileNotices notices={notices} />
      <Section title="What is compared">
        <p>
          The search is the same in every run: {summary.strategy.label.toLowerCase()} chunks (
          {Object.entries(summary.strategy.parameters)
            .map(([name, value]) => `${name} ${String(value)}`)
            .join(', ')}
          ), ranked by BM25 (k1 {summary.bm25.k1}, b {summary.bm25.b}). What differs is what is handed over:
          every one of the first k hits is widened by P chunks before it and N chunks after it in the same
          document, written ±P/N. Neighbors past the edge of a document are skipped. ±0/0, the default, hands
          over hits alone. Other strategies ignore the setting.
        </p>
        <ul>
          <li>
            <strong>The flat list</strong> holds each chunk once, in document order, documents by their best
            hit. A chunk that is both hit and neighbor counts as a hit.
          </li>
          <li>
            <strong>The expansion tree</strong> holds the hits by score, each with its neighbors before and
            after; the same chunk may stand under several hits.
          </li>
        </ul>
      </Section>
      <Section title="What counts as found">
        <ul>
          <li>
            <strong>Hits alone</strong>: a hit among the first k ({CUTOFFS.join(', ')}) contains an answer by
            itself. No width changes this.
          </li>
          <li>
            <strong>Expanded</strong>: an answer lies whole within one run of adjacent chunks, merged, of the
            expansion of the first k hits. The reciprocal rank uses the fewest hits for which that holds. At
            ±0/0 two hits side by side merge too, so the expanded figure can be a little above that of hits
            alone.
          </li>
          <li>
            <strong>Answer rule</strong> (the headline): the text contains a gold answer, both lower-cased
            with white space collapsed. <strong>Evidence rule</strong>: the gold span itself is covered.
          </li>
          <li>
            <strong>Tokens</strong>: of the flat list, each chunk once, in {summary.tokenizer.name}. Extra
            tokens are those of neighbors that are no hits.
          </li>
          <li>
            <strong>Within the same tokens</strong>: as many hits as fit, with their neighbors, into{' '}
            {BUDGETS.slice(-4)
              .map((budget) => format.count(budget))
              .join(', ')}{' '}
            tokens. Without neighbors more hits fit, so this is the fair comparison.
          </li>
        </ul>
      </Section>
      <Section title="How sure the figures are">
        <ul>
          <li>
            Intervals: 95 % percentile bootstrap, {format.count(summary.bootstrap.draws)} draws over{' '}
            {summary.bootstrap.clusters} {summary.bootstrap.cluster} clusters, seed{' '}
            {summary.bootstrap.random.seed}, generator {summary.bootstrap.random.generator}.
          </li>
          <li>
            Comparisons with ±0/0 are paired by {summary.bootstrap.cluster}: two-sided sign-flip permutation
            test, Holm over all {summary.comparisons.length} declared pairs. “Beats” needs an adjusted p below
            0.05 <em>and</em> a paired interval without zero.
          </li>
        </ul>
      </Section>
      <WhereItRan provenance={experiment.entry.provenance} />
    </div>
  );
}

/** What it was measured on. */
export function NeighborCorpus({ experiment }: ExperimentViewProps) {
  const { value: summary, notices } = useSummary(experiment);
  const { corpus } = summary;
  return (
    <div className="stack">
      <NoParameters />
      <FileNotices notices={notices} />
      <CorpusFacts corpus={corpus}>
        {corpus.text === 'included'
          ? 'The text is part of this experiment’s files.'
          : 'The text is not part of this experiment: these files hold ids, offsets, ranks, scores and figures. The failure explorer tells you how to load the text from your own copy; it stays on your machine.'}
      </CorpusFacts>
      <ArtifactFiles experiment={experiment} />
      <CorpusDocuments corpus={corpus} tokenizer={summary.tokenizer} />
    </div>
  );
}

/** What neighbor expansion does not show. */
export const NeighborLimits = limitsPage(neighborSummaryFormat, neighborLimits);
