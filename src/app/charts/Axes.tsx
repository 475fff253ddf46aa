import type { AxisModel } from './axisModel';
import styles from './charts.module.css';
import { textWidth } from './labelPlacement';

interface AxesProps {
  x: AxisModel;
  y: AxisModel;
  plot: { left: number; right: number; top: number; bottom: number };
  width: number;
  height: number;
  /** Whether the names below stand upright. */
  turned?: boolean;
  /** Whether the vertical axis begins past its zero. */
  broken?: boolean;
}

/** Both axes with their grid: the drawing of two axis models. */
export function Axes({ x, y, plot, width, height, turned = false, broken = false }: AxesProps) {
  const half = textWidth(x.title) * 0.55;
  // A title that is wider than the drawing is set narrower, so that it is read whole.
  const middle =
    half * 2 > width ? width / 2 : Math.max(half, Math.min(width - half, (plot.left + plot.right) / 2));
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
          {label.split('\n').map((part, index, parts) => (
            <text
              key={index}
              {...(turned
                ? {
                    transform: `translate(${(index - (parts.length - 1) / 2) * 13},9) rotate(-90)`,
                    dy: '0.33em',
                    textAnchor: 'end',
                  }
                : { y: 18 + index * 13, textAnchor: 'middle' })}
            >
              {part}
            </text>
          ))}
        </g>
      ))}
      {x.zeroGutter ? (
        <g className={styles.gutter}>
          <line
            x1={round(x.zeroGutter.at)}
            x2={round(x.zeroGutter.at)}
            y1={plot.top}
            y2={plot.bottom}
            strokeDasharray="2 4"
          />
          <path d={`M${round(x.zeroGutter.breakAt - 3)},${plot.bottom + 5}l4,-10m3,10l4,-10`} />
        </g>
      ) : null}
      {broken ? (
        <path className={styles.break} d={`M${plot.left - 5},${plot.bottom - 6}l10,-4m-10,9l10,-4`}>
          <title>The axis does not begin at 0.</title>
        </path>
      ) : null}
      <text
        x={round(middle)}
        y={height - 6}
        textAnchor="middle"
        className={styles.axisTitle}
        {...(half * 2 > width ? { textLength: round(width), lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {x.title}
      </text>
      <text
        transform={`translate(12,${round((plot.top + plot.bottom) / 2)}) rotate(-90)`}
        textAnchor="middle"
        className={styles.axisTitle}
      >
        {y.title}
      </text>
    </g>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
