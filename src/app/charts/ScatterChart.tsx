import { useMemo, useState } from 'react';
import { isPresent } from '../../core/stats/format';
import { Axes } from './Axes';
import styles from './charts.module.css';
import { figureText } from './chartTable';
import { markerPath } from './markers';
import { PlotSurface } from './PlotSurface';
import { scatterModel, type DrawnItem, type ScatterInput } from './scatterModel';

interface ScatterChartProps extends ScatterInput {
  label: string;
  linkOf?: (id: string) => { href: string; label: string } | null;
}

/** A plane of cost and quality with its Pareto front. */
export function ScatterChart({ label, linkOf, width, height, x, y, items }: ScatterChartProps) {
  const model = useMemo(() => scatterModel({ width, height, x, y, items }), [width, height, x, y, items]);
  const [wanted, setActive] = useState<string | null>(null);
  const at = model.drawn.findIndex(({ item }) => item.id === wanted);
  const active = model.drawn[at];

  const onKey = (key: string): boolean => {
    const last = model.drawn.length - 1;
    const next = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      Home: 0,
      End: last,
      Escape: -1,
    }[key];
    if (next === undefined || last < 0) return false;
    setActive(key === 'Escape' ? null : model.drawn[Math.max(0, Math.min(last, next))]!.item.id);
    return true;
  };

  return (
    <PlotSurface
      width={width}
      height={height}
      label={label}
      labelled={model.drawn.some(({ label: text }) => text !== null)}
      readout={
        active
          ? `${active.item.label}: ${y.title} ${figureText(active.item, y.format)}, ${x.title} ${costText(active.item, x.format)}${isPresent(active.item.n) ? `, n = ${active.item.n}` : ''}${active.onFront ? ', on the Pareto front' : ''}`
          : null
      }
      link={active ? (linkOf?.(active.item.id) ?? null) : null}
      tooltip={
        active
          ? {
              x: active.x,
              y: Math.max(0, active.y - 20),
              content: (
                <>
                  <strong>{active.item.label}</strong>
                  <div className="number">
                    {y.title} {figureText(active.item, y.format)}
                  </div>
                  <div className="number">
                    {x.title} {costText(active.item, x.format)}
                  </div>
                </>
              ),
            }
          : null
      }
      onPointer={(px, py) => setActive(nearest(model.drawn, px, py)?.item.id ?? null)}
      onKey={onKey}
      opens={(px, py) => nearest(model.drawn, px, py, 24) !== null}
    >
      <Axes
        x={model.xAxis}
        y={model.yAxis}
        plot={model.plot}
        width={width}
        height={height}
        broken={y.broken ?? false}
      />
      <path d={model.frontPath} className={styles.front} />
      {model.drawn.map(({ item, x: px, y: py, whisker, reach, onFront, label: text }) => (
        <g
          key={item.id}
          style={{ color: item.style.color, opacity: active && active.item !== item ? 0.5 : 1 }}
        >
          {whisker ? (
            <path
              className={styles.whisker}
              d={`M${px},${whisker[0]}V${whisker[1]}M${px - 3},${whisker[0]}h6M${px - 3},${whisker[1]}h6`}
            />
          ) : null}
          {reach ? (
            <path
              className={styles.whisker}
              d={`M${reach[0]},${py}H${reach[1]}M${reach[0]},${py - 3}v6M${reach[1]},${py - 3}v6`}
            />
          ) : null}
          <path
            transform={`translate(${px},${py})`}
            d={markerPath(item.style.marker, onFront ? 90 : 52)}
            className={onFront ? styles.marker : styles.hollow}
          />
          {/* Points have no line to be broken: the pattern that tells retrievers apart goes round them. */}
          {item.style.dash ? (
            <circle cx={px} cy={py} r={9.5} className={styles.halo} strokeDasharray={item.style.dash} />
          ) : null}
          {text ? (
            <g className={styles.label}>
              {Math.abs(text.y - py) > 8 ? (
                <path
                  className={styles.leader}
                  d={`M${px + (text.anchor === 'start' ? 5 : -5)},${py}L${text.x},${text.y}`}
                />
              ) : null}
              <text x={text.x} y={text.y} dy="0.33em" textAnchor={text.anchor}>
                {item.label}
              </text>
            </g>
          ) : null}
        </g>
      ))}
      {active ? (
        <circle data-screen-only="" className={styles.ring} cx={active.x} cy={active.y} r={10} />
      ) : null}
    </PlotSurface>
  );
}

/** A cost with its interval, where it has one. */
function costText({ x, xInterval }: DrawnItem['item'], format: (value: number) => string): string {
  return figureText(
    {
      y: x,
      low: xInterval?.[0] ?? null,
      high: xInterval && xInterval[1] === null ? Infinity : (xInterval?.[1] ?? null),
    },
    format,
  );
}

function nearest(drawn: readonly DrawnItem[], px: number, py: number, reach = Infinity): DrawnItem | null {
  let best: DrawnItem | null = null;
  let distance = reach;
  for (const one of drawn) {
    const away = Math.hypot(one.x - px, one.y - py);
    if (away <= distance) {
      distance = away;
      best = one;
    }
  }
  return best;
}
