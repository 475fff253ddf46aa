import { Suspense, use, useId, useState } from 'react';
import { CUTOFFS, type Cutoff } from '../../../../core/metrics/contextTokens';
import * as format from '../../../../core/stats/format';
import { MISS_CUTOFF } from '../../../../core/metrics/loss';
import { widthLabel } from '../../../../experiments/chunking/neighbors/widths';
import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import type { Estimate } from '../../../../artifact/common';
import type { NeighborRow } from '../../../../experiments/chunking/neighbors/formats';
import { Choice, Select } from '../../../components/Choice';
import { forgetFailures } from '../../../data/promiseCache';
import { ErrorBoundary } from '../../../components/ErrorBoundary';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { ExpansionBadge } from '../../../components/ExpansionBadge';
import { Loading } from '../../../components/Loading';
import type { OpenedRun } from '../../../state/openedRuns';
import { retrieverLabels } from '../../inspector/inspectorParams';
import type { LiveParams } from '../liveParams';
import { NeighborKnobs } from './NeighborKnobs';
import { NeighborQuestions } from './NeighborQuestions';
import { neighborFoundation } from './neighborFoundation';
import { RunWidths } from './RunWidths';
import { useExpanded, type Expanded } from './useExpanded';
import benchmark from './Benchmark.module.css';
import styles from './Neighbors.module.css';

interface ExpandedStrategy {
  id: string;
  label: string;
}

interface NeighborPanelProps {
  params: LiveParams;
  run: OpenedRun;
  /** The variants of `fixed_size` in the run; without any there is nothing to widen. */
  strategies: readonly ExpandedStrategy[];
}

/** What the neighbors of the hits would add to a finished run: figures, and one question at a time. */
export function NeighborPanel({ params, run, strategies }: NeighborPanelProps) {
  const heading = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const strategy = strategies.find(({ id }) => id === chosen) ?? strategies[0];
  if (!strategy) return null;
  return (
    <section className={`stack ${styles.panel}`} aria-labelledby={heading}>
      <h4 id={heading}>
        Neighbor expansion{' '}
        <ExpansionBadge neighborPrev={params.values.prev} neighborNext={params.values.next} applies />
      </h4>
      <p>
        What if every hit of {strategy.label} brought the chunks beside it? The knobs work at once: nothing is
        cut, embedded or searched again. The table above stays that of hits alone.
      </p>
      <div className={`row wide end ${styles.tools}`}>
        {strategies.length > 1 ? (
          <Select
            label="Chunks"
            value={strategy.id}
            options={strategies.map(({ id, label }) => ({ value: id, label }))}
            onChange={setChosen}
          />
        ) : null}
        <NeighborKnobs params={params} />
      </div>
      <ErrorBoundary
        resetKey={`${run.entry.id} ${strategy.id}`}
        fallback={(error, retry) => (
          <Fault
            error={error}
            onRetry={() => {
              forgetFailures();
              retry();
            }}
          />
        )}
      >
        <Suspense fallback={<Loading what="the neighbors" />}>
          <Widened
            key={strategy.id}
            run={run}
            strategy={strategy}
            prev={params.values.prev}
            next={params.values.next}
          />
        </Suspense>
      </ErrorBoundary>
    </section>
  );
}

function Fault({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <ErrorPanel
      title="The neighbors could not be looked at."
      message={error.message}
      advice="If trying again does not help, run the benchmark again: the page holds the hits of the newest run alone."
      {...(onRetry && { onRetry })}
    />
  );
}

function Widened({
  run,
  strategy,
  prev,
  next,
}: {
  run: OpenedRun;
  strategy: ExpandedStrategy;
  prev: number;
  next: number;
}) {
  const foundation = use(neighborFoundation(run, strategy.id));
  const { expanded, error, isPending } = useExpanded(run.entry.id, strategy.id, prev, next);
  const [row, setRow] = useState(foundation.searches[0]?.row ?? '');
  const [cutoff, setCutoff] = useState<Cutoff>(MISS_CUTOFF);
  const data = foundation.searches.find((known) => known.row === row)?.data;
  if (error) return <Fault error={error} />;
  if (!expanded) return <Loading what="the figures" />;
  const { searches } = foundation;
  const labelOf = (of: string): string =>
    retrieverLabels[searches.find((known) => known.row === of)?.retriever ?? 'bm25'];
  return (
    <>
      <Choice
        label="First hits (k)"
        value={String(cutoff)}
        options={CUTOFFS.map((k) => ({ value: String(k), label: String(k) }))}
        onChange={(k) => setCutoff(CUTOFFS.find((known) => String(known) === k) ?? MISS_CUTOFF)}
      />
      <Figures expanded={expanded} labelOf={labelOf} k={cutoff} isPending={isPending} />
      <p className="soft small">
        Under each figure its 95 % interval. R@{cutoff}: share of questions whose answer lies whole in one
        hit, or with neighbors in one run of adjacent chunks, merged. MRR@10: mean of 1 / the fewest hits that
        it takes. {caveat(expanded.width)}
      </p>
      <RunWidths run={run} expansion={foundation.expansion} prev={prev} next={next} />
      {searches.length > 1 ? (
        <Choice
          label="Hits of"
          value={row}
          options={searches.map((known) => ({ value: known.row, label: labelOf(known.row) }))}
          onChange={setRow}
        />
      ) : null}
      {data ? (
        <NeighborQuestions
          data={data}
          chunks={foundation.chunks}
          texts={foundation.texts}
          width={expanded.width}
          k={cutoff}
          search={labelOf(row)}
        />
      ) : null}
    </>
  );
}

interface FiguresProps {
  expanded: Expanded;
  labelOf: (row: string) => string;
  k: Cutoff;
  isPending: boolean;
}

/** Hits alone and with their neighbors, side by side, of every search. */
function Figures({ expanded: { width, searches }, labelOf, k, isPending }: FiguresProps) {
  const row = widthLabel(width);
  const n = searches[0]?.figures[0]?.n ?? 0;
  return (
    <div
      className={`scroll-x ${isPending ? styles.pending : ''}`}
      role="region"
      aria-label="Hits alone and with their neighbors"
      aria-busy={isPending}
      tabIndex={0}
    >
      <table className={`table ${benchmark.table} ${styles.figures}`}>
        <caption>
          The first {k} hits alone (±0/0) and at {row}, n = {format.count(n)}
        </caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Search
            </th>
            <th scope="colgroup" colSpan={2}>
              R@{k}
            </th>
            <th
              scope="col"
              rowSpan={2}
              className="number to-end"
              title={`Questions that no hit among the first ${k} answers by itself, and the expansion does`}
            >
              Rescued
            </th>
            <th scope="colgroup" colSpan={2}>
              MRR@10
            </th>
            <th scope="colgroup" colSpan={3}>
              Tokens a question
            </th>
          </tr>
          <tr>
            {['hits alone', row, 'hits alone', row, 'hits alone', row, 'extra'].map((label, place) => (
              <th key={place} scope="col" className="number to-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {searches.map(({ row: search, figures }) => (
            <FigureRow
              key={search}
              label={labelOf(search)}
              alone={figures[0]!}
              wide={figures.at(-1)!}
              k={k}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const caveat = ({ neighborPrev, neighborNext }: NeighborCounts): string =>
  neighborPrev + neighborNext === 0
    ? 'Without neighbors only hits side by side can rescue: merged, they may hold an answer that a boundary cuts.'
    : 'More text holds more answers: read the extra tokens beside the gain.';

function FigureRow({
  label,
  alone,
  wide,
  k,
}: {
  label: string;
  alone: NeighborRow;
  wide: NeighborRow;
  k: Cutoff;
}) {
  const tokens = (value: number | null): string => format.decimal(value);
  return (
    <tr>
      <th scope="row">{label}</th>
      <Cell figure={alone.metrics.hitAt[k]} show={format.percent} />
      <Cell figure={wide.metrics.expandedHitAt[k]} show={format.percent} />
      <td className="number to-end">{format.count(wide.rescuedAt[k])}</td>
      <Cell figure={alone.metrics.mrrAt10} show={format.score} />
      <Cell figure={wide.metrics.expandedMrrAt10} show={format.score} />
      <Cell figure={alone.metrics.hitTokensAt[k]} show={tokens} />
      <Cell figure={wide.metrics.expandedTokensAt[k]} show={tokens} />
      <Cell figure={wide.metrics.extraTokensAt[k]} show={tokens} />
    </tr>
  );
}

function Cell({
  figure: { value, n, interval, exactBound },
  show,
}: {
  figure: Estimate;
  show: (value: number | null, n?: number) => string;
}) {
  const bounds = interval ?? exactBound;
  return (
    <td className="number to-end">
      {show(value, n)}
      {bounds ? (
        <span className={styles.interval}>{format.interval(bounds[0], bounds[1], (end) => show(end))}</span>
      ) : null}
    </td>
  );
}
