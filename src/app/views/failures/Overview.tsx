import { useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../../components/Button';
import { Choice } from '../../components/Choice';
import { downloadFile } from '../../components/download';
import { Explain } from '../../components/Explain';
import { Loading } from '../../components/Loading';
import { Notice } from '../../components/Notice';
import type { SortKey } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import type { OpenExperiment } from '../openExperiment';
import { FailureMatrix, type CellFigure } from './FailureMatrix';
import { MissTable } from './MissTable';

/** Where the figures of an explorer stand with their intervals. */
export function ScorecardLink({ entry }: OpenExperiment) {
  return (
    <a href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' })}>
      The same figures with their intervals
    </a>
  );
}

type MatrixProps = ComponentProps<typeof FailureMatrix>;
type ListProps<Line> = ComponentProps<typeof MissTable<Line>>;

interface OverviewProps<Line> {
  set: (patch: { cells?: CellFigure; sort?: SortKey[] }, options: { replace: boolean }) => void;
  lead: { title: string; text: ReactNode; after?: ReactNode };
  filters: ReactNode;
  /** Its model is null until every column has arrived. */
  matrix: Omit<MatrixProps, 'label' | 'onOpen' | 'model'> & {
    model: MatrixProps['model'] | null;
    title: ReactNode;
    controls?: ReactNode;
  };
  /** Between the list and the matrix. */
  children?: ReactNode;
  list: Omit<ListProps<Line>, 'label' | 'caption' | 'onSort'> & {
    title: ReactNode;
    /** What a line is, in the singular. */
    item: string;
    columnsHelp: ReactNode;
    /** The list as a file; false until every column has arrived. */
    csv: false | { name: string; content: () => string };
    /** Above the list. */
    note?: ReactNode;
  };
}

/** How much is missed, the list of what is, and where it lies. */
export function Overview<Line>({
  set,
  lead,
  filters,
  matrix: { title, controls, model, ...matrix },
  list: { title: listTitle, item, columnsHelp, csv, note, ...list },
  children,
}: OverviewProps<Line>) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <section className="stack gap-1" aria-labelledby="misses-lead">
        <h2 id="misses-lead">{lead.title}</h2>
        <p className="no-measure">{lead.text}</p>
        {lead.after}
      </section>
      {filters}
      <section className="stack gap-2" aria-labelledby="misses-list">
        <div className="row end between">
          <h3 id="misses-list" ref={heading} tabIndex={-1}>
            {listTitle}
          </h3>
          {csv && list.lines.length > 0 ? (
            <Button onClick={() => downloadFile(csv.name, 'text/csv', csv.content())}>Download CSV</Button>
          ) : null}
        </div>
        {note}
        <MissTable
          {...list}
          label="List of misses"
          caption={
            <span className="row">
              <span>
                Open a {item} to see why. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
              </span>
              <Explain about="the columns">{columnsHelp}</Explain>
            </span>
          }
          onSort={(sort) => set({ sort }, { replace: true })}
        />
      </section>
      {children}
      <section className="stack gap-2" aria-labelledby="misses-matrix">
        <h3 id="misses-matrix">{title}</h3>
        <div className="row toolbar no-print">
          {controls}
          <Choice
            label="Cells show"
            value={matrix.figure}
            options={[
              { value: 'counts', label: 'counts' },
              { value: 'rates', label: 'rates' },
            ]}
            onChange={(cells) => set({ cells }, { replace: true })}
          />
        </div>
        {model === null ? (
          <Loading what="the other columns" />
        ) : (
          <FailureMatrix
            {...matrix}
            model={model}
            label="Matrix of misses"
            onOpen={() => requestAnimationFrame(() => heading.current?.focus())}
          />
        )}
      </section>
    </>
  );
}

interface NothingListedProps {
  /** What holds: “No misses among 4 queries”. */
  text: string;
  tone?: 'good' | 'info';
  /** The filters that narrow the list, in words. */
  narrowing: readonly string[];
  onClear: () => void;
  /** What shows more where no filter narrows the list; null where nothing would. */
  showAll: { label: string; onClick: () => void } | null;
}

/** An empty list says why, and offers what would fill it. */
export function NothingListed({ text, tone = 'info', narrowing, onClear, showAll }: NothingListedProps) {
  return (
    <Notice
      tone={tone}
      action={
        narrowing.length > 0 ? (
          <Button onClick={onClear}>Clear {narrowing.length === 1 ? 'this filter' : 'these filters'}</Button>
        ) : showAll ? (
          <Button onClick={showAll.onClick}>{showAll.label}</Button>
        ) : null
      }
    >
      {text}
      {narrowing.length > 0 ? ` with ${narrowing.map((filter) => `“${filter}”`).join(', ')}` : ''}.
    </Notice>
  );
}
