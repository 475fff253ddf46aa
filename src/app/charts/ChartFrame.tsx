import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../components/Button';
import { Choice } from '../components/Choice';
import { downloadFile, svgTextToPng } from '../components/download';
import { Notice } from '../components/Notice';
import styles from './charts.module.css';
import { ChartTable } from './ChartTable';
import type { ChartTableModel } from './chartTable';
import { exportedSvg } from './exportChart';
import { Legend, type LegendGroup } from './Legend';
import { useWidth } from './useWidth';

export type ChartShape = 'chart' | 'table';

interface ChartFrameProps {
  title: string;
  /** What is to be seen and how to read it; stands in the exported picture as well. */
  caption: string;
  /** What else must be known to read the chart rightly: a cut axis, something left out. */
  notes?: readonly string[];
  /** What is shown: stands above the chart. */
  controls?: ReactNode;
  /** How it is shown: stands below. */
  display?: ReactNode;
  legend?: readonly LegendGroup[];
  /** Whether the series of the legend are lines. */
  lines?: boolean;
  shape: ChartShape;
  onShape: (shape: ChartShape) => void;
  table: ChartTableModel;
  /** The figures that are on screen, as CSV. */
  csv: () => string;
  /** Name of exported files, without ending. */
  fileName: string;
  /** Nothing is left to draw: what to do about it. */
  empty?: string | undefined;
  children: (width: number) => ReactNode;
}

/** What every chart has around it: its title and caption, legend, controls, the same figures as a table, and its files. */
export function ChartFrame({
  title,
  caption,
  notes = [],
  controls,
  display,
  legend = [],
  lines = true,
  shape,
  onShape,
  table,
  csv,
  fileName,
  empty,
  children,
}: ChartFrameProps) {
  const id = useId();
  const [box, width] = useWidth<HTMLDivElement>();
  const [fault, setFault] = useState<string | null>(null);
  const figure = useRef<HTMLElement>(null);

  const picture = () => {
    const svg = figure.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    if (!svg) throw new Error('There is no chart on screen to export.');
    const key =
      svg.dataset['chart'] === 'labelled'
        ? []
        : legend.flatMap(({ entries }) => entries.filter(({ on }) => on));
    return exportedSvg(svg, { title, lines: [caption, ...notes], key, keyLines: lines });
  };
  const attempt = (work: () => void | Promise<void>) => {
    setFault(null);
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => setFault(error instanceof Error ? error.message : String(error)));
  };

  return (
    <figure ref={figure} className={`panel stack gap-2 ${styles.frame}`} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{title}</h2>
      </figcaption>
      <p className={`soft small no-measure ${styles.about}`}>{caption}</p>
      {controls ? <div className="row toolbar no-print">{controls}</div> : null}
      {legend.length > 0 ? (
        <div className={styles.key}>
          <Legend groups={legend} line={lines} />
        </div>
      ) : null}
      <div ref={box} className="shrink">
        {empty !== undefined ? (
          <Notice>{empty}</Notice>
        ) : shape === 'table' ? (
          <ChartTable {...table} />
        ) : (
          children(width)
        )}
      </div>
      {notes.length > 0 ? (
        <ul className={`${styles.notes} ${styles.after} small`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {fault ? <Notice tone="bad">{fault}</Notice> : null}
      <div className={`row between no-print ${styles.after}`}>
        <div className="row toolbar">
          <Choice
            label="Show as"
            value={shape}
            onChange={onShape}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
          {display}
        </div>
        <span className={styles.files}>
          <span className="soft small">Download</span>
          {shape === 'chart' && empty === undefined ? (
            <>
              <Button
                tone="quiet"
                onClick={() =>
                  attempt(() => downloadFile(`${fileName}.svg`, 'image/svg+xml', picture().text))
                }
              >
                SVG
              </Button>
              <Button
                tone="quiet"
                onClick={() =>
                  attempt(async () => {
                    const { text, width: wide, height: high } = picture();
                    downloadFile(`${fileName}.png`, 'image/png', await svgTextToPng(text, wide, high));
                  })
                }
              >
                PNG
              </Button>
            </>
          ) : null}
          <Button
            tone="quiet"
            onClick={() => attempt(() => downloadFile(`${fileName}.csv`, 'text/csv', csv()))}
          >
            CSV
          </Button>
        </span>
      </div>
    </figure>
  );
}
