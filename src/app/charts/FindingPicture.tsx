import { drawFinding, pictureWords } from '../../analysis/findingPicture';
import { strategyStyle } from './colors';
import styles from './charts.module.css';

/** The small picture beside a finding: curves of the rows that it names, or differences around 0. */
export function FindingPicture({ picture }: { picture: Parameters<typeof drawFinding>[0] }) {
  const { width, height, lines, items, zero } = drawFinding(picture);
  return (
    <svg
      className={styles.finding}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={pictureWords(picture)}
    >
      {zero === null ? null : <line className={styles.findingZero} x1={zero} x2={zero} y1={0} y2={height} />}
      {lines.map(({ id, label, path }, i) => (
        <path key={id} d={path} fill="none" stroke={strategyStyle(id).color} strokeWidth={i === 0 ? 2 : 1.2}>
          <title>{label}</title>
        </path>
      ))}
      {items.map(({ label, y, x, from, to, apart }) => (
        <g key={label} className={styles.findingItem}>
          <title>{label}</title>
          <line x1={from} x2={to} y1={y} y2={y} />
          {x === null ? null : (
            <circle cx={x} cy={y} r="2.5" className={apart ? undefined : styles.findingOpen} />
          )}
        </g>
      ))}
    </svg>
  );
}
