import { use, useMemo } from 'react';
import { corporaOf } from '../../../analysis/compare/compare';
import { count } from '../../../core/stats/format';
import { andList } from '../../../core/stats/words';
import { Button } from '../../components/Button';
import { Select } from '../../components/Choice';
import { DroppedNotice, Notice } from '../../components/Notice';
import { Checkbox, TextField } from '../../components/TextField';
import { writeParams, type ParamValues } from '../../state/params';
import { useOpenedRuns } from '../../state/openedRuns';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { compareCodecs } from '../compare/compareParams';
import { loadRunList, type ListedRun, type RunList } from '../compare/loadRuns';
import { maxRuns } from '../compare/maxRuns';
import { FileNotices } from '../shared/FileNotices';
import { FilePart } from '../shared/FilePart';
import { RunGrid } from './RunGrid';
import { runsCodecs } from './runsCodecs';
import styles from './Runs.module.css';

type RunsValues = ParamValues<typeof runsCodecs>;

/** Every run that this page knows, published or opened: to be found, read at a glance, and chosen for comparison. */
export function RunsPage() {
  return (
    <article className="stack">
      <header className="stack gap-1">
        <h1>Compare runs</h1>
        <p className="soft no-measure">
          A run is one row of an experiment. Two to four on the same corpus are compared question by question:
          which one finds it, and why.
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
      <Picker list={list} chosen={chosen} values={{ ...values, experiment }} set={set} />
      <ChosenBar
        chosen={chosen}
        onRemove={(id) => set({ runs: values.runs.filter((other) => other !== id) })}
        onClear={() => set({ runs: [] })}
      />
    </>
  );
}

interface PickerProps {
  list: RunList;
  chosen: readonly ListedRun[];
  values: RunsValues;
  set: (patch: Partial<RunsValues>, options?: { replace?: boolean }) => void;
}

/** Pairs worth a look first; then every run, in a grid for each experiment. */
function Picker({ list, chosen, values, set }: PickerProps) {
  const corpus = chosen[0]?.corpus.hash;
  const needles = values.find.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = list.runs.filter(
    (run) =>
      (values.experiment === null || run.open.entry.id === values.experiment) &&
      (!values.fitting || corpus === undefined || run.corpus.hash === corpus) &&
      needles.every((needle) => run.words.includes(needle)),
  );
  const chosenIds = chosen.map(({ id }) => id);
  const toggle = (id: string) =>
    set({ runs: chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id] });
  const experiments = [...new Map(list.runs.map(({ open }) => [open.entry.id, open.entry.title]))].map(
    ([value, label]) => ({ value, label }),
  );
  const isNarrowed = fitting.length < list.runs.length;
  return (
    <>
      <div className="row toolbar no-print">
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
          onChange={(fit) => set({ fitting: fit })}
        />
        <span className="soft small" role="status">
          {isNarrowed
            ? `${count(fitting.length)} of ${count(list.runs.length)} runs`
            : `${count(list.runs.length)} runs`}
        </span>
      </div>
      {needles.length === 0 && values.experiment === null && !values.fitting ? (
        <SuggestedPairs list={list} />
      ) : null}
      <h2>Or choose two to four runs</h2>
      {fitting.length === 0 ? (
        <Notice
          action={
            <Button onClick={() => set({ find: '', experiment: null, fitting: false })}>
              Clear the filters
            </Button>
          }
        >
          No run fits {andList(narrowedBy(values, experiments))}.
        </Notice>
      ) : null}
      {experiments.map(({ value }) => {
        const runs = fitting.filter(({ open }) => open.entry.id === value);
        return runs.length === 0 ? null : (
          <RunGrid key={value} runs={runs} chosen={chosenIds} toggle={toggle} />
        );
      })}
    </>
  );
}

function narrowedBy(values: RunsValues, experiments: readonly { value: string; label: string }[]): string[] {
  return [
    values.find === '' ? '' : `“${values.find}”`,
    values.experiment === null
      ? ''
      : `the experiment “${experiments.find(({ value }) => value === values.experiment)?.label}”`,
    values.fitting ? '“only runs on the corpus of those chosen”' : '',
  ].filter(Boolean);
}

/** What was declared before measuring, and pairs that the figures make worth a look. */
function SuggestedPairs({ list }: { list: RunList }) {
  const groups = [
    { title: 'Declared before measuring', pairs: list.pairs.filter(({ declared }) => declared) },
    {
      title: 'Suggested after looking at the figures',
      pairs: list.pairs.filter(({ declared }) => !declared),
    },
  ];
  return groups.map(({ title, pairs }) =>
    pairs.length === 0 ? null : (
      <section key={title} className="stack gap-2" aria-label={title}>
        <h2>{title}</h2>
        <ul className={`plain-list ${styles.pairs}`}>
          {pairs.map(({ runs, label, about, open }) => (
            <li key={runs.join(' ')} className="panel">
              <a href={comparisonOf(runs)}>{label}</a>
              <span className="soft small">
                {open.entry.title} · {about}
              </span>
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}

const comparisonOf = (runs: readonly string[]): string =>
  formatLocation({ page: 'compare' }, writeParams({ runs: compareCodecs.runs }, { runs: [...runs] }));

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
  const target = comparisonOf(runs);
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
