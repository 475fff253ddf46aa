import type { SeriesStyle } from './colors';
import { markerPath } from './markers';

interface SwatchProps {
  style: SeriesStyle;
  hollow?: boolean;
  /** The line beside the marker; off where only points are drawn. What has no marker keeps its line. */
  line?: boolean;
}

/** The sign of a series as legends, tables and labels show it: its line, marker and colour. */
export function Swatch({ style, hollow = false, line = true }: SwatchProps) {
  return (
    <svg
      width="28"
      height="14"
      viewBox="-14 -7 28 14"
      aria-hidden="true"
      style={{ color: style.color, flex: 'none', verticalAlign: '-0.15em' }}
    >
      {line || style.marker === 'none' ? (
        <line
          x1="-14"
          x2="14"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray={style.dash || undefined}
        />
      ) : null}
      <path
        d={markerPath(style.marker)}
        fill={hollow ? 'var(--surface)' : 'currentColor'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}
