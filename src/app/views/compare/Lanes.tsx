import { count } from '../../../core/stats/format';
import { strategyStyle } from '../../charts/colors';
import type { LoadedRun, SideDetail } from './adapters/adapter';
import { laneBoxes, laneWindow, letterOf } from './compareModel';
import styles from './Compare.module.css';

interface LanesProps {
  runs: readonly LoadedRun[];
  details: readonly (SideDetail | null)[];
}

const width = 1000;
const trackHeight = 16;
const label = 26;

/** The gold and how each run cut around it, to scale. Nothing where contexts are no stretches of a text. */
export function Lanes({ runs, details }: LanesProps) {
  const gold = details.find((detail) => detail !== null)?.gold[0];
  const sides = details.flatMap((detail, place) =>
    detail?.lane ? [{ place, lane: detail.lane, ranking: detail.ranking }] : [],
  );
  if (!gold || sides.length === 0) return null;
  const window = laneWindow(
    gold,
    sides.map(({ lane }) => lane),
  );
  const x = (offset: number) =>
    label +
    ((Math.min(window.end, Math.max(window.start, offset)) - window.start) / (window.end - window.start)) *
      (width - label);
  const lanes = sides.map((side) => ({ ...side, ...laneBoxes(side.lane, side.ranking, gold, window) }));
  const heightOf = (tracks: number) => tracks * trackHeight + 10;
  const placed = lanes.map((lane, place) => ({
    ...lane,
    top: 20 + lanes.slice(0, place).reduce((sum, { tracks }) => sum + heightOf(tracks), 0),
  }));
  const height = 20 + lanes.reduce((sum, { tracks }) => sum + heightOf(tracks), 0);
  return (
    <section className="stack" aria-labelledby="lanes">
      <h3 id="lanes">Boundaries around the gold</h3>
      <div
        className={`scroll-x ${styles.frame}`}
        role="region"
        aria-label="Boundaries around the gold, to scale"
        tabIndex={0}
      >
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.lanes} aria-hidden="true">
          <rect
            className={styles.goldBand}
            x={x(gold.start)}
            width={Math.max(3, x(gold.end) - x(gold.start))}
            y={0}
            height={height}
          />
          <rect
            className={styles.goldBar}
            x={x(gold.start)}
            width={Math.max(3, x(gold.end) - x(gold.start))}
            y={2}
            height={10}
          />
          {placed.map(({ place, boxes, top }) => (
            <g key={place}>
              <text x={2} y={top + 12} className={styles.laneLetter}>
                {letterOf(place)}
              </text>
              {boxes.map((box) => {
                const left = x(box.start);
                const own = Math.max(2, x(box.end) - left - 1.5);
                return (
                  <g key={`${box.start} ${box.end}`}>
                    <rect
                      className={box.holdsGold ? styles.boxWhole : styles.box}
                      x={left}
                      width={own}
                      y={top + box.track * trackHeight}
                      height={trackHeight - 3}
                      rx={2}
                      style={{ fill: strategyStyle(runs[place]!.entry.strategy ?? '').color }}
                    />
                    {box.rank !== null && own > 20 ? (
                      <text
                        className={styles.laneRank}
                        x={left + own / 2}
                        y={top + box.track * trackHeight + 10.5}
                      >
                        {box.rank}
                      </text>
                    ) : null}
                  </g>
                );
              })}
            </g>
          ))}
        </svg>
      </div>
      <ul className="stack gap-1 plain-list small">
        {placed.map(({ place, boxes }) => {
          const whole = boxes.filter(({ holdsGold }) => holdsGold);
          const cut = boxes.filter(
            ({ start, end, holdsGold }) => !holdsGold && start < gold.end && end > gold.start,
          );
          return (
            <li key={place}>
              <span className={styles.letter}>{letterOf(place)}</span>{' '}
              {whole.length > 0
                ? `${whole.length === 1 ? 'one context covers' : `${whole.length} contexts cover`} the gold whole (${whole.map(({ start, end, rank }) => `${count(start)}–${count(end)}, ${rank === null ? 'not among the first ten' : `rank ${rank}`}`).join('; ')})`
                : `no context covers the gold whole; it is cut into ${cut.length} (${cut.map(({ start, end, rank }) => `${count(start)}–${count(end)}, ${rank === null ? 'not among the first ten' : `rank ${rank}`}`).join('; ')})`}
            </li>
          );
        })}
      </ul>
      <p className="soft small">
        Offsets {count(window.start)} to {count(window.end)}, in UTF-16 code units; the gold is{' '}
        {count(gold.start)} to {count(gold.end)}. A number in a box is its rank.
      </p>
    </section>
  );
}
