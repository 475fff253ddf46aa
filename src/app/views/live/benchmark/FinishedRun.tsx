import { use, useEffect, useRef } from 'react';
import { CUTOFFS } from '../../../../core/metrics/contextTokens';
import * as format from '../../../../core/stats/format';
import { metricLabel } from '../../../../core/metrics/registry';
import { chunkingSummaryFormat, type ChunkingRow } from '../../../../experiments/chunking/formats';
import { Notice } from '../../../components/Notice';
import { loadExperimentFile } from '../../../data/artifacts';
import type { OpenedRun } from '../../../state/openedRuns';
import { formatLocation, type ExperimentView } from '../../../state/urlState';
import { viewsOf, viewWords } from '../../panels';
import { FilePart } from '../../shared/FilePart';
import { OpenedRunBar } from '../../shared/OpenedRunBar';
import type { LiveParams } from '../liveParams';
import { CutRules } from './CutRules';
import { NeighborPanel } from './NeighborPanel';
import styles from './Benchmark.module.css';

/** The result in one table, and the way to everything behind it. */
export function FinishedRun({
  params,
  run,
  durationMs,
  notes,
}: {
  params: LiveParams;
  run: OpenedRun;
  durationMs: number;
  notes: readonly string[];
}) {
  const { entry, source } = run;
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // To its beginning: the bar and the result below it are looked at next.
    heading.current?.scrollIntoView?.({ block: 'start' });
  }, [entry.id]);
  const to = (view: ExperimentView, params: Record<string, string> = {}) =>
    formatLocation({ page: 'experiment', experiment: entry.id, view }, params);
  const views = viewsOf(entry);
  const tables = [
    { id: 'main', caption: 'BM25', rows: summary.rows.filter(({ table }) => table === 'main') },
    {
      id: 'second',
      caption: `With ${summary.model?.name ?? 'a model'}: another retrieval question`,
      rows: summary.rows.filter(({ table }) => table === 'second'),
    },
  ];
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1} className={styles.result}>
        Result of “{entry.title}”
      </h3>
      <p>{summary.headline}</p>
      {notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      <nav aria-label="Views of the result" className={`row ${styles.views}`}>
        {views.map((view, place) => (
          <a
            key={view}
            className={place === 0 ? 'action' : undefined}
            href={to(view)}
            title={viewWords[view].answers}
          >
            {viewWords[view].label}
          </a>
        ))}
      </nav>
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map(({ id, caption, rows }) => (
          <div key={id} className="scroll-x" role="region" aria-label={`Result: ${caption}`} tabIndex={0}>
            <table className={`table ${styles.table}`}>
              <caption>
                {caption}; {format.count(summary.corpus.questions)} questions, done in{' '}
                {format.duration(durationMs)}. R@k: share of questions with a relevant context among the first
                k; under each figure what a random order of the same contexts gives. The scorecard has the
                intervals.
              </caption>
              <thead>
                <tr>
                  <th scope="col">Strategy</th>
                  {CUTOFFS.map((cutoff) => (
                    <th key={cutoff} scope="col" className="number to-end">
                      {metricLabel('hitAt', cutoff)}
                    </th>
                  ))}
                  <th scope="col" className="number to-end">
                    {metricLabel('mrrAt10')}
                  </th>
                  <th scope="col" className="number to-end">
                    {metricLabel('ndcgAt10')}
                  </th>
                  <th scope="col" className="number to-end">
                    {metricLabel('contextTokensAt90')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row
                    key={row.row}
                    row={row}
                    isBest={summary.best?.row === row.row}
                    href={to('failures', { row: row.row })}
                  />
                ))}
              </tbody>
            </table>
          </div>
        ))}
      {summary.best ? (
        <p className="soft small">
          ★ highest nDCG@10; how far these questions separate it from the others stands above.
        </p>
      ) : null}
      <FilePart of={entry.id} waiting="the chunks">
        <CutRules experiment={run} summary={summary} />
      </FilePart>
      <NeighborPanel
        params={params}
        run={run}
        strategies={summary.strategies.filter(({ id }) =>
          summary.expansions.some(({ strategy }) => strategy === id),
        )}
      />
      <OpenedRunBar run={run} />
    </div>
  );
}

/** A figure, and below it what chance would give. */
function Figure({ shown, chance }: { shown: string; chance: string }) {
  return (
    <td className="number to-end">
      {shown}
      <span className={styles.chance}>
        <span className="visually-hidden">by chance </span>
        {chance}
      </span>
    </td>
  );
}

function Row({
  row: { label, metrics, baseline },
  isBest,
  href,
}: {
  row: ChunkingRow;
  isBest: boolean;
  href: string;
}) {
  const cost = metrics.contextTokensAt90;
  return (
    <tr className={isBest ? styles.best : undefined}>
      <th scope="row">
        <a href={href}>{label}</a>
        {isBest ? <span title="Highest nDCG@10"> ★</span> : null}
      </th>
      {CUTOFFS.map((cutoff) => {
        const { value, n } = metrics.hitAt[cutoff];
        return (
          <Figure
            key={cutoff}
            shown={format.percent(value, n)}
            chance={format.percent(baseline.hitAt[cutoff])}
          />
        );
      })}
      <Figure shown={format.score(metrics.mrrAt10.value)} chance={format.score(baseline.mrrAt10)} />
      <Figure shown={format.score(metrics.ndcgAt10.value)} chance={format.score(baseline.ndcgAt10)} />
      <td className="number to-end">
        {cost ? `${format.count(Math.round(cost.tokens))} (k = ${cost.cutoff})` : format.MISSING}
      </td>
    </tr>
  );
}
