import { memo } from 'react';
import type { Span } from '../../../core/units';
import { bandsOf, barsOf, cutMarks, extentOf, type BlockGeometry } from './blockModel';
import { goldWidth, gutterWidth, laneWidth, laneX, type ReaderMarks } from './readerMarks';
import styles from './Reader.module.css';

interface BlockDrawingProps {
  block: Span;
  marks: ReaderMarks;
  geometry: BlockGeometry;
}

/** Lanes beside a block of text, and the cuts within it. */
export const BlockDrawing = memo(function BlockDrawing({ block, marks, geometry }: BlockDrawingProps) {
  const { lanes, colors, front, cuts, gold, returned, selected } = marks;
  if (geometry.height === 0) return null;
  const width = laneWidth(lanes.length);
  const inside = ({ start, end }: Span) => start < block.end && end > block.start;
  const slot = 1 / lanes.length;
  return (
    <svg className={styles.drawing} width="100%" height={geometry.height} aria-hidden="true">
      {gold.filter(inside).map((span) => {
        const { y, height } = extentOf(span, block, geometry);
        return <rect key={`gold ${span.question} ${span.start}`} className={span.isChosen ? styles.goldBar : styles.otherGoldBar} x={0} y={y} width={goldWidth} height={Math.max(3, height)} />;
      })}
      {barsOf(lanes, block, geometry).map(({ lane, index, track, y, height, begins }) => {
        const { drawn, tracks } = lanes[lane]!;
        const part = width / tracks.count;
        const isSelected = lane === front && selected !== null && drawn.edges[2 * index] === selected.start && drawn.edges[2 * index + 1] === selected.end;
        return (
          <rect
            key={`bar ${lane} ${index}`}
            data-lane={lane}
            data-span={index}
            className={`${styles.bar} ${index % 2 === 0 ? styles.even : ''} ${isSelected ? styles.chosenBar : ''}`}
            x={laneX(lane, lanes.length) + track * part}
            y={begins ? y + 0.75 : y}
            width={part - (tracks.count > 1 ? 0.75 : 0)}
            height={Math.max(0.5, begins ? height - 0.75 : height)}
            style={{ fill: colors[lane] }}
          />
        );
      })}
      {bandsOf(lanes, block, geometry).map(({ lane, kind, y, height }, place) => (
        <rect key={`band ${lane} ${kind} ${place}`} className={kind === 'overlap' ? styles.overlapBand : styles.gapBand} x={laneX(lane, lanes.length)} y={y} width={width} height={height} />
      ))}
      {returned.map((contexts, lane) =>
        contexts.filter(inside).map((context) => {
          const { y, height } = extentOf(context, block, geometry);
          const begins = context.start >= block.start;
          return (
            <g key={`returned ${lane} ${context.rank}`} className={styles.returnedBar}>
              <rect x={laneX(lane, lanes.length) - 1} y={y} width={width + 2} height={height} />
              {begins ? <rect className={styles.rankPlate} x={laneX(lane, lanes.length) - 1} y={y} width={width + 2} height={13} /> : null}
              {begins ? (
                <text x={laneX(lane, lanes.length) + width / 2} y={y + 10}>
                  {context.rank}
                </text>
              ) : null}
            </g>
          );
        }),
      )}
      {cutMarks(cuts, block, geometry).map(({ offset, lanes: mask, x, top, height }) => (
        <g key={`cut ${offset}`} transform={`translate(${gutterWidth(lanes.length) + x} ${top})`}>
          <line className={styles.cut} y1={-2} y2={height + 2} />
          {lanes.map((_, lane) => ((mask >> lane) & 1 ? <rect key={lane} x={-1.75} width={3.5} y={lane * slot * height + 0.5} height={slot * height - 1} style={{ fill: colors[lane] }} /> : null))}
        </g>
      ))}
    </svg>
  );
});
