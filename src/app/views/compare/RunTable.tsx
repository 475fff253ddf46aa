import { Table } from '../../components/table/Table';
import type { CompareMetric } from '../../../analysis/compare/figures';
import { count, interval, isPresent, percent, points, score, signedScore } from '../../../core/stats/format';
import type { Estimate } from '../../../core/stats/intervals';
import { formatLocation } from '../../state/urlState';
import type { LoadedRun } from './adapters/adapter';
import { costLines } from '../../../analysis/compare/words';
import { letterOf, splitFacts } from './compareModel';
import type { CompareMoves } from './compareParams';
import { RunBadge } from './RunBadge';
import styles from './Compare.module.css';

interface RunTableProps {
  runs: readonly LoadedRun[];
  /** Shared questions. */
  n: number;
  metric: CompareMetric;
  /** null while they are computed. */
  means: readonly Estimate[] | null;
  moves: CompareMoves;
  /** Places of the chosen pair. */
  a: number;
  b: number;
}

/** One column per run: what it is, what it reaches on the shared questions, and what it costs. */
export function RunTable({ runs, n, metric, means, moves, a, b }: RunTableProps) {
  const format = metric === 'hit' ? percent : score;
  const signed = metric === 'hit' ? points : signedScore;
  const [first, second] = [means?.[a]?.mean, means?.[b]?.mean];
  return (
    <div className={`scroll-x ${styles.frame}`} role="region" aria-label="Runs side by side" tabIndex={0}>
      <Table className={`full small table ${styles.runs}`}>
        <caption className="soft small">
          Means over the {count(n)} questions that {runs.length === 2 ? 'both' : `all ${runs.length}`} runs
          share, with 95 % intervals, and costs as each run’s own artifact states them.
        </caption>
        <thead>
          <tr>
            <td />
            {runs.map((run, place) => (
              <th key={run.id} scope="col">
                <span className="row tight baseline">
                  <span className={styles.letter}>{letterOf(place)}</span>
                  <a
                    href={formatLocation({
                      page: 'experiment',
                      experiment: run.experiment,
                      view: 'scorecard',
                    })}
                  >
                    {run.label}
                  </a>
                  <RunBadge run={run} />
                </span>
                <span className={`${styles.under} soft`}>
                  {run.open.entry.title}, {run.open.entry.provenance.startedAt.slice(0, 10)}
                </span>
                {runs.length > 2 ? (
                  <a
                    className={`${styles.remove} no-print`}
                    href={moves.href({
                      runs: runs.filter(({ id }) => id !== run.id).map(({ id }) => id),
                      a: null,
                      b: null,
                    })}
                  >
                    Take out<span className="visually-hidden"> {run.label}</span>
                  </a>
                ) : null}
              </th>
            ))}
            <th scope="col" className={styles.numeric}>
              {letterOf(a)} − {letterOf(b)}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className={styles.meanRow}>
            <th scope="row">Mean {metric === 'hit' ? 'hit' : 'reciprocal rank'}</th>
            {runs.map(({ id }, place) => {
              const mean = means?.[place];
              const range =
                mean?.low !== null && mean?.low !== undefined && mean.high !== null
                  ? interval(mean.low, mean.high, format)
                  : (mean?.reason ?? '');
              return (
                <td key={id}>
                  {mean ? (
                    <>
                      <strong className="number">{format(mean.mean)}</strong>{' '}
                      <span className={styles.under}>{range}</span>
                    </>
                  ) : n === 0 ? (
                    'n/a (n = 0)'
                  ) : (
                    <span className="soft">computing …</span>
                  )}
                </td>
              );
            })}
            <td className={styles.numeric}>
              {isPresent(first) && isPresent(second) ? signed(first - second) : null}
            </td>
          </tr>
          {costLines(runs).map(({ label, values, difference }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, place) => (
                <td key={place} className="number">
                  {value ?? <span className="soft">n/a</span>}
                </td>
              ))}
              <td className={styles.numeric}>{difference(a, b) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** How every run was set up, folded away: the differences first, marked, then what is alike. */
export function SetupTable({ runs }: { runs: readonly LoadedRun[] }) {
  const { unlike, alike } = splitFacts(runs);
  const line =
    (isUnlike: boolean) =>
    ({ id, label, values, warns }: (typeof unlike)[number]) => (
      <tr key={id} className={isUnlike && warns ? styles.warned : undefined}>
        <th scope="row">
          {isUnlike ? <span title="Unlike">≠ </span> : null}
          {label}
        </th>
        {values.map((value, place) => (
          <td key={place}>{value ?? <span className="soft">n/a</span>}</td>
        ))}
      </tr>
    );
  return (
    <details>
      <summary>
        Setups side by side ({unlike.length} {unlike.length === 1 ? 'difference' : 'differences'})
      </summary>
      <div className={`scroll-x ${styles.frame}`} role="region" aria-label="Setups side by side" tabIndex={0}>
        <Table className={`full small table ${styles.runs}`}>
          <caption className="soft small">Rows marked ≠ are what the setups differ in.</caption>
          <thead>
            <tr>
              <td />
              {runs.map(({ id, label }, place) => (
                <th key={id} scope="col">
                  <span className={styles.letter}>{letterOf(place)}</span> {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{unlike.map(line(true))}</tbody>
          <tbody className="soft">{alike.map(line(false))}</tbody>
        </Table>
      </div>
    </details>
  );
}
