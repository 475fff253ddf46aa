import { Table } from '../../components/table/Table';
import { decimal, percent } from '../../../core/stats/format';
import type { BlendSummary } from '../../../experiments/blend/formats';
import styles from './Scorecard.module.css';

/** Which weight the development families choose, and how close the others come. */
export function Selection({ summary }: { summary: BlendSummary }) {
  const { chosen, rule, candidates } = summary.selection;
  const label = (id: string) => summary.rows.find(({ row }) => row === id)?.label ?? id;
  return (
    <section className="stack" aria-labelledby="selection">
      <h2 id="selection">Weight chosen on development families</h2>
      <p>
        Development families choose <strong>{label(chosen)}</strong>. The 80/20 blend was prespecified, so it
        is the row that is tested; a chosen weight is carried into the evaluation unchanged, and the other
        swept weights are exploration.
      </p>
      <div className="scroll-x" role="region" aria-label="Development figures" tabIndex={0}>
        <Table className={`table full figures ${styles.plain}`}>
          <caption>
            <span>{rule}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Focus weight</th>
              <th scope="col">Top 1</th>
              <th scope="col">Coverage@4</th>
              <th scope="col">Harmonic mean</th>
            </tr>
          </thead>
          <tbody>
            {candidates.map((candidate) => (
              <tr key={candidate.row} className={candidate.row === chosen ? styles.chosen : undefined}>
                <th scope="row">
                  {label(candidate.row)}
                  {candidate.row === chosen ? (
                    <span className={`${styles.badge} ${styles.best}`}>chosen</span>
                  ) : null}
                  {candidate.row === 'blend80' ? <span className={styles.badge}>prespecified</span> : null}
                </th>
                <td>{decimal(candidate.focusWeight, 2)}</td>
                <td>{percent(candidate.top1)}</td>
                <td>{percent(candidate.coverageAt4)}</td>
                <td>{percent(candidate.harmonicMean)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
