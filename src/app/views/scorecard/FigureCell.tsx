import { isPresent } from '../../../core/stats/format';
import {
  figureText,
  intervalText,
  shownInterval,
  type Figure,
  type IntervalKind,
} from '../../../analysis/scorecard/figure';
import styles from './Scorecard.module.css';

interface FigureCellProps {
  figure: Figure | undefined;
  kind: IntervalKind;
  /** Column and row in words: what the number is when it is met alone. */
  name: string;
  href: string | null;
  /** Questions of the experiment; shown where the figure rests on fewer. */
  total: number | null;
}

/** A number that opens the questions behind it, with its interval in words and to scale. */
export function FigureCell({ figure, kind, name, href, total }: FigureCellProps) {
  if (!figure) return <span className="soft">n/a</span>;
  const text = figureText(figure);
  const under = intervalText(figure, kind);
  const partial = figure.n !== null && total !== null && figure.n !== total ? `${figure.n} of ${total}` : '';
  const lines = [figure.note, under, partial && `n = ${partial}`].filter(Boolean);
  return (
    <span className={styles.cell}>
      {href === null ? (
        <span>{text}</span>
      ) : (
        <a
          className={styles.number}
          href={href}
          aria-label={`${text}, ${name}: open the questions behind it`}
        >
          {text}
        </a>
      )}
      {lines.length === 0 ? null : (
        <span className={styles.under}>
          {lines.map((line, index) => (
            <span key={line} className={line === under || String(line).length < 10 ? 'nowrap' : undefined}>
              {index === 0 ? '' : ' · '}
              {line}
            </span>
          ))}
        </span>
      )}
      <Whisker figure={figure} kind={kind} />
    </span>
  );
}

/** The interval on a line from 0 to 1, so that a column can be read at a glance. */
function Whisker({ figure, kind }: { figure: Figure; kind: IntervalKind }) {
  const shown = shownInterval(figure, kind);
  if (!shown || !isPresent(figure.value) || (figure.unit !== 'share' && figure.unit !== 'score')) return null;
  const [low, high] = shown.bounds;
  if (low < 0 || high === null || high > 1) return null;
  const at = (value: number) => `${(value * 100).toFixed(2)}%`;
  return (
    <span className={styles.whisker} aria-hidden="true">
      <span className={styles.span} style={{ insetInlineStart: at(low), width: at(high - low) }} />
      <span className={styles.dot} style={{ insetInlineStart: at(figure.value) }} />
    </span>
  );
}
