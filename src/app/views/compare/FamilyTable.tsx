import { useState } from 'react';
import { Table } from '../../components/table/Table';
import type { CompareMetric, FamilyDifference } from '../../../analysis/compare/figures';
import { count, interval, percent, points, score, signedScore } from '../../../core/stats/format';
import { nameOf } from '../../../analysis/compare/words';
import { Button } from '../../components/Button';
import { Select } from '../../components/Choice';
import type { LoadedRun } from './adapters/adapter';
import { DifferenceBar, domainOf } from './DifferenceBar';
import { sortedBy } from '../failures/sortedBy';
import styles from './Compare.module.css';

interface FamilyTableProps {
  runs: readonly LoadedRun[];
  /** null while they are computed. */
  families: readonly FamilyDifference[] | null;
  metric: CompareMetric;
  letters: readonly [string, string];
  chosen: string | null;
  href: (family: string) => string;
  grouping: string;
  onGrouping: (grouping: string) => void;
}

const fewest = 8;

/** Where the difference comes from, family by family, the largest first. Exploration: no verdicts. */
export function FamilyTable({
  runs,
  families,
  metric,
  letters: [a, b],
  chosen,
  href,
  grouping,
  onGrouping,
}: FamilyTableProps) {
  const [all, setAll] = useState(false);
  const { groupings } = runs[0]!;
  const format = metric === 'hit' ? percent : score;
  const signed = metric === 'hit' ? points : signedScore;
  const ordered = sortedBy(
    families ?? [],
    ({ difference }) => (difference.mean === null ? null : Math.abs(difference.mean)),
    true,
  );
  const shown = all ? ordered : ordered.slice(0, fewest);
  const domain = domainOf(shown.map(({ difference }) => difference));
  return (
    <div className="stack">
      <div className={styles.familyHead}>
        <h3>By family</h3>
        {groupings.length > 1 ? (
          <Select
            label="Group by"
            value={grouping}
            options={groupings.map(({ id, label }) => ({ value: id, label }))}
            onChange={onGrouping}
          />
        ) : null}
      </div>
      {families === null ? (
        <p role="status">Computing …</p>
      ) : (
        <div
          className={`scroll-x ${styles.frame}`}
          role="region"
          aria-label="Differences by family"
          tabIndex={0}
        >
          <Table className={`full small table ${styles.pairs}`}>
            <caption className="soft small">
              {a} − {b}, the largest difference first. Of many families some differ by chance, so there are no
              verdicts here; choose one to list its questions.
            </caption>
            <thead>
              <tr>
                <th scope="col">Family</th>
                <th scope="col" className={styles.numeric}>
                  n
                </th>
                <th scope="col" className={styles.numeric}>
                  {a}
                </th>
                <th scope="col" className={styles.numeric}>
                  {b}
                </th>
                <th scope="col" className={styles.numeric}>
                  Difference
                </th>
                <th scope="col">
                  <span className="visually-hidden">Drawn</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ family, n, a: first, b: second, difference }) => (
                <tr
                  key={family ?? 'none'}
                  className={family !== null && family === chosen ? styles.chosen : undefined}
                >
                  <th scope="row">
                    {family === null ? (
                      'no family'
                    ) : (
                      <a href={href(family)} aria-current={family === chosen ? 'true' : undefined}>
                        {nameOf(runs, family)}
                      </a>
                    )}
                  </th>
                  <td className={styles.numeric}>{count(n)}</td>
                  <td className={styles.numeric}>{format(first)}</td>
                  <td className={styles.numeric}>{format(second)}</td>
                  <td
                    className={styles.numeric}
                    title={
                      difference.low === null
                        ? difference.reason
                        : `95 % interval ${interval(difference.low, difference.high, signed)}`
                    }
                  >
                    {signed(difference.mean)}
                  </td>
                  <td className={styles.bar}>
                    <DifferenceBar difference={difference} domain={domain} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {ordered.length > fewest ? (
        <p className="no-print">
          <Button aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Only the first ${fewest}` : `All ${ordered.length} families`}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
