import { use, useCallback, useMemo } from 'react';
import { corporaOf } from '../../../analysis/compare/compare';
import { count, score } from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { Select } from '../../components/Choice';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { DroppedNotice, Notice } from '../../components/Notice';
import { DataTable } from '../../components/table/DataTable';
import type { TableColumn } from '../../components/table/tableModel';
import { useDataTable } from '../../components/table/useDataTable';
import { Checkbox, TextField } from '../../components/TextField';
import { writeParams, type ParamValues } from '../../state/params';
import { useOpenedRuns } from '../../state/openedRuns';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { compareCodecs } from '../compare/compareParams';
import { HitFigure } from '../compare/HitFigure';
import { loadRunList, maxRuns, type ListedRun, type RunList } from '../compare/loadRuns';
import { FileNotices } from '../shared/FileNotices';
import { ExperimentTable } from './ExperimentTable';
import { FilePart } from '../shared/FilePart';
import { columnIds, runsCodecs } from './runsCodecs';
import styles from './Runs.module.css';

type RunsValues = ParamValues<typeof runsCodecs>;

/** Every run that this page knows, published or opened: to be found, read at a glance, and chosen for comparison. */
export function RunsPage() {
  return (
    <article className="stack">
      <header className="stack gap-2">
        <h1>Compare runs</h1>
        <p>
          A run is one row of an experiment: a way of chunking with a way of searching, or a method under one
          condition. Choose two to four that were measured on the same corpus, and see on which questions they
          differ, and why.
        </p>
      </header>
      <FilePart of="runs" waiting="the runs">
        <Runs />
      </FilePart>
    </article>
  );
}

function Runs() {
  // A run that is opened or closed changes the list.
  useOpenedRuns(({ runs }) => runs);
  const list = use(loadRunList());
  const { values, set, dropped } = useParams(runsCodecs);
  const chosen = useMemo(
    () => values.runs.flatMap((id) => list.runs.find((run) => run.id === id) ?? []),
    [values.runs, list],
  );
  const unknown = values.runs
    .filter((id) => list.runs.every((run) => run.id !== id))
    .map((id) => `run “${id}”`);
  const experiment = list.runs.some(({ open }) => open.entry.id === values.experiment)
    ? values.experiment
    : null;
  if (values.experiment !== null && experiment === null) unknown.push(`experiment “${values.experiment}”`);
  return (
    <>
      <DroppedNotice dropped={[...dropped, ...unknown]} />
      <FileNotices notices={list.notices} />
      {list.faults.map((fault) => (
        <Notice
          key={fault.experiment}
          tone="bad"
          title={`The runs of “${fault.experiment}” could not be read.`}
        >
          {fault.message}
        </Notice>
      ))}
      <ExperimentTable runs={list.runs} chosen={experiment} onChoose={(next) => set({ experiment: next })} />
      <RunTable list={list} chosen={chosen} values={{ ...values, experiment }} set={set} />
      <ChosenBar
        chosen={chosen}
        onRemove={(id) => set({ runs: values.runs.filter((other) => other !== id) })}
        onClear={() => set({ runs: [] })}
      />
    </>
  );
}

/** A run by its name and setup, to be chosen while there is room for one more. */
function pickColumn(chosen: readonly string[], toggle: (id: string) => void): TableColumn<ListedRun> {
  return {
    id: 'run',
    label: 'Run',
    fullLabel: 'run',
    text: true,
    better: null,
    value: ({ label }) => label,
    cell: (run) => {
      const isChosen = chosen.includes(run.id);
      return (
        <span className={styles.run}>
          <label className={styles.pick}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={chosen.length >= maxRuns && !isChosen}
              onChange={() => toggle(run.id)}
            />{' '}
            {run.label}
          </label>
          <ExpansionBadge
            neighborPrev={run.expansion?.prev ?? 0}
            neighborNext={run.expansion?.next ?? 0}
            applies={run.expansion !== null}
          />
          <span className={styles.setup}>{run.setup}</span>
        </span>
      );
    },
  };
}

/** What is known of every run without its questions. */
const figureColumns: readonly TableColumn<ListedRun>[] = [
  {
    id: 'experiment',
    label: 'Experiment',
    fullLabel: 'experiment',
    text: true,
    better: null,
    value: ({ open }) => open.entry.title,
    cell: ({ open }) => (
      <a
        className={styles.link}
        href={formatLocation({ page: 'experiment', experiment: open.entry.id, view: 'scorecard' })}
      >
        {open.entry.title}
      </a>
    ),
  },
  {
    id: 'hit',
    label: 'Hit',
    fullLabel: 'share of questions with a hit',
    about: (
      <p>
        Share of questions with a relevant context by rank k. k stands beside the figure: 5 in the benchmarks,
        1 in the controlled experiment, so runs of the two are not to be ranked against each other.
      </p>
    ),
    better: 'higher',
    value: ({ hit }) => hit.estimate.value,
    cell: ({ hit }) => <HitFigure estimate={hit.estimate} cutoff={hit.cutoff} />,
  },
  {
    id: 'mrr',
    label: 'Reciprocal rank',
    fullLabel: 'mean reciprocal rank',
    about: <p>Mean of 1 / rank of the first relevant context; 0 past rank 10 in the benchmarks.</p>,
    better: 'higher',
    value: ({ reciprocalRank }) => reciprocalRank.value,
    cell: ({ reciprocalRank }) => <span className="number">{score(reciprocalRank.value)}</span>,
  },
  {
    id: 'n',
    label: 'n',
    fullLabel: 'number of questions',
    better: null,
    value: ({ n }) => n,
    cell: ({ n }) => count(n),
  },
  {
    id: 'model',
    label: 'Model',
    fullLabel: 'embedding model',
    text: true,
    better: null,
    value: ({ model }) => model,
    cell: ({ model }) => <span className="small">{model ?? 'none'}</span>,
  },
  {
    id: 'date',
    label: 'Measured',
    fullLabel: 'date of the measurement',
    text: true,
    better: null,
    value: ({ open }) => open.entry.provenance.startedAt,
    cell: ({ open }) => {
      const { startedAt } = open.entry.provenance;
      return (
        <time className="number" dateTime={startedAt}>
          {startedAt.slice(0, 10)}
        </time>
      );
    },
  },
];

interface RunTableProps {
  list: RunList;
  chosen: readonly ListedRun[];
  values: RunsValues;
  set: (patch: Partial<RunsValues>, options?: { replace?: boolean }) => void;
}

function RunTable({ list, chosen, values, set }: RunTableProps) {
  const corpus = chosen[0]?.corpus.hash;
  const needles = values.find.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = list.runs.filter(
    (run) =>
      (values.experiment === null || run.open.entry.id === values.experiment) &&
      (!values.fitting || corpus === undefined || run.corpus.hash === corpus) &&
      needles.every((needle) => run.words.includes(needle)),
  );
  const chosenIds = useMemo(() => chosen.map(({ id }) => id), [chosen]);
  const toggle = useCallback(
    (id: string) =>
      set({ runs: chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id] }),
    [set, chosenIds],
  );
  const columns = useMemo(() => [pickColumn(chosenIds, toggle), ...figureColumns], [chosenIds, toggle]);
  const table = useDataTable({
    columns,
    visible: columnIds,
    rows,
    sort: values.sort,
    onSort: (sort) => set({ sort }),
  });
  const experiments = [...new Map(list.runs.map(({ open }) => [open.entry.id, open.entry.title]))].map(
    ([value, label]) => ({ value, label }),
  );
  return (
    <section className="stack" aria-labelledby="all-runs">
      <h2 id="all-runs">
        {rows.length === list.runs.length
          ? `All ${count(rows.length)} runs`
          : `${count(rows.length)} of ${count(list.runs.length)} runs`}
      </h2>
      <div className="row wide end no-print">
        <TextField
          label="Find"
          type="search"
          value={values.find}
          placeholder="paragraph, blend, hybrid …"
          onChange={(event) => set({ find: event.target.value }, { replace: true })}
        />
        <Select
          label="Experiment"
          value={values.experiment ?? ''}
          options={[{ value: '', label: 'all' }, ...experiments]}
          onChange={(id) => set({ experiment: id === '' ? null : id })}
        />
        <Checkbox
          label="Only runs on the corpus of those chosen"
          checked={values.fitting}
          onChange={(fitting) => set({ fitting })}
        />
      </div>
      <DataTable
        table={table}
        label="Runs"
        caption="One line per run. Check two to four to compare them; click a header to sort, with Shift to add a second key."
        rowKey={({ id }) => id}
        highlighted={({ id }) => chosenIds.includes(id)}
        empty={
          <>
            No run fits these filters.{' '}
            <Button onClick={() => set({ find: '', experiment: null, fitting: false })}>
              Clear the filters
            </Button>
          </>
        }
      />
    </section>
  );
}

interface ChosenBarProps {
  chosen: readonly ListedRun[];
  onRemove: (id: string) => void;
  onClear: () => void;
}

/** What is chosen so far and what is still wanting; stays in sight. */
function ChosenBar({ chosen, onRemove, onClear }: ChosenBarProps) {
  const corpora = corporaOf(
    chosen.map((run) => ({ ...run, experiment: run.open.entry.id, facts: [], questions: [] })),
  );
  if (chosen.length === 0) return null;
  const runs = chosen.map(({ id }) => id);
  const target = formatLocation({ page: 'compare' }, writeParams({ runs: compareCodecs.runs }, { runs }));
  return (
    <section className={`row between ${styles.bar} no-print`} aria-label="Chosen runs">
      <ul className={`plain-list row gap-2 badges ${styles.chips}`}>
        {chosen.map(({ id, label }) => (
          <li key={id}>
            {label}
            <Button tone="quiet" aria-label={`Take out ${label}`} onClick={() => onRemove(id)}>
              ✕
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="small">
        {corpora.length > 1
          ? 'These were measured on different corpora, which are not compared.'
          : chosen.length === 1
            ? 'Choose one to three more.'
            : chosen.length > maxRuns
              ? `${chosen.length} chosen; at most ${maxRuns} fit side by side.`
              : chosen.length === maxRuns
                ? 'Four are the most.'
                : 'Ready.'}
      </p>
      <div className="row">
        {corpora.length === 1 && chosen.length > 1 && chosen.length <= maxRuns ? (
          <a className="action" href={target}>
            Compare {chosen.length} runs
          </a>
        ) : null}
        <Button onClick={onClear}>Clear</Button>
      </div>
    </section>
  );
}
