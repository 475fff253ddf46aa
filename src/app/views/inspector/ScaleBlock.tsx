import { memo } from 'react';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { overlapping, runsWithin } from './spansModel';
import type { ReaderMarks } from './readerMarks';
import styles from './Reader.module.css';

interface ScaleBlockProps {
  block: Span;
  /** Code units that a full row holds. */
  units: number;
  width: number;
  marks: ReaderMarks;
}

const goldHeight = 6;
const laneHeight = 13;
const laneSpace = 4;

/** Height of a row with so many lanes. */
export function scaleRowHeight(lanes: number): number {
  return goldHeight + 6 + lanes * (laneHeight + laneSpace) + 14;
}

/** A stretch of the document to scale, one lane under another: what offsets alone can show. */
export const ScaleBlock = memo(function ScaleBlock({ block, units, width, marks }: ScaleBlockProps) {
  const { lanes, colors, front, gold, returned, selected } = marks;
  const x = (offset: number) => ((Math.min(block.end, Math.max(block.start, offset)) - block.start) / units) * width;
  const box = ({ start, end }: Span) => ({ x: x(start), width: Math.max(0.5, x(end) - x(start)) });
  const inside = ({ start, end }: Span) => start < block.end && end > block.start;
  const laneY = (lane: number) => goldHeight + 4 + lane * (laneHeight + laneSpace);
  return (
    <div className={styles.scaleRow} data-start={block.start}>
      <span className={styles.offset} aria-hidden="true">
        {count(block.start)}
      </span>
      <svg width={width} height={scaleRowHeight(lanes.length) - 8} aria-hidden="true">
        {gold.filter(inside).map((span) => {
          const { x: left, width: own } = box(span);
          return <rect key={`${span.question} ${span.start}`} className={span.isChosen ? styles.goldBar : styles.otherGoldBar} x={left} width={Math.max(3, own)} y={0} height={goldHeight} />;
        })}
        {lanes.map(({ drawn, tracks, runs }, lane) => {
          const part = laneHeight / tracks.count;
          return (
            <g key={lane}>
              {overlapping(drawn, block.start, block.end).map((index) => {
                const span = { start: drawn.edges[2 * index]!, end: drawn.edges[2 * index + 1]! };
                const begins = span.start >= block.start ? 0.75 : 0;
                const { x: left, width: own } = box(span);
                const isSelected = lane === front && selected?.start === span.start && selected.end === span.end;
                return (
                  <rect
                    key={index}
                    data-lane={lane}
                    data-span={index}
                    className={`${styles.bar} ${index % 2 === 0 ? styles.even : ''} ${isSelected ? styles.chosenBar : ''}`}
                    x={left + begins}
                    width={Math.max(0.5, own - begins)}
                    y={laneY(lane) + tracks.of[index]! * part}
                    height={part - (tracks.count > 1 ? 0.75 : 0)}
                    style={{ fill: colors[lane] }}
                  />
                );
              })}
              {runsWithin(runs, block.start, block.end)
                .filter(({ depth }) => depth !== 1)
                .map((run) => (
                  <rect key={`depth ${run.start}`} className={run.depth === 0 ? styles.gapBand : styles.overlapBand} {...box(run)} y={laneY(lane)} height={laneHeight} />
                ))}
              {(returned[lane] ?? []).filter(inside).map((context) => (
                <g key={`returned ${context.rank}`} className={styles.returnedBar}>
                  <rect {...box(context)} y={laneY(lane) - 1} height={laneHeight + 2} />
                  {context.start >= block.start ? <rect className={styles.rankPlate} x={x(context.start)} width={16} y={laneY(lane) - 1} height={laneHeight + 2} /> : null}
                  {context.start >= block.start ? (
                    <text x={x(context.start) + 8} y={laneY(lane) + 10}>
                      {context.rank}
                    </text>
                  ) : null}
                </g>
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
});
