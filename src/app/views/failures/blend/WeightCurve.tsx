import { count, decimal } from '../../../../core/stats/format';
import { Axes } from '../../../charts/Axes';
import { linearAxis, logAxis } from '../../../charts/axisModel';
import { useWidth } from '../../../charts/useWidth';
import { rankPath, type WeightPoint, type WeightSpan } from './whatIfModel';
import styles from './blend.module.css';

interface WeightCurveProps {
  points: readonly WeightPoint[];
  records: number;
  /** What-if weight. */
  weight: number;
  /** Weight of the measured row; null where its sides have unlike weights. */
  current: number | null;
  /** Where the query is a sure hit. */
  spans: readonly WeightSpan[];
  target: string;
}

const height = 220;

/** The target's rank against the focus weight. The rank axis is logarithmic: the first ranks matter most. */
export function WeightCurve({ points, records, weight, current, spans, target }: WeightCurveProps) {
  const [box, width] = useWidth<HTMLDivElement>(480);
  const plot = { left: 46, right: width - 8, top: 10, bottom: height - 46 };
  const x = linearAxis({
    domain: [0, 1],
    range: [plot.left, plot.right],
    title: 'focus weight on both sides',
    format: (value) => decimal(value, 2),
    ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  });
  const y = logAxis({
    values: [1, records],
    range: [plot.top + 6, plot.bottom - 4],
    title: 'rank of the target',
    format: count,
    ticks: [1, 2, 4, 8, 16, 32, 64].filter((rank) => rank <= records),
    spacing: 16,
  });
  const [atX, atY] = [(value: number) => x.at(value)!, (rank: number) => y.at(rank)!];
  const path = rankPath(points, atX, atY);
  const half = (atX(1) - atX(0)) / (points.length - 1) / 2;
  const here = points[Math.round(weight * (points.length - 1))]!;
  const summary = `Rank of ${target} against the focus weight: ${points
    .filter((_, index) => index % 20 === 0)
    .map((point) => `at ${decimal(point.weight, 2)} rank ${decimal((point.firstRank + point.lastRank) / 2)}`)
    .join(', ')}.`;
  return (
    <div ref={box}>
      <svg width={width} height={height} role="img" aria-label={summary} className={styles.curve}>
        {spans.map(({ low, high }) => (
          <rect
            key={low}
            x={atX(low) - half}
            width={atX(high) - atX(low) + 2 * half}
            y={plot.top}
            height={plot.bottom - plot.top}
            className={styles.hitSpan}
          />
        ))}
        <Axes x={x} y={y} plot={plot} width={width} height={height} />
        {current === null ? null : (
          <line
            x1={atX(current)}
            x2={atX(current)}
            y1={plot.top}
            y2={plot.bottom}
            className={styles.currentWeight}
          />
        )}
        <path d={path} className={styles.rankLine} />
        <line
          x1={atX(weight)}
          x2={atX(weight)}
          y1={plot.top}
          y2={plot.bottom}
          className={styles.chosenWeight}
        />
        <circle
          cx={atX(weight)}
          cy={atY((here.firstRank + here.lastRank) / 2)}
          r={5}
          className={styles.chosenPoint}
        />
      </svg>
      <p className="soft small">
        Shaded: weights at which the query is a hit. Dashed: the measured row. Solid: the slider.
      </p>
    </div>
  );
}
