import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import styles from './charts.module.css';

interface PlotSurfaceProps {
  width: number;
  height: number;
  /** What the plot shows; read aloud when it gets the focus. */
  label: string;
  /** Whether the plot carries names beside its lines or points; an export without them adds a key. */
  labelled: boolean;
  /** The active point in words; null when none is active. */
  readout: string | null;
  /** Where the active point leads. */
  link: { href: string; label: string } | null;
  /** Listing beside the active place, in pixels of the plot. */
  tooltip: { x: number; y: number; content: ReactNode } | null;
  onPointer: (x: number, y: number) => void;
  /** Whether the key was understood. */
  onKey: (key: string) => boolean;
  /** Whether a click here opens what the active point leads to. */
  opens: (x: number, y: number) => boolean;
  children: ReactNode;
}

/**
 * The ground that every plot stands on: pointer, touch and arrow keys lead to the same
 * active point, and what it says stands in words below. One stop of the Tab key.
 */
export function PlotSurface({
  width,
  height,
  label,
  labelled,
  readout,
  link,
  tooltip,
  onPointer,
  onKey,
  opens,
  children,
}: PlotSurfaceProps) {
  const id = useId();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const place = (event: PointerEvent<SVGSVGElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = box.width === 0 ? 1 : width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && link) {
      event.preventDefault();
      window.location.assign(link.href);
    } else if (onKey(event.key)) {
      event.preventDefault();
      setFocused(true);
    }
  };
  const shown = tooltip && (pointed || focused) ? tooltip : null;
  return (
    <div className="stack gap-2">
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={`${id}-hint`}
        tabIndex={0}
        className={styles.plot}
        onKeyDown={onKeyDown}
        onBlur={() => setFocused(false)}
      >
        <svg
          data-chart={labelled ? 'labelled' : 'bare'}
          aria-hidden="true"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className={styles.svg}
          onPointerMove={(event) => {
            if (event.pointerType === 'touch') return;
            setPointed(true);
            onPointer(...place(event));
          }}
          onPointerDown={(event) => {
            setPointed(true);
            onPointer(...place(event));
          }}
          onPointerLeave={() => setPointed(false)}
          onClick={(event) => {
            // A touch shows what is there first; the link below opens it.
            const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
            if (
              link &&
              pointerType === 'mouse' &&
              opens(...place(event as unknown as PointerEvent<SVGSVGElement>))
            )
              window.location.assign(link.href);
          }}
        >
          {children}
        </svg>
        {shown ? (
          <div
            aria-hidden="true"
            className={`${styles.tooltip} no-print`}
            style={
              shown.x > width / 2
                ? { right: width - shown.x + 14, top: shown.y }
                : { left: shown.x + 14, top: shown.y }
            }
          >
            {shown.content}
          </div>
        ) : null}
      </div>
      <div className={`${styles.readout} no-print`}>
        <span role="status">{readout ?? ''}</span>
        {readout === null ? (
          <span className="soft">Point at the chart, or focus it and use the arrow keys.</span>
        ) : null}
        {readout !== null && link ? <a href={link.href}>{link.label}</a> : null}
      </div>
      <span id={`${id}-hint`} className="visually-hidden">
        Arrow keys move among the points, Enter opens one where it leads somewhere, Escape clears. The same
        figures can be shown as a table.
      </span>
    </div>
  );
}
