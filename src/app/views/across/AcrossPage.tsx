import { Suspense, use, useMemo } from 'react';
import { acrossBudgets, type Across } from '../../../analysis/across/across';
import { acrossTable } from '../../../analysis/across/table';
import { acrossSentence } from '../../../analysis/across/words';
import { columnShade } from '../../../analysis/scorecard/figure';
import type { PlainCell } from '../../../analysis/report/plainTable';
import { count } from '../../../core/stats/format';
import { Choice } from '../../components/Choice';
import { Explain } from '../../components/Explain';
import { DroppedNotice, Notice } from '../../components/Notice';
import { Loading } from '../../components/Loading';
import { DataTable } from '../../components/table/DataTable';
import type { TableColumn } from '../../components/table/tableModel';
import { useDataTable } from '../../components/table/useDataTable';
import { choice, sorting } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { FindingLine } from '../shared/FindingLine';
import { FilePart } from '../shared/FilePart';
import { loadIndex } from '../../data/artifacts';
import { AcrossReportButton } from '../report/ReportButton';
import { loadAcross } from './acrossTask';

const budgetNames = acrossBudgets.map(String);
/** The strategy, its largest regret, then one column for each corpus. */
const columnIds = Array.from({ length: 20 }, (_, index) => String(index));

const acrossCodecs = {
  budget: choice(budgetNames, '512'),
  sort: sorting(columnIds, []),
};

/** Every strategy on every published corpus at one token budget: which is never bad, as far as the data say. */
export function AcrossPage() {
  return (
    <article className="stack">
      <header className="row tight">
        <h1>Across corpora</h1>
        <p className="soft small no-measure">
          One corpus proves no winner. Here every strategy stands on all of them, with BM25, at the same token
          budget.
        </p>
      </header>
      <FilePart of="across" waiting="the corpora">
        <Suspense fallback={<Drawing />}>
          <Corpora />
        </Suspense>
      </FilePart>
    </article>
  );
}

/** What the table will say, as the index has it, while its draws are made. */
function Drawing() {
  const { value: index } = use(loadIndex());
  return (
    <div className="stack gap-2">
      {index.across ? <FindingLine finding={index.across} /> : null}
      <Loading what="the corpora" />
    </div>
  );
}

interface Line {
  id: string;
  cells: readonly PlainCell[];
}

function Corpora() {
  const across = use(loadAcross());
  const { value: index } = use(loadIndex());
  const { values, set, dropped } = useParams(acrossCodecs);
  const budget = acrossBudgets.find((known) => String(known) === values.budget) ?? acrossBudgets[1];
  const made = useMemo(() => acrossTable(across, budget), [across, budget]);
  const lines = useMemo(
    () => made.rows.map((cells, index): Line => ({ id: made.strategies[index]!, cells })),
    [made],
  );
  const columns = useMemo(() => columnsOf(across, made, lines), [across, made, lines]);
  const table = useDataTable({
    columns,
    visible: columns.map(({ id }) => id),
    rows: lines,
    sort: values.sort,
    onSort: (sort) => set({ sort }),
  });
  return (
    <div className="stack gap-2">
      <DroppedNotice dropped={dropped} />
      {across.notices.map((notice) => (
        <Notice key={notice}>{notice}</Notice>
      ))}
      <h2>{acrossSentence(across, budget)}</h2>
      <div className="row toolbar no-print">
        <Choice
          label="Token budget"
          value={String(budget)}
          options={acrossBudgets.map((known) => ({ value: String(known), label: count(known) }))}
          onChange={(next) => set({ budget: next })}
        />
        <Explain about="this table">
          <p>
            Share of questions whose whole evidence lies in the top results that fit the budget. In brackets:
            the 95 % interval, from draws over the clusters of each corpus.
          </p>
          <p>
            Rows are ordered by their largest regret: how far a strategy falls behind the best of a corpus,
            where it falls behind most. Rows inside one bracket cannot be told apart.
          </p>
        </Explain>
        <AcrossReportButton across={across} entries={index.experiments} />
      </div>
      <DataTable
        table={table}
        caption={`${made.title}, ${count(across.corpora.length)} corpora`}
        label="Strategies across corpora"
        rowKey={({ id }) => id}
        // Places are those of the largest regret, in which rows stand until they are sorted otherwise.
        rank={values.sort.length === 0 ? ({ id }) => made.places.get(id) ?? null : undefined}
        empty="No corpus with evidence is measured yet."
      />
    </div>
  );
}

function columnsOf(
  across: Across,
  { columns }: ReturnType<typeof acrossTable>,
  lines: readonly Line[],
): TableColumn<Line>[] {
  return columns.map(({ label, figures, about }, index) => {
    const corpus = across.corpora[index - 2];
    const better = index === 0 ? null : index === 1 ? ('lower' as const) : ('higher' as const);
    const shade = columnShade(
      lines.map(({ cells }) => cells[index]?.value ?? null),
      better,
    );
    return {
      id: String(index),
      label,
      fullLabel: label.toLowerCase(),
      text: !figures,
      better,
      about: about && (
        <>
          <p>{about}</p>
          {corpus ? (
            <p>
              <a href={formatLocation({ page: 'experiment', experiment: corpus.id, view: 'scorecard' })}>
                Its scorecard
              </a>
            </p>
          ) : null}
        </>
      ),
      value: ({ cells }) => (figures ? cells[index]?.value : cells[index]?.text),
      shade: ({ cells }) => (better === null ? null : shade(cells[index]?.value ?? null)),
      cell: ({ cells }) => (
        <>
          {cells[index]?.text}
          {cells[index]?.note ? <div className="small">{cells[index].note}</div> : null}
        </>
      ),
    };
  });
}
