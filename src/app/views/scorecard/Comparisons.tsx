import { Table } from '../../components/table/Table';
import { interval, pValue } from '../../../core/stats/format';
import type { Comparison } from '../../../artifact/common';
import type { Finding } from '../../data/doctor';
import { FaultLine } from '../doctor/FaultLine';
import { compareAddress } from './address';
import { DifferenceBar, differenceDomain } from './DifferenceBar';
import styles from './Scorecard.module.css';

/** Why a difference whose interval holds no zero is still not established. */
function notEstablished({ interval: bounds, adjustedP }: Comparison, tests: number): string {
  const clear = bounds !== null && (bounds[0] > 0 || bounds[1] < 0);
  return clear && adjustedP !== null && tests > 1
    ? `not established (Holm, ${tests} tests)`
    : 'not established';
}

interface ComparisonsProps {
  experiment: string;
  caption: string;
  comparisons: readonly Comparison[];
  label: (row: string) => string;
  /** What the metric of a comparison is called, with its condition where it has one. */
  measure: (comparison: Comparison) => string;
  format: (difference: number | null) => string;
  /** What the check of figures found about a comparison. */
  faultOf: (comparison: Comparison) => Finding | undefined;
  /** Address of the questions behind one side of a comparison. */
  link: (comparison: Comparison) => string;
}

/** Declared pairs of rows: difference, interval and what may be said. */
export function Comparisons({
  experiment,
  caption,
  comparisons,
  label,
  measure,
  format,
  faultOf,
  link,
}: ComparisonsProps) {
  const domain = differenceDomain(comparisons);
  return (
    <div className="scroll-x" role="region" aria-label={caption} tabIndex={0}>
      <Table className={`table full figures ${styles.plain}`}>
        <caption>
          <span>
            {caption}. “Beats” needs both: p below 0.05, and an interval without zero. A pair’s name sets its
            two runs side by side, question by question.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Pair</th>
            <th scope="col" className={styles.text}>
              Measure
            </th>
            <th scope="col">Difference</th>
            <th scope="col">95 % interval</th>
            <th scope="col" className={styles.text}>
              Difference
            </th>
            <th scope="col">p (Holm)</th>
            <th scope="col" className={styles.text}>
              Verdict
            </th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison) => {
            const { a, b, difference, interval: bounds, adjustedP, verdict } = comparison;
            const fault = faultOf(comparison);
            /** The finding, for the cell that shows what it is about. */
            const faultIn = (...parts: string[]) =>
              fault && parts.includes(partOf(fault)) ? fault : undefined;
            const words =
              verdict === 'not established'
                ? notEstablished(comparison, comparisons.length)
                : verdict === 'a beats b'
                  ? `${label(a)} beats ${label(b)}`
                  : `${label(b)} beats ${label(a)}`;
            return (
              <tr
                key={`${a} ${b} ${comparison.metric} ${comparison.condition ?? ''}`}
                className={verdict === 'not established' ? undefined : styles.established}
              >
                <th scope="row">
                  <a href={compareAddress(experiment, comparison)}>
                    {label(a)} against {label(b)}
                  </a>
                </th>
                <td className={styles.text}>{measure(comparison)}</td>
                <td className="number">
                  <FaultLine fault={faultIn('difference', '')}>
                    <a
                      className={styles.number}
                      href={link(comparison)}
                      aria-label={`${format(difference)}: open the questions behind it`}
                    >
                      {format(difference)}
                    </a>
                  </FaultLine>
                </td>
                <td className="number">
                  <FaultLine fault={faultIn('interval')}>
                    {interval(bounds?.[0], bounds?.[1], format)}
                  </FaultLine>
                </td>
                <td className={styles.difference}>
                  <DifferenceBar difference={difference} bounds={bounds} domain={domain} />
                </td>
                <td className="number">
                  <FaultLine fault={faultIn('p', 'adjustedP')}>{pValue(adjustedP)}</FaultLine>
                </td>
                <td className={styles.text}>
                  <FaultLine fault={faultIn('verdict')}>
                    {verdict === 'not established' ? words : <strong>{words}</strong>}
                  </FaultLine>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

const shownParts = ['difference', 'interval', 'p', 'adjustedP', 'verdict'];

/** The part of a comparison that a finding is about; empty for one that the table does not show by itself. */
function partOf({ path }: Finding): string {
  const part = /^\$\.comparisons\[\d+\]\.(\w+)/.exec(path)?.[1] ?? '';
  return shownParts.includes(part) ? part : '';
}
