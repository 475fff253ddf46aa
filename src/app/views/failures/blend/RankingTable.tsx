import { Suspense, use, useState } from 'react';
import { Table } from '../../../components/table/Table';
import { count, score, signedScore } from '../../../../core/stats/format';
import { blendFixturesFormat } from '../../../../experiments/blend/formats';
import { Button } from '../../../components/Button';
import { ErrorBoundary } from '../../../components/ErrorBoundary';
import { loadExperimentFile } from '../../../data/artifacts';
import type { OpenExperiment } from '../../openExperiment';
import type { BlendMoves } from './blendParams';
import type { BlendItem } from './blendTable';
import { rankText } from './blendWords';
import type { RecordPair } from './pairModel';
import { excerpt, type RankedRecord } from './rankingModel';
import shared from '../failures.module.css';
import styles from './blend.module.css';

interface RankingTableProps {
  experiment: OpenExperiment;
  item: BlendItem;
  ranking: readonly RankedRecord[];
  pair: RecordPair;
  href: BlendMoves['href'];
}

/** Records in order with their scores; each can be set beside the target. */
export function RankingTable({ experiment, item, ranking, pair, href }: RankingTableProps) {
  const [all, setAll] = useState(false);
  const relevant = new Set(ranking.filter((entry) => entry.relevant).map(({ record }) => record));
  const shown = all ? [...ranking] : excerpt(ranking, new Set([...relevant, pair.other.record]));
  const cut = item.kind === 'generic' ? 4 : 1;
  return (
    <div className="stack">
      <div className="scroll-x" role="region" aria-label="Ranking" tabIndex={0}>
        <Table className={`full small table ${shared.table}`}>
          <caption className="soft small">
            All {ranking.length} records of the block, best first. <strong>Gap to target</strong> is the
            record’s score less the target’s. A record’s name sets it beside the target below.
          </caption>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col">Record</th>
              <th scope="col" className="number to-end">
                Score
              </th>
              <th scope="col" className="number to-end">
                Gap to target
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry, index) =>
              typeof entry === 'number' ? (
                <tr key={`gap ${index}`}>
                  <td colSpan={4} className={shared.gap}>
                    … {entry} more …
                  </td>
                </tr>
              ) : (
                <tr
                  key={entry.record}
                  className={`${entry.relevant ? shared.targetLine : ''} ${entry.record === pair.other.record ? shared.otherLine : ''} ${entry.lastRank <= cut ? styles.counted : ''}`}
                >
                  <td className="number">
                    {rankText(entry.firstRank, entry.lastRank)}
                    {entry.firstRank === entry.lastRank ? null : <span className="soft"> tied</span>}
                  </td>
                  <th scope="row">
                    {entry.record === pair.target.record ? (
                      entry.id
                    ) : (
                      <a
                        href={href({ against: entry.id })}
                        aria-current={entry.record === pair.other.record ? 'true' : undefined}
                      >
                        {entry.id}
                      </a>
                    )}
                    {entry.relevant ? (
                      <span className={shared.tag}>{item.kind === 'generic' ? 'family' : 'target'}</span>
                    ) : null}
                    {entry.record === pair.other.record ? <span className={shared.tag}>compared</span> : null}
                    {!entry.relevant && entry.sameFamily ? (
                      <span className="soft small"> same family</span>
                    ) : null}
                    <ErrorBoundary resetKey={entry.id} fallback={() => null}>
                      <Suspense fallback={null}>
                        <Meaning experiment={experiment} item={item} record={entry.id} />
                      </Suspense>
                    </ErrorBoundary>
                  </th>
                  <td className="number to-end">{score(entry.score)}</td>
                  <td className="number to-end">
                    {entry.record === pair.target.record
                      ? ''
                      : signedScore(difference(entry.score, pair.target.score))}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </Table>
      </div>
      <div className="no-print">
        <Button onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show the top and the targets' : `Show all ${count(ranking.length)}`}
        </Button>
      </div>
    </div>
  );
}

/** Ties are decided at 1e-9; what is nearer is no difference. */
function difference(a: number, b: number): number {
  return Math.abs(a - b) <= 1e-9 ? 0 : a - b;
}

function Meaning({
  experiment,
  item,
  record,
}: {
  experiment: OpenExperiment;
  item: BlendItem;
  record: string;
}) {
  const { value: fixtures } = use(
    loadExperimentFile(
      experiment.source,
      experiment.entry,
      `${item.block}-fixtures.json`,
      blendFixturesFormat,
    ),
  );
  const meaning = fixtures.records.find(({ id }) => id === record)?.meaning;
  return meaning === undefined ? null : <span className={`soft small ${styles.meaning}`}>{meaning}</span>;
}
