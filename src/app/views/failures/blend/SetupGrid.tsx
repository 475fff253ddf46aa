import { useMemo } from 'react';
import { Table } from '../../../components/table/Table';
import { blendMethods } from '../../../../experiments/blend/measure/methods';
import { blendConditions } from '../../../../experiments/blend/formats';
import type { BlendMoves, BlendValues } from './blendParams';
import { closed } from './blendParams';
import type { BlendItem, BlendTable, OutcomeKind } from './blendTable';
import { conditionLabels, foundText, outcomeLabels, rankText } from './blendWords';
import styles from './blend.module.css';

const signs: Record<OutcomeKind, string> = { hit: '●', tied: '◐', missed: '○' };

interface SetupGridProps {
  table: BlendTable;
  item: BlendItem;
  values: BlendValues;
  href: BlendMoves['href'];
}

/** The outcome of one query under every setup; each opens it there. */
export function SetupGrid({ table, item, values, href }: SetupGridProps) {
  const rows = useMemo(
    () =>
      blendMethods.map((method) => ({
        ...method,
        outcomes: blendConditions.map((condition) => ({
          condition,
          outcome: table.outcome(method.row, condition, item),
        })),
      })),
    [table, item],
  );
  const hits = rows
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ outcome }) => outcome.kind === 'hit').length;
  const words = outcomeLabels[item.kind];
  return (
    <div className="scroll-x" role="region" aria-label="Outcomes under every setup" tabIndex={0}>
      <Table className={`full small table ${styles.setups}`}>
        <caption className="soft small">
          <span aria-hidden="true">●</span> {words.hit}, <span aria-hidden="true">◐</span> {words.tied},{' '}
          <span aria-hidden="true">○</span> {words.missed}, with the{' '}
          {item.kind === 'generic' ? 'records found' : 'rank of the target'}.{' '}
          {words.hit === 'hit' ? 'Hit' : 'All found'} by {hits} of {rows.length * blendConditions.length}{' '}
          setups. “List” shows the misses that the method rescues.
        </caption>
        <thead>
          <tr>
            <th scope="col">Method</th>
            {blendConditions.map((condition) => (
              <th key={condition} scope="col">
                {conditionLabels[condition]}
              </th>
            ))}
            <th scope="col" className="no-print">
              Rescued
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, label, outcomes }) => (
            <tr key={row}>
              <th scope="row">{label}</th>
              {outcomes.map(({ condition, outcome }) => {
                const here = row === values.method && condition === values.condition;
                const rank =
                  item.kind === 'generic'
                    ? foundText(outcome)
                    : rankText(outcome.firstRank, outcome.lastRank);
                return (
                  <td key={condition} className={`${styles[outcome.kind]} ${here ? styles.here : ''}`}>
                    <a
                      href={href({ method: row, condition, against: null })}
                      aria-current={here ? 'true' : undefined}
                      aria-label={`${label}, ${conditionLabels[condition]}: ${words[outcome.kind]}, ${item.kind === 'generic' ? rank : `rank ${rank}`}`}
                    >
                      <span aria-hidden="true">{signs[outcome.kind]}</span> {rank}
                    </a>
                  </td>
                );
              })}
              <td className="no-print">
                {row !== values.method &&
                table.outcome(row, values.condition, item).kind === 'hit' &&
                table.outcome(values.method, values.condition, item).kind !== 'hit' ? (
                  <a
                    href={href({ ...closed, rescuedBy: row })}
                    aria-label={`List the misses that ${label} rescues`}
                  >
                    List
                  </a>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
