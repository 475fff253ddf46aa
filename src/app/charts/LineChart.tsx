import { useMemo, useState } from 'react';
import { isPresent } from '../../core/stats/format';
import { Axes } from './Axes';
import styles from './charts.module.css';
import { figureText } from './chartTable';
import {
  lineChartModel,
  movedBy,
  nearestPoint,
  type DrawnSeries,
  type LineChartInput,
} from './lineChartModel';
import { markerPath } from './markers';
import { PlotSurface } from './PlotSurface';
import { Swatch } from './Swatch';

interface LineChartProps extends LineChartInput {
  label: string;
  /** A value of the horizontal axis in words, with its name: `focus weight 0.80`. */
  describeX: (x: number) => string;
  /** What else is to be said about a point. */
  detailOf?: (seriesId: string, index: number) => string | null;
  /** Where a point leads; null where it leads nowhere. */
  linkOf?: (seriesId: string, index: number) => { href: string; label: string } | null;
}

/** Lines with their uncertainty, a crosshair, keyboard steps through the points, and the active point in words. */
export function LineChart({
  label,
  describeX,
  detailOf,
  linkOf,
  width,
  height,
  x,
  y,
  series,
  guides,
  marks,
  reference,
  intervals,
}: LineChartProps) {
  const model = useMemo(
    () =>
      lineChartModel({
        width,
        height,
        x,
        y,
        series,
        intervals,
        guides: guides ?? [],
        marks: marks ?? [],
        reference: reference ?? null,
      }),
    [width, height, x, y, series, intervals, guides, marks, reference],
  );
  const [wanted, setActive] = useState<{ id: string; index: number } | null>(null);
  // By id: a series that is hidden and shown again must not hand its place to another.
  const place = wanted && locate(model.drawn, wanted);
  const active = place
    ? { drawn: model.drawn[place.series]!, point: model.drawn[place.series]!.points[place.point]! }
    : null;
  const figure = active?.drawn.series.points[active.point.index];

  const activate = (found: { series: number; point: number } | null) => {
    if (!found) return;
    const { series: one, points } = model.drawn[found.series]!;
    setActive({ id: one.id, index: points[found.point]!.index });
  };
  const onKey = (key: string): boolean => {
    if (key === 'Escape') {
      setActive(null);
      return true;
    }
    const moved = movedBy(key, model, place);
    activate(moved);
    return moved !== null;
  };

  const detail = (active && detailOf?.(active.drawn.series.id, active.point.index)) ?? null;
  const stop = figure ? model.xAxis.at(figure.x) : null;
  const column = figure
    ? model.drawn.flatMap(({ series: one }) =>
        one.points.filter((point) => point.x === figure.x).map((point) => ({ one, point })),
      )
    : [];
  column.sort((a, b) => (b.point.y ?? -Infinity) - (a.point.y ?? -Infinity));
  if (y.domain[0] > y.domain[1]) column.reverse();

  return (
    <PlotSurface
      width={width}
      height={height}
      label={label}
      labelled={model.labels.length > 0}
      readout={
        active && figure
          ? `${active.drawn.series.label}, ${describeX(figure.x)}: ${figureText(figure, active.drawn.series.format ?? y.format)}${detail === null ? '' : ` (${detail})`}${isPresent(figure.n) ? `, n = ${figure.n}` : ''}`
          : null
      }
      link={active ? (linkOf?.(active.drawn.series.id, active.point.index) ?? null) : null}
      tooltip={
        figure && stop !== null
          ? {
              x: stop,
              y: model.plot.top,
              content: (
                <>
                  <strong>{describeX(figure.x)}</strong>
                  <table>
                    <tbody>
                      {column.map(({ one, point }) => (
                        <tr key={one.id} data-active={one.id === active?.drawn.series.id || undefined}>
                          <td>
                            <Swatch
                              style={one.style}
                              hollow={one.hollow ?? false}
                              line={one.line !== 'none'}
                            />
                          </td>
                          <td>{one.label}</td>
                          <td className="number">{figureText(point, one.format ?? y.format)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </>
              ),
            }
          : null
      }
      onPointer={(px, py) => activate(nearestInColumn(model, px, py))}
      onKey={onKey}
      opens={(px, py) => nearestPoint(model, px, py, 24) !== null}
    >
      <Axes
        x={model.xAxis}
        y={model.yAxis}
        plot={model.plot}
        width={width}
        height={height}
        turned={model.turned}
        broken={y.broken ?? false}
      />
      {model.reference ? (
        <g className={styles.reference}>
          <path d={model.reference.path} />
          <text x={model.reference.x + 4} y={model.reference.y - 5}>
            {model.reference.label}
          </text>
        </g>
      ) : null}
      {model.marks.map((mark) => (
        <g key={mark.label} className={styles.mark}>
          <line x1={mark.x} x2={mark.x} y1={mark.labelY + 5} y2={model.plot.bottom} strokeDasharray="5 3" />
          <text x={mark.labelX} y={mark.labelY} textAnchor={mark.anchor}>
            {mark.label}
          </text>
        </g>
      ))}
      {stop !== null ? (
        <line
          data-screen-only=""
          className={styles.crosshair}
          x1={stop}
          x2={stop}
          y1={model.plot.top}
          y2={model.plot.bottom}
        />
      ) : null}
      {model.guides.map(({ id, path, series: { style } }) => (
        <path
          key={id}
          d={path}
          className={styles.guide}
          strokeDasharray={style.dash || undefined}
          style={{ color: style.color }}
        />
      ))}
      {model.drawn.map((one) => (
        <DrawnLine
          key={one.series.id}
          one={one}
          whiskers={intervals === 'whiskers'}
          active={active?.drawn === one}
          faded={active !== null && active.drawn !== one && model.drawn.length > 2}
        />
      ))}
      {model.labels.map((text) => {
        const { style, hollow } = model.drawn.find(({ series: one }) => one.id === text.id)!.series;
        return (
          <g key={text.id} className={styles.label}>
            <path
              className={styles.leader}
              d={`M${text.anchor.x + 6},${text.anchor.y}L${text.x - 2},${text.y}`}
            />
            <path
              transform={`translate(${text.x + 5},${text.y})`}
              d={markerPath(style.marker, 34)}
              style={{ fill: hollow ? 'var(--surface)' : style.color, stroke: style.color }}
            />
            <text x={text.x + 13} y={text.y} dy="0.33em">
              {text.text}
            </text>
          </g>
        );
      })}
      {active ? (
        <circle data-screen-only="" className={styles.ring} cx={active.point.x} cy={active.point.y} r={8} />
      ) : null}
    </PlotSurface>
  );
}

function DrawnLine({
  one,
  whiskers,
  active,
  faded,
}: {
  one: DrawnSeries;
  whiskers: boolean;
  active: boolean;
  faded: boolean;
}) {
  const { style, hollow, points: figures } = one.series;
  const marker = one.series.stairs || figures.length > 40 ? '' : markerPath(style.marker);
  return (
    <g style={{ color: style.color, opacity: faded ? 0.4 : 1 }}>
      {/* The bands of a second measure would bury the first: one shows only while its line is active. */}
      {one.band && (!hollow || active) ? <path d={one.band} className={styles.band} /> : null}
      {whiskers || one.series.line === 'none'
        ? one.points.map(({ index, whiskerX: x, whisker }) =>
            whisker ? (
              <path
                key={index}
                className={styles.whisker}
                d={`M${x},${whisker[0]}V${whisker[1]}M${x - 2.5},${whisker[0]}h5M${x - 2.5},${whisker[1]}h5`}
              />
            ) : null,
          )
        : null}
      {one.path ? (
        <path d={one.path} className={styles.line} strokeDasharray={style.dash || undefined} />
      ) : null}
      {marker
        ? one.points.map(({ index, x, y }) => (
            <path
              key={index}
              transform={`translate(${x},${y})`}
              d={marker}
              className={hollow || figures[index]!.open ? styles.hollow : styles.marker}
            />
          ))
        : null}
    </g>
  );
}

function locate(
  drawn: readonly DrawnSeries[],
  { id, index }: { id: string; index: number },
): { series: number; point: number } | null {
  const series = drawn.findIndex((one) => one.series.id === id);
  const point = drawn[series]?.points.findIndex((candidate) => candidate.index === index) ?? -1;
  return point < 0 ? null : { series, point };
}

/** The nearest x first, then the nearest point there: a crosshair does not jump between columns. */
function nearestInColumn(
  model: ReturnType<typeof lineChartModel>,
  px: number,
  py: number,
): { series: number; point: number } | null {
  let column: number | null = null;
  let nearest = Infinity;
  for (const { value, x } of model.stops) {
    if (Math.abs(x - px) < nearest) {
      nearest = Math.abs(x - px);
      column = value;
    }
  }
  const drawn = model.drawn.map((one) => ({
    ...one,
    points: one.points.map((point) =>
      one.series.points[point.index]!.x === column ? point : { ...point, x: Infinity },
    ),
  }));
  return nearestPoint({ drawn }, px, py);
}
