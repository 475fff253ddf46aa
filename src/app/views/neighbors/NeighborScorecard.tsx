import { Fragment, useMemo } from 'react';
import { points, signedScore } from '../../../core/stats/format';
import type { ChunkingSummary } from '../../../experiments/chunking/formats';
import type { Expansion } from '../../../experiments/chunking/neighbors/formats';
import { expansionHeadline } from '../../../experiments/chunking/neighbors/headline';
import {
  comparedLabel,
  neighborColumns,
  neighborPresets,
  neighborRows,
} from '../../../experiments/chunking/neighbors/scorecard';
import { mergedRowId } from '../../../experiments/chunking/neighbors/stored';
import { widthLabel } from '../../../experiments/chunking/neighbors/widths';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { addressOf, compareAddress } from '../scorecard/address';
import { Comparisons } from '../scorecard/Comparisons';
import type { chunkingScoreCodecs } from '../scorecard/chunkingScoreCodecs';
import { CardTable, type useScorecard } from '../scorecard/ScorecardPage';
import score from '../scorecard/Scorecard.module.css';
import styles from './Neighbors.module.css';

interface NeighborScorecardProps {
  card: ReturnType<typeof useScorecard<ChunkingSummary, typeof chunkingScoreCodecs>>;
  expansion: Expansion;
}

/** A row with its hits widened by their neighbors: hit-only and expanded figures side by side, with what they cost, apart from the other rows. */
export function NeighborScorecard({ card, expansion }: NeighborScorecardProps) {
  const { summary } = card;
  const { id: experiment } = card.experiment.entry;
  const columns = useMemo(() => neighborColumns(summary), [summary]);
  const rows = useMemo(() => neighborRows(expansion, addressOf(experiment)), [expansion, experiment]);
  const { clusters, cluster } = summary.bootstrap;
  const id = `neighbors-${expansion.row}`;
  return (
    <section className={`stack ${score.second}`} aria-labelledby={id}>
      <h2 id={id}>Neighbor expansion of {expansion.row}</h2>
      <p>{expansionHeadline(expansion, summary)}</p>
      <p className="row">
        <span>Chunks returned before and after every hit:</span>
        <span className={styles.badges}>
          {expansion.rows.map((row) => (
            <ExpansionBadge
              key={row.row}
              neighborPrev={row.neighborPrev}
              neighborNext={row.neighborNext}
              applies
            />
          ))}
        </span>
      </p>
      <CompareWidths experiment={experiment} expansion={expansion} />
      <CardTable
        card={card}
        title={`neighbor expansion of ${expansion.row}`}
        fileSuffix={id}
        names={{ sort: 'sort3', find: 'find3', columns: 'columns3' }}
        rowName="width"
        rows={rows}
        columns={columns}
        presets={neighborPresets}
        best={null}
        questions="questions"
        caption={
          <>
            The hits are those of {expansion.row} under BM25. “Hits alone” is the same in every row: a width
            changes what is returned, not what is found. “With their neighbors” looks at adjacent chunks
            merged, and at ±0/0 two hits may be adjacent: so it can be a little above “Hits alone” there.
            These rows stand outside the groups and comparisons of the strategies.
          </>
        }
      />
      <PairedWidths
        card={card}
        expansion={expansion}
        caption={`Every width against ±0/0, both with adjacent chunks merged: paired differences over ${clusters} clusters (${cluster}), sign-flip test, p corrected by Holm over these lines and those below`}
        metric={(metric) => !metric.includes('Mrr')}
        format={points}
      />
      <PairedWidths
        card={card}
        expansion={expansion}
        caption="The same on the reciprocal rank"
        metric={(metric) => metric.includes('Mrr')}
        format={signedScore}
      />
    </section>
  );
}

/** Every width against the first, question by question. */
function CompareWidths({ experiment, expansion }: { experiment: string; expansion: Expansion }) {
  const [first, ...others] = expansion.rows;
  if (!first || others.length === 0) return null;
  const a = mergedRowId(expansion, first);
  return (
    <p>
      Question by question, with what each hit brought: compare {widthLabel(first)} with{' '}
      {others.map((row, place) => (
        <Fragment key={row.row}>
          {place === 0 ? '' : place === others.length - 1 ? ' or ' : ', '}
          <a
            href={compareAddress(experiment, { a, b: row.row })}
            aria-label={`Compare ${widthLabel(first)} with ${widthLabel(row)}`}
          >
            {widthLabel(row)}
          </a>
        </Fragment>
      ))}
      .
    </p>
  );
}

interface PairedWidthsProps extends NeighborScorecardProps {
  caption: string;
  metric: (id: string) => boolean;
  format: (difference: number | null) => string;
}

function PairedWidths({ card, expansion, caption, metric, format }: PairedWidthsProps) {
  const { experiment, summary, faults } = card;
  const { id } = experiment.entry;
  // Both sides are merged, so a pair leads to the merged ±0/0, not to the row of the benchmark.
  const merged = new Map(expansion.rows.map((row) => [row.row, mergedRowId(expansion, row)]));
  const labels = new Map(expansion.rows.map((row) => [mergedRowId(expansion, row), widthLabel(row)]));
  const comparisons = useMemo(
    () =>
      expansion.comparisons.map((comparison) => ({
        ...comparison,
        a: merged.get(comparison.a) ?? comparison.a,
        b: merged.get(comparison.b) ?? comparison.b,
      })),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `merged` follows from the expansion
    [expansion],
  );
  return (
    <Comparisons
      experiment={id}
      caption={caption}
      comparisons={comparisons.filter((comparison) => metric(comparison.metric))}
      label={(row) => labels.get(row) ?? row}
      measure={(comparison) => comparedLabel(comparison.metric)}
      format={format}
      faultOf={(comparison) =>
        faults.comparison(
          comparisons.indexOf(comparison as (typeof comparisons)[number]),
          `$.expansions[${summary.expansions.indexOf(expansion)}].comparisons`,
        )
      }
      link={({ a, metric: on }) =>
        addressOf(id)('failures', { width: a, k: on.includes('Mrr') ? '10' : '5', show: 'rescued' })
      }
    />
  );
}
