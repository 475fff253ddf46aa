import { memo, useMemo, type MouseEvent, type PointerEvent } from 'react';
import type { Span } from '../../../core/units';
import {
  barBox,
  barsOf,
  barUnder,
  cutMarks,
  cutPaths,
  extentOf,
  lanePaths,
  type BlockGeometry,
} from './blockModel';
import { goldWidth, gutterWidth, laneWidth, laneX, type PointAtSpan, type ReaderMarks } from './readerMarks';
import styles from './Reader.module.css';

interface BlockDrawingProps {
  block: Span;
  marks: ReaderMarks;
  geometry: BlockGeometry;
  onPoint: PointAtSpan;
}

/** Lanes beside a block of text, and the cuts within it. */
export const BlockDrawing = memo(function BlockDrawing({
  block,
  marks,
  geometry,
  onPoint,
}: BlockDrawingProps) {
  const { lanes, colors, front, cuts, gold, returned, selected } = marks;
  const width = laneWidth(lanes.length);
  const bars = useMemo(() => lanes.map((lane) => barsOf(lane, block, geometry)), [lanes, block, geometry]);
  const paths = useMemo(
    () =>
      lanes.map((lane, place) =>
        lanePaths(lane, bars[place]!, block, geometry, laneX(place, lanes.length), width),
      ),
    [lanes, bars, block, geometry, width],
  );
  const cutting = useMemo(
    () => cutPaths(cutMarks(cuts, block, geometry), lanes.length, gutterWidth(lanes.length)),
    [cuts, block, geometry, lanes.length],
  );
  if (geometry.height === 0) return null;
  const inside = ({ start, end }: Span) => start < block.end && end > block.start;
  const chosen =
    selected && inside(selected)
      ? bars[front]!.find(
          ({ index }) =>
            lanes[front]!.drawn.edges[2 * index] === selected.start &&
            lanes[front]!.drawn.edges[2 * index + 1] === selected.end,
        )
      : undefined;

  const point = (event: PointerEvent<SVGRectElement> | MouseEvent<SVGRectElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const lane = lanes.findIndex(
      (_, place) => at.x >= laneX(place, lanes.length) - 2 && at.x < laneX(place, lanes.length) + width + 2,
    );
    const bar = lane < 0 ? null : barUnder(lanes[lane]!, bars[lane]!, laneX(lane, lanes.length), width, at);
    onPoint(bar ? { lane, index: bar.index } : null, event.type === 'click');
  };

  return (
    <svg className={styles.drawing} width="100%" height={geometry.height} aria-hidden="true">
      {gold.filter(inside).map((span) => {
        const { y, height } = extentOf(span, block, geometry);
        return (
          <rect
            key={`${span.question} ${span.start}`}
            className={span.isChosen ? styles.goldBar : styles.otherGoldBar}
            x={0}
            y={y}
            width={goldWidth}
            height={Math.max(3, height)}
          />
        );
      })}
      {paths.map(({ even, odd, overlaps, gaps }, lane) => (
        <g key={lanes[lane]!.letter} style={{ fill: colors[lane] }}>
          {even === '' ? null : <path className={styles.even} d={even} />}
          {odd === '' ? null : <path className={styles.odd} d={odd} />}
          {overlaps === '' ? null : <path className={styles.overlapBand} d={overlaps} />}
          {gaps === '' ? null : <path className={styles.gapBand} d={gaps} />}
        </g>
      ))}
      {chosen ? (
        <rect
          className={styles.chosenBar}
          {...barBox(lanes[front]!, chosen, laneX(front, lanes.length), width)}
          style={{ fill: colors[front] }}
        />
      ) : null}
      {returned.map((contexts, lane) =>
        contexts.filter(inside).map((context) => {
          const { y, height } = extentOf(context, block, geometry);
          const x = laneX(lane, lanes.length);
          return (
            <g key={`${lane} ${context.rank}`} className={styles.returnedBar}>
              <rect x={x - 1} y={y} width={width + 2} height={height} />
              {context.start < block.start ? null : (
                <>
                  <rect className={styles.rankPlate} x={x - 1} y={y} width={width + 2} height={13} />
                  <text x={x + width / 2} y={y + 10}>
                    {context.rank}
                  </text>
                </>
              )}
            </g>
          );
        }),
      )}
      {cutting.carets === '' ? null : <path className={styles.cut} d={cutting.carets} />}
      {cutting.slots.map((slots, lane) =>
        slots === '' ? null : <path key={lanes[lane]!.letter} d={slots} style={{ fill: colors[lane] }} />,
      )}
      <rect
        className={styles.gutter}
        width={gutterWidth(lanes.length) - 4}
        height={geometry.height}
        onPointerMove={point}
        onClick={point}
      />
    </svg>
  );
});
