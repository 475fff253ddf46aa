import { Table } from '../../components/table/Table';
import { count, decimal, percent } from '../../../core/stats/format';
import type { ThreadsSummary } from '../../../experiments/threads/formats';
import { halfScale } from '../../../experiments/threads/limits';
import styles from './Threads.module.css';

/** How many facts each number of places and each threshold finds, and how many tokens that brings: darker is more. */
export function SweepMap({ summary, pieceBytes }: { summary: ThreadsSummary; pieceBytes: number }) {
  const cells = summary.sweep.filter((cell) => cell.pieceBytes === pieceBytes);
  const limits = [...new Set(cells.map(({ limit }) => limit))];
  const thresholds = [...new Set(cells.map(({ threshold }) => threshold))];
  const { settings } = summary;
  return (
    <div className="scroll-x" role="region" aria-label="Facts found by places and threshold" tabIndex={0}>
      <Table className={`small table figures ${styles.map}`}>
        <caption>
          Share of {count(summary.facts)} facts with a piece of a right turn among the first X pieces at or
          above the threshold, pieces of {count(pieceBytes)} bytes with label and blend; under it the tokens
          that come back for a fact. The frame marks the settings of the scorecard.
        </caption>
        <thead>
          <tr>
            <th scope="col">Least cosine ((1 + cosine) / 2)</th>
            {limits.map((limit) => (
              <th key={limit} scope="col">
                X = {limit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {thresholds.map((threshold) => (
            <tr key={threshold}>
              <th scope="row">
                {decimal(threshold, 2)} ({decimal(halfScale(threshold), 3)})
              </th>
              {limits.map((limit) => {
                const cell = cells.find((own) => own.limit === limit && own.threshold === threshold)!;
                const isUsed = limit === settings.limit && threshold === settings.threshold;
                return (
                  <td
                    key={limit}
                    className={isUsed ? styles.used : undefined}
                    style={{
                      backgroundColor: `color-mix(in srgb, var(--accent) ${(cell.found * 40).toFixed(1)}%, transparent)`,
                    }}
                  >
                    {percent(cell.found)}
                    <br />
                    <span className="small">{count(Math.round(cell.tokens))}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
