import { count, decimal, percent } from '../../../core/stats/format';
import type { ChunkingRankings } from '../../../schema/chunking';
import { strategyStyle } from '../../charts/colors';
import { Swatch } from '../../charts/Swatch';
import { Explain } from '../../components/Explain';
import { laneFigures, type GoldFate, type Lane, type SpanKind } from './inspectorModel';
import styles from './Inspector.module.css';

export interface LaneRow {
  lane: Lane;
  isShown: boolean;
  isFront: boolean;
  description: string;
  /** What its contexts do to each gold span of the chosen question in this document. */
  fates: readonly GoldFate[];
  rankings: ChunkingRankings | undefined;
}

interface LaneTableProps {
  rows: readonly LaneRow[];
  length: number;
  kind: SpanKind;
  question: number | null;
  k: number;
  onShow: (strategy: string, show: boolean) => void;
  onFront: (strategy: string) => void;
}

/** Every strategy on this document: which are shown as lanes, which is in front, and what each makes of text and question. */
export function LaneTable({ rows, length, kind, question, k, onShow, onFront }: LaneTableProps) {
  const shown = rows.filter(({ isShown }) => isShown).length;
  return (
    <div className={`scroll-x ${styles.laneFrame}`} tabIndex={0} role="region" aria-label="Lanes">
      <table className={styles.lanes}>
        <caption>
          Lanes: the strategies on this document. The lane in front marks the text and leads the keys.{' '}
          <Explain about="chunks and contexts">
            <p>A chunk is what is searched. A context is what the reader is handed when it is found: for most strategies the chunk itself, for some a wider stretch around it.</p>
            <p>Overlap is the share of the document in more than one of the drawn spans, gap the share in none; blank lines between chunks count as gap.</p>
          </Explain>
        </caption>
        <thead>
          <tr>
            <th scope="col">Show</th>
            <th scope="col">Front</th>
            <th scope="col" className={styles.start}>
              Strategy
            </th>
            <th scope="col">{kind === 'chunks' ? 'Chunks' : 'Contexts'}</th>
            <th scope="col" title="Mean length in UTF-16 code units">
              Mean length
            </th>
            <th scope="col">Overlap</th>
            <th scope="col">Gap</th>
            {question === null ? null : (
              <>
                <th scope="col" title="Whether one context holds the gold span whole">
                  Gold span
                </th>
                <th scope="col" title="Rank of the first context that contains an answer">
                  First hit
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ lane, isShown, isFront, description, fates, rankings }) => {
            const figures = laneFigures(lane, length);
            return (
              <tr key={lane.strategy} className={isFront ? styles.frontRow : undefined}>
                <td>
                  <label className={styles.target}>
                    <input type="checkbox" checked={isShown} disabled={isShown && shown === 1} onChange={(event) => onShow(lane.strategy, event.target.checked)} aria-label={`Show ${lane.label}`} />
                  </label>
                </td>
                <td>
                  <label className={styles.target}>
                    <input type="radio" name="inspector-front" checked={isFront} onChange={() => onFront(lane.strategy)} aria-label={`Put ${lane.label} in front`} />
                  </label>
                </td>
                <th scope="row" className={styles.start} title={description}>
                  <Swatch style={strategyStyle(lane.strategy)} line={false} />
                  <b className={styles.letter}>{isShown ? lane.letter : ''}</b> {lane.label}
                </th>
                <td>{count(kind === 'chunks' ? figures.chunks : figures.contexts)}</td>
                <td>{decimal(figures.meanLength, 0)}</td>
                <td>{percent(figures.overlap)}</td>
                <td>{percent(figures.gap)}</td>
                {question === null ? null : (
                  <>
                    <td className={fates.length > 0 && fates.some((fate) => fate !== 'whole') ? styles.bad : undefined}>{fateWords(fates)}</td>
                    <td>{rankings ? <FirstHit rank={rankings.answer.rank[question] ?? 0} k={k} /> : '…'}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function FirstHit({ rank, k }: { rank: number; k: number }) {
  if (rank === 0) return <span className={styles.bad}>none</span>;
  return rank <= k ? <>rank {count(rank)}</> : <span className={styles.bad}>miss, rank {count(rank)}</span>;
}

/** `whole`, `cut`, `outside`, or counts where there are several gold spans. */
export function fateWords(fates: readonly GoldFate[]): string {
  if (fates.length === 0) return 'not here';
  if (fates.length === 1) return fates[0]!;
  return `${count(fates.filter((fate) => fate === 'whole').length)} of ${count(fates.length)} whole`;
}
