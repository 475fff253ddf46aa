import { Table } from '../../../components/table/Table';
import { count, percent, score } from '../../../../core/stats/format';
import { OutcomeMark } from '../OutcomeMark';
import { closed, type ChunkingMoves, type ChunkingValues } from './chunkingParams';
import { missedWords, rowLabel, stageMeanings } from './chunkingWords';
import { outcomeOf, rescueCounts, tokensToHit, type ChunkingMisses } from './missModel';
import shared from '../failures.module.css';

interface RescueTableProps {
  data: ChunkingMisses;
  question: number;
  values: ChunkingValues;
  href: ChunkingMoves['href'];
  /** Address of the inspector with some strategies. */
  inspector: (strategies: readonly string[]) => string;
}

/** What every row with the same retriever did with the question. */
export function RescueTable({ data, question, values, href, inspector }: RescueTableProps) {
  const { summary, rankings } = data;
  const own = summary.rows.find(({ row }) => row === values.row)!;
  const missedHere = outcomeOf(data, values.row, values, question).stage !== null;
  const counts = new Map(
    rescueCounts(data, { ...values, family: null, stage: null }).map((entry) => [entry.row, entry]),
  );
  return (
    <div className="scroll-x" role="region" aria-label="The question in every row" tabIndex={0}>
      <Table className={`full small table ${shared.table}`}>
        <caption className="soft small">
          Rows with the same retriever, missed: {missedWords(values)}. <strong>Rescues</strong> counts all
          misses of {own.label} that the row hits.
        </caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Outcome</th>
            <th scope="col" className="number to-end">
              Rank
            </th>
            <th scope="col" className="number to-end">
              Score
            </th>
            <th scope="col" className="number to-end">
              Tokens to a hit
            </th>
            <th scope="col" className="number to-end">
              Rescues
            </th>
            <th scope="col" className="no-print">
              Chunks
            </th>
          </tr>
        </thead>
        <tbody>
          {[...rankings.keys()].map((row) => {
            const outcome = outcomeOf(data, row, values, question);
            const { strategy } = summary.rows.find((candidate) => candidate.row === row)!;
            const rescue = counts.get(row);
            return (
              <tr key={row} className={row === values.row ? shared.targetLine : undefined}>
                <th scope="row">
                  {row === values.row ? (
                    rowLabel(summary, row)
                  ) : (
                    <a href={href({ row, against: null })}>{rowLabel(summary, row)}</a>
                  )}
                </th>
                <td title={outcome.stage === null ? undefined : stageMeanings[outcome.stage]}>
                  {outcome.stage === null ? (
                    <OutcomeMark kind={outcome.elsewhere ? 'tied' : 'hit'}>
                      {outcome.elsewhere ? 'hit, not the gold place' : 'hit'}
                    </OutcomeMark>
                  ) : (
                    <OutcomeMark kind="missed">{`lost at ${outcome.stage}`}</OutcomeMark>
                  )}
                </td>
                <td className="number to-end">{outcome.rank === 0 ? 'none' : count(outcome.rank)}</td>
                <td className="number to-end">{score(outcome.score)}</td>
                <td className="number to-end">{count(tokensToHit(data, row, question))}</td>
                <td className="number to-end">
                  {rescue === undefined ? (
                    ''
                  ) : missedHere && outcome.stage === null ? (
                    <a
                      href={href({ ...closed, rescuedBy: row, family: null, stage: null })}
                      aria-label={`List the ${rescue.rescued} misses that ${rowLabel(summary, row)} rescues`}
                      title={percent(rescue.of === 0 ? null : rescue.rescued / rescue.of)}
                    >
                      {rescue.rescued} of {rescue.of}
                    </a>
                  ) : (
                    `${rescue.rescued} of ${rescue.of}`
                  )}
                </td>
                <td className="no-print">
                  <a
                    href={inspector(strategy === own.strategy ? [strategy] : [own.strategy, strategy])}
                    aria-label={`Chunks of ${rowLabel(summary, row)} at the gold, in the inspector`}
                  >
                    {strategy === own.strategy ? 'inspect' : 'compare'}
                  </a>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
