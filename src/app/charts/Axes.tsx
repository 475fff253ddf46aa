import type { AxisModel } from './axisModel';
import styles from './charts.module.css';

interface AxesProps {
  x: AxisModel;
  y: AxisModel;
  plot: { left: number; right: number; top: number; bottom: number };
}

/** Both axes with their grid: the drawing of two axis models. */
export function Axes({ x, y, plot }: AxesProps) {
  const middle = (plot.left + plot.right) / 2;
  const lines = Math.max(1, ...x.ticks.map(({ label }) => label.split('\n').length));
  return (
    <g className={styles.axes}>
      {y.ticks.map(({ value, at, label }) => (
        <g key={value} transform={`translate(0,${round(at)})`}>
          <line x1={plot.left} x2={plot.right} className={styles.grid} />
          <text x={plot.left - 7} dy="0.32em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      <line x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} className={styles.base} />
      {x.ticks.map(({ value, at, label }) => (
        <g key={value} transform={`translate(${round(at)},${plot.bottom})`}>
          <line y2={5} className={styles.base} />
          <text y={18} textAnchor="middle">
            {label.split('\n').map((part, index) => (
              <tspan key={index} x={0} dy={index === 0 ? 0 : 13}>
                {part}
              </tspan>
            ))}
          </text>
        </g>
      ))}
      {x.zeroGutter ? (
        <g className={styles.gutter}>
          <line x1={round(x.zeroGutter.at)} x2={round(x.zeroGutter.at)} y1={plot.top} y2={plot.bottom} strokeDasharray="2 4" />
          <path d={`M${round(x.zeroGutter.breakAt - 3)},${plot.bottom + 5}l4,-10m3,10l4,-10`} />
        </g>
      ) : null}
      <text x={middle} y={plot.bottom + 36 + (lines - 1) * 13} textAnchor="middle" className={styles.axisTitle}>
        {x.title}
      </text>
      <text transform={`translate(11,${round((plot.top + plot.bottom) / 2)}) rotate(-90)`} textAnchor="middle" className={styles.axisTitle}>
        {y.title}
      </text>
    </g>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
