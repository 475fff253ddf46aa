import { BUDGETS } from '../../../core/metrics/budget';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { count } from '../../../core/stats/format';
import type { ChunkingSummary } from '../../../experiments/chunking/formats';
import { Section } from '../shared/Prose';

/** How neighbor expansion works and is measured. */
export function NeighborMethod({ summary }: { summary: ChunkingSummary }) {
  return (
    <Section title="Neighbor expansion">
      <p>
        Every one of the first k hits of {summary.expansions.map(({ row }) => row).join(', ')} is widened by P
        chunks before it and N chunks after it in the same document, written ±P/N. The search is the same
        under every width; what differs is what is returned. Neighbors past the edge of a document are
        skipped. ±0/0, the default, returns hits alone. Other strategies ignore the setting.
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
          <strong>Tokens</strong>: of the flat list, each chunk once, in {summary.tokenizer.name}. Extra
          tokens are those of neighbors that are no hits.
        </li>
        <li>
          <strong>Within the same tokens</strong>: as many hits as fit, with their neighbors, into{' '}
          {BUDGETS.slice(-4).map(count).join(', ')} tokens. Without neighbors more hits fit, so this is the
          fair comparison.
        </li>
        <li>
          <strong>Comparisons</strong> with ±0/0 are a family of their own: paired by{' '}
          {summary.bootstrap.cluster}, two-sided sign-flip permutation test, Holm over all declared pairs.
          “Beats” needs an adjusted p below 0.05 <em>and</em> a paired interval without zero.
        </li>
      </ul>
    </Section>
  );
}
