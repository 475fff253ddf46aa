import { memo, type MouseEvent, type PointerEvent } from 'react';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { rectangle } from './blockModel';
import { spanAtOffset, type Lane } from './inspectorModel';
import type { PointAtSpan, ReaderMarks } from './readerMarks';
import { overlapping, spansWithin } from './spansModel';
import styles from './Reader.module.css';

interface ScaleBlockProps {
  block: Span;
  /** Code units that a full row holds. */
  units: number;
  width: number;
  marks: ReaderMarks;
  onPoint: PointAtSpan;
}

const goldHeight = 6;
const laneHeight = 13;
const laneSpace = 4;

/** Height of a row with so many lanes. */
export function scaleRowHeight(lanes: number): number {
  return goldHeight + 6 + lanes * (laneHeight + laneSpace) + 14;
}

/** A stretch of the document to scale, one lane under another: what offsets alone can show. */
export const ScaleBlock = memo(function ScaleBlock({ block, units, width, marks, onPoint }: ScaleBlockProps) {
  const { lanes, colors, front, gold, returned, selected } = marks;
  const x = (offset: number) =>
    ((Math.min(block.end, Math.max(block.start, offset)) - block.start) / units) * width;
  const box = ({ start, end }: Span) => ({ x: x(start), width: Math.max(0.5, x(end) - x(start)) });
  const inside = ({ start, end }: Span) => start < block.end && end > block.start;
  const barPath = ({ drawn, tracks }: Lane, index: number, lane: number) => {
    const span = { start: drawn.edges[2 * index]!, end: drawn.edges[2 * index + 1]! };
    const joint = span.start >= block.start ? 0.75 : 0;
    const part = laneHeight / tracks.count;
    return rectangle(
      box(span).x + joint,
      laneY(lane) + tracks.of[index]! * part,
      Math.max(0.5, box(span).width - joint),
      part - (tracks.count > 1 ? 0.75 : 0),
    );
  };
  const laneY = (lane: number) => goldHeight + 4 + lane * (laneHeight + laneSpace);
  const point = (event: PointerEvent<SVGRectElement> | MouseEvent<SVGRectElement>) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const [atX, atY] = [event.clientX - frame.left, event.clientY - frame.top];
    const lane = lanes.findIndex(
      (_, place) => atY >= laneY(place) - 2 && atY < laneY(place) + laneHeight + 2,
    );
    const offset = block.start + (atX / width) * units;
    const index = lane < 0 ? null : spanAtOffset(lanes[lane]!.drawn, Math.floor(offset));
    onPoint(index === null ? null : { lane, index }, event.type === 'click');
  };
  return (
    <div className={styles.scaleRow} data-start={block.start}>
      <span className={styles.offset} aria-hidden="true">
        {count(block.start)}
      </span>
      <svg width={width} height={scaleRowHeight(lanes.length) - 8} aria-hidden="true">
        {gold.filter(inside).map((span) => {
          const { x: left, width: own } = box(span);
          return (
            <rect
              key={`${span.question} ${span.start}`}
              className={span.isChosen ? styles.goldBar : styles.otherGoldBar}
              x={left}
              width={Math.max(3, own)}
              y={0}
              height={goldHeight}
            />
          );
        })}
        {lanes.map((lane, place) => {
          const bars = (parity: number) =>
            overlapping(lane.drawn, block.start, block.end)
              .flatMap((index) => (index % 2 === parity ? [barPath(lane, index, place)] : []))
              .join('');
          const bands = (spans: readonly Span[]) =>
            spansWithin(spans, block.start, block.end)
              .map((span) => rectangle(box(span).x, laneY(place), box(span).width, laneHeight))
              .join('');
          return (
            <g key={lane.letter} style={{ fill: colors[place] }}>
              <path className={styles.even} d={bars(0)} />
              <path className={styles.odd} d={bars(1)} />
              <path className={styles.overlapBand} d={bands(lane.overlaps)} />
              <path className={styles.gapBand} d={bands(lane.gaps)} />
            </g>
          );
        })}
        {selected && inside(selected) ? (
          <rect
            className={styles.chosenBar}
            {...box(selected)}
            y={laneY(front)}
            height={laneHeight}
            style={{ fill: colors[front] }}
          />
        ) : null}
        {returned.map((contexts, lane) =>
          contexts.filter(inside).map((context) => (
            <g key={`${lane} ${context.rank}`} className={styles.returnedBar}>
              <rect {...box(context)} y={laneY(lane) - 1} height={laneHeight + 2} />
              {context.start < block.start ? null : (
                <>
                  <rect
                    className={styles.rankPlate}
                    x={x(context.start)}
                    width={16}
                    y={laneY(lane) - 1}
                    height={laneHeight + 2}
                  />
                  <text x={x(context.start) + 8} y={laneY(lane) + 10}>
                    {context.rank}
                  </text>
                </>
              )}
            </g>
          )),
        )}
        <rect
          className={styles.gutter}
          width={width}
          height={laneY(lanes.length)}
          onPointerMove={point}
          onClick={point}
        />
      </svg>
    </div>
  );
});
