import { Table } from '../../components/table/Table';
import type { CompareMetric } from '../../../analysis/compare/figures';
import type { Comparison } from '../../../core/stats/compare';
import { interval, points, pValue, signedScore } from '../../../core/stats/format';
import { Explain } from '../../components/Explain';
import type { LoadedRun } from './adapters/adapter';
import { letterOf } from './compareModel';
import { DifferenceBar, domainOf } from './DifferenceBar';
import styles from './Compare.module.css';

interface PairTableProps {
  runs: readonly LoadedRun[];
  /** null while they are computed. */
  pairs: readonly Comparison[] | null;
  metric: CompareMetric;
  a: number;
  b: number;
  /** The same view with another pair chosen. */
  href: (a: number, b: number) => string;
}

const finds: Record<CompareMetric, string> = {
  hit: 'finds more answers than',
  reciprocalRank: 'ranks answers higher than',
};

/** What the chosen pair came to, in one sentence. */
function verdictSentence(
  runs: readonly LoadedRun[],
  { a, b, verdict }: Comparison,
  metric: CompareMetric,
): string {
  const name = (place: string) => `${runs[Number(place)]!.label} (${letterOf(Number(place))})`;
  return verdict.kind === 'beats'
    ? `${name(verdict.winner)} ${finds[metric]} ${name(verdict.loser)}`
    : `No difference between ${name(a)} and ${name(b)} is established`;
}

/** Every pair with its paired difference, interval and verdict; one of them is the pair in question below. */
export function PairTable({ runs, pairs, metric, a, b, href }: PairTableProps) {
  const format = metric === 'hit' ? points : signedScore;
  const several = runs.length > 2;
  if (pairs === null)
    return (
      <p role="status" className={styles.computing}>
        Computing the paired differences …
      </p>
    );
  const domain = domainOf(pairs.map(({ difference }) => difference));
  const chosen = pairs.find(({ a: x, b: y }) => [x, y].every((side) => [a, b].includes(Number(side))));
  return (
    <section className="stack" aria-labelledby="differences">
      <div className="row">
        <h2 id="differences">
          {chosen ? verdictSentence(runs, chosen, metric) : 'No question was asked in every run'}
        </h2>
        <Explain about="paired differences">
          <p>
            The difference of the two runs on the same questions, with its 95 % interval: 10,000 bootstrap
            draws over whole clusters (articles, or families of texts), never over single questions.
          </p>
          <p>
            p is from a sign-flip permutation test over the clusters
            {several
              ? ', adjusted by Holm over all pairs shown, since of several pairs one may differ by chance'
              : ''}
            . One run beats another when p is below 0.05 and the interval leaves out 0; otherwise the
            difference is not established.
          </p>
        </Explain>
      </div>
      <div className={`scroll-x ${styles.frame}`} role="region" aria-label="Paired differences" tabIndex={0}>
        <Table className={`full small table ${styles.pairs}`}>
          <caption className="visually-hidden">Paired differences of all pairs of runs</caption>
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col" className={styles.numeric}>
                Difference
              </th>
              <th scope="col" className={styles.numeric}>
                95 % interval
              </th>
              <th scope="col">
                <span className="visually-hidden">Drawn</span>
              </th>
              <th scope="col" className={styles.numeric}>
                p
              </th>
              {several ? (
                <th scope="col" className={styles.numeric}>
                  p, adjusted
                </th>
              ) : null}
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ a: first, b: second, difference, p, adjustedP, verdict }) => {
              const [x, y] = [Number(first), Number(second)];
              const isChosen = (x === a && y === b) || (x === b && y === a);
              return (
                <tr key={`${first} ${second}`} className={isChosen && several ? styles.chosen : undefined}>
                  <th scope="row">
                    {several ? (
                      <a href={href(x, y)} aria-current={isChosen ? 'true' : undefined}>
                        {letterOf(x)} − {letterOf(y)}
                      </a>
                    ) : (
                      `${letterOf(x)} − ${letterOf(y)}`
                    )}
                  </th>
                  <td className={styles.numeric}>{format(difference.mean)}</td>
                  <td className={styles.numeric}>
                    {difference.low === null
                      ? (difference.reason ?? 'n/a')
                      : interval(difference.low, difference.high, format)}
                  </td>
                  <td className={styles.bar}>
                    <DifferenceBar difference={difference} domain={domain} />
                  </td>
                  <td className={styles.numeric}>{pValue(p)}</td>
                  {several ? <td className={styles.numeric}>{pValue(adjustedP)}</td> : null}
                  <td>
                    {verdict.kind === 'beats' ? (
                      <strong className="good">
                        {letterOf(Number(verdict.winner))} beats {letterOf(Number(verdict.loser))}
                      </strong>
                    ) : (
                      'not established'
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
