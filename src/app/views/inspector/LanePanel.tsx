import { count, decimal } from '../../../core/stats/format';
import type { ChunkingRankings, Retriever } from '../../../experiments/chunking/formats';
import { strategyStyle } from '../../charts/colors';
import { Swatch } from '../../charts/Swatch';
import { Choice, Select } from '../../components/Choice';
import { Explain } from '../../components/Explain';
import { laneFigures, type GoldFate, type Lane, type SpanKind } from './inspectorModel';
import { offeredCutoffs, retrieverLabels } from './inspectorParams';
import styles from './Inspector.module.css';

export interface LaneRow {
  lane: Lane;
  isShown: boolean;
  isFront: boolean;
  description: string;
  /** What its contexts do to each gold span of the chosen question in this document. */
  fates: readonly GoldFate[];
  /** The ranking of the chosen retriever, once it has arrived. */
  rankings: ChunkingRankings | undefined;
}

interface LanePanelProps {
  rows: readonly LaneRow[];
  length: number;
  kind: SpanKind;
  onKind: (kind: SpanKind) => void;
  question: number | null;
  retriever: Retriever;
  retrievers: readonly Retriever[];
  onRetriever: (retriever: Retriever) => void;
  k: number;
  onK: (k: number) => void;
  onShow: (strategy: string, show: boolean) => void;
  onFront: (strategy: string) => void;
}

/** Which strategies are lanes, which is in front, what a lane draws, and what each makes of the chosen question. */
export function LanePanel({
  rows,
  length,
  kind,
  onKind,
  question,
  retriever,
  retrievers,
  onRetriever,
  k,
  onK,
  onShow,
  onFront,
}: LanePanelProps) {
  const shown = rows.filter(({ isShown }) => isShown).length;
  return (
    <section className={`stack gap-2 ${styles.side} ${styles.lanePanel}`} aria-labelledby="lanes">
      <h3 id="lanes">
        Lanes{' '}
        <Explain about="lanes, chunks and contexts">
          <p>
            Each strategy can be a lane beside the text. The lane in front also marks the text, and the keys
            move along it.
          </p>
          <p>
            A chunk is what is searched. A context is what is returned when it is found: for most strategies
            the chunk itself, for some a wider stretch around it.
          </p>
          <p>
            Gold: whether one context holds the gold span whole. First hit: the rank of the first context that
            contains an answer.
          </p>
        </Explain>
      </h3>
      <div className={styles.laneControls}>
        {retrievers.length > 1 ? (
          <Select
            label="Ranked by"
            value={retriever}
            options={retrievers.map((value) => ({ value, label: retrieverLabels[value] }))}
            onChange={onRetriever}
          />
        ) : null}
        <Select
          label="Ranks"
          value={String(k)}
          options={offeredCutoffs(k).map((cutoff) => ({
            value: String(cutoff),
            label: cutoff === 1 ? '1' : `1 to ${cutoff}`,
          }))}
          onChange={(cutoff) => onK(Number(cutoff))}
        />
        <Choice<SpanKind>
          label="Draw"
          value={kind}
          options={[
            { value: 'chunks', label: 'Chunks', title: 'What is searched' },
            { value: 'contexts', label: 'Contexts', title: 'What is returned' },
          ]}
          onChange={onKind}
        />
      </div>
      <div className="scroll-x" tabIndex={0} role="region" aria-label="Strategies">
        <table className={`full small table ${styles.lanes}`}>
          <thead>
            <tr>
              <th scope="col">Show</th>
              <th scope="col">Front</th>
              <th scope="col">Strategy</th>
              {question === null ? (
                <>
                  <th scope="col">{kind === 'chunks' ? 'Chunks' : 'Contexts'}</th>
                  <th scope="col" title="Mean length in UTF-16 code units">
                    Mean
                  </th>
                </>
              ) : (
                <>
                  <th scope="col" title="Whether one context holds the gold span whole">
                    Gold
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
                      <input
                        type="checkbox"
                        checked={isShown}
                        disabled={isShown && shown === 1}
                        onChange={(event) => onShow(lane.strategy, event.target.checked)}
                        aria-label={`Show ${lane.label}`}
                      />
                    </label>
                  </td>
                  <td>
                    <label className={styles.target}>
                      <input
                        type="radio"
                        name="inspector-front"
                        checked={isFront}
                        onChange={() => onFront(lane.strategy)}
                        aria-label={`Put ${lane.label} in front`}
                      />
                    </label>
                  </td>
                  <th scope="row" title={description}>
                    <span className={styles.laneName}>
                      <Swatch style={strategyStyle(lane.strategy)} line={false} />
                      <span>
                        {isShown ? <b>{lane.letter} </b> : null}
                        {lane.label}
                      </span>
                    </span>
                  </th>
                  {question === null ? (
                    <>
                      <td>{count(figures.spans)}</td>
                      <td>{decimal(figures.meanLength, 0)}</td>
                    </>
                  ) : (
                    <>
                      <td className={fates.some((fate) => fate !== 'whole') ? 'bad' : undefined}>
                        {fateWords(fates)}
                      </td>
                      <td>
                        {rankings ? <FirstHit rank={rankings.answer.rank[question] ?? 0} k={k} /> : '…'}
                      </td>
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function FirstHit({ rank, k }: { rank: number; k: number }) {
  if (rank === 0) return <span className="bad">none</span>;
  return rank <= k ? <>{count(rank)}</> : <span className="bad">miss, {count(rank)}</span>;
}

/** `whole`, `cut`, `outside`, or counts where there are several gold spans. */
export function fateWords(fates: readonly GoldFate[]): string {
  if (fates.length === 0) return 'not here';
  if (fates.length === 1) return fates[0]!;
  return `${count(fates.filter((fate) => fate === 'whole').length)} of ${count(fates.length)} whole`;
}
