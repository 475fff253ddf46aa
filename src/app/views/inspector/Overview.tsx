import {
  memo,
  useImperativeHandle,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react';
import { scaleLinear } from 'd3-scale';
import type { Span, Utf16Offset } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { useWidth } from '../../charts/useWidth';
import { spansOf, spansPath, toOffset, toX } from './overviewModel';
import type { ReaderMarks } from './readerMarks';
import styles from './Overview.module.css';

export interface OverviewHandle {
  /** Moves the frame of what the reader shows; cheap enough for every frame of a scroll. */
  show: (visible: Span) => void;
}

interface OverviewProps {
  ref: Ref<OverviewHandle>;
  length: Utf16Offset;
  marks: ReaderMarks;
  zones: readonly Span[];
  onPick: (offset: Utf16Offset) => void;
}

const letters = 18;
const goldY = 2;
const goldHeight = 9;
const laneHeight = 14;
const laneSpace = 5;
const axisHeight = 20;
const laneY = (lane: number) => goldY + goldHeight + 5 + lane * (laneHeight + laneSpace);

/** The whole document to scale: gold spans, every lane's spans, overlaps, gaps and returned contexts. */
export function Overview({ ref, length, marks, zones, onPick }: OverviewProps) {
  const [box, width] = useWidth<HTMLDivElement>(640);
  const frame = useRef<HTMLDivElement>(null);
  const scale = useMemo(() => ({ length, width: Math.max(50, width - letters) }), [length, width]);
  const height = laneY(marks.lanes.length) + axisHeight;

  useImperativeHandle(
    ref,
    () => ({
      show: ({ start, end }) => {
        if (!frame.current) return;
        const left = length === 0 ? 0 : start / length;
        const part = length === 0 ? 1 : Math.max(0.002, (end - start) / length);
        frame.current.style.insetInlineStart = `calc(${letters}px + (100% - ${letters}px) * ${left})`;
        frame.current.style.width = `calc((100% - ${letters}px) * ${part})`;
      },
    }),
    [length],
  );

  const pick = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    onPick(toOffset(scale, event.clientX - left - letters));
  };
  const step = (event: KeyboardEvent) => {
    const now = marks.at ?? 0;
    const far = length / 20;
    const to = {
      ArrowRight: now + length / 200,
      ArrowLeft: now - length / 200,
      PageDown: now + far,
      PageUp: now - far,
      Home: 0,
      End: length,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onPick(Math.round(Math.min(length, Math.max(0, to))));
  };

  return (
    <div
      ref={box}
      className={styles.overview}
      role="slider"
      tabIndex={0}
      aria-label="Place in the document"
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={marks.at ?? 0}
      aria-valuetext={`${count(marks.at ?? 0)} of ${count(length)} UTF-16 code units`}
      onPointerDown={pick}
      onPointerMove={pick}
      onKeyDown={step}
    >
      <OverviewDrawing length={length} width={scale.width} height={height} marks={marks} zones={zones} />
      <div ref={frame} className={styles.frame} style={{ height: height - axisHeight + 2 }} />
    </div>
  );
}

interface OverviewDrawingProps extends Pick<OverviewProps, 'length' | 'marks' | 'zones'> {
  width: number;
  height: number;
}

const OverviewDrawing = memo(function OverviewDrawing({
  length,
  width,
  height,
  marks,
  zones,
}: OverviewDrawingProps) {
  const { lanes, colors, gold, returned, at, front } = marks;
  const scale = { length, width };
  const ticks = scaleLinear([0, length], [0, width]).ticks(Math.max(2, Math.floor(width / 110)));
  const bottom = laneY(lanes.length);
  return (
    <svg width={width + letters} height={height} className={styles.drawing} aria-hidden="true">
      <g transform={`translate(${letters} 0)`}>
        <path className={styles.zone} d={spansOf(zones, scale, 2, 0, bottom)} />
        <path
          className={styles.otherGold}
          d={spansOf(
            gold.filter(({ isChosen }) => !isChosen),
            scale,
            2,
            goldY,
            goldHeight,
          )}
        />
        <path
          className={styles.gold}
          d={spansOf(
            gold.filter(({ isChosen }) => isChosen),
            scale,
            4,
            goldY - 1,
            bottom,
          )}
        />
        {lanes.map(({ letter, drawn, overlaps, gaps }, lane) => (
          <g key={letter}>
            <text
              className={lane === front ? styles.front : styles.letter}
              x={-letters + 2}
              y={laneY(lane) + laneHeight - 3}
            >
              {letter}
            </text>
            <path
              d={spansPath(drawn, scale, 0, laneY(lane), laneHeight)}
              style={{ fill: colors[lane] }}
              fillOpacity={0.75}
            />
            <path
              d={spansPath(drawn, scale, 1, laneY(lane), laneHeight)}
              style={{ fill: colors[lane] }}
              fillOpacity={0.35}
            />
            <path
              className={styles.overlap}
              d={spansOf(overlaps, scale, 0.25, laneY(lane) + laneHeight - 4, 4)}
            />
            <path className={styles.gap} d={spansOf(gaps, scale, 1, laneY(lane), laneHeight)} />
            {(returned[lane] ?? []).map(({ start, end, rank }) => {
              const [left, right] = [toX(scale, start), toX(scale, end)];
              return (
                <g key={rank} className={styles.returned}>
                  <rect
                    x={left}
                    width={Math.max(3, right - left)}
                    y={laneY(lane) - 1.5}
                    height={laneHeight + 3}
                  />
                  <rect
                    className={styles.plate}
                    x={left}
                    width={rank > 9 ? 15 : 10}
                    y={laneY(lane) - 1.5}
                    height={laneHeight + 3}
                  />
                  <text x={left + (rank > 9 ? 7.5 : 5)} y={laneY(lane) + laneHeight - 3.5}>
                    {rank}
                  </text>
                </g>
              );
            })}
          </g>
        ))}
        {at === null ? null : (
          <line className={styles.at} x1={toX(scale, at)} x2={toX(scale, at)} y1={0} y2={bottom} />
        )}
        {ticks.map((tick) => (
          <g key={tick} className={styles.tick} transform={`translate(${toX(scale, tick)} ${bottom})`}>
            <line y2={4} />
            <text y={16} textAnchor={tick === 0 ? 'start' : toX(scale, tick) > width - 30 ? 'end' : 'middle'}>
              {count(tick)}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
});
