import { Table } from '../../components/table/Table';
import { percent } from '../../../core/stats/format';
import { blendConditions, type BlendSummary } from '../../../experiments/blend/formats';
import { conditionLabels, whyReportedDiffers } from '../../../experiments/blend/scorecard';
import styles from './Scorecard.module.css';

/** What the source published, on its own texts with its own model: never beside a measured number in one table. */
export function Reported({ summary }: { summary: BlendSummary }) {
  const { references } = summary;
  return (
    <section className="stack" aria-labelledby="reported">
      <h2 id="reported">Reported by the source</h2>
      <p>These figures were published, not measured here. {whyReportedDiffers(summary)}</p>
      <div
        className={`scroll-x panel ${styles.reported}`}
        role="region"
        aria-label="Figures reported by the source"
        tabIndex={0}
      >
        <Table className={`table full figures ${styles.plain}`}>
          <caption>
            <span>
              Reported by the source: top 1, and coverage@4 of generic queries. The source gives no intervals.
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Method</th>
              {blendConditions.map((condition) => (
                <th key={condition} scope="col">
                  {conditionLabels[condition]}
                </th>
              ))}
              <th scope="col">Coverage@4</th>
              <th scope="col">n</th>
            </tr>
          </thead>
          <tbody>
            {references.map((reference) => (
              <tr key={reference.row}>
                <th scope="row">{reference.label}</th>
                {blendConditions.map((condition) => (
                  <td key={condition}>{percent(reference.top1[condition])}</td>
                ))}
                <td>{percent(reference.coverageAt4)}</td>
                <td>{reference.n}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <details>
        <summary>Notes on these rows</summary>
        <ul>
          {references.map((reference) => (
            <li key={reference.row}>
              {reference.label}: {reference.note} Source: {reference.source}.
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
