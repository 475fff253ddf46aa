import { use, useCallback, useMemo } from 'react';
import { corporaOf, joinRuns } from '../../../analysis/compare/compare';
import { DroppedNotice, Notice } from '../../components/Notice';
import { useOpenedRuns } from '../../state/openedRuns';
import { writeParams } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import type { LoadedRun } from './adapters/adapter';
import { compareCodecs, type CompareMoves, type CompareValues } from './compareParams';
import { letterOf } from './compareModel';
import { Comparison } from './Comparison';
import { loadRuns } from './loadRuns';
import { maxRuns } from './maxRuns';
import { andList } from '../../../core/stats/words';
import { FilePart } from '../shared/FilePart';
import styles from './Compare.module.css';

/** Two to four runs, question by question. */
export function ComparePage() {
  return (
    <article className="stack">
      <header className={`stack gap-2 ${styles.head}`}>
        <h1>Compare runs</h1>
      </header>
      <FilePart of="compare" waiting="the runs">
        <Compared />
      </FilePart>
    </article>
  );
}

function Compared() {
  // A run that is opened or closed may be one of those named.
  useOpenedRuns(({ runs }) => runs);
  const { values, set, dropped } = useParams(compareCodecs);
  const { runs, unknown, tooMany, repeated } = use(loadRuns(values.runs, values));
  const shown = useMemo(() => runs.map(({ id }) => id), [runs]);
  const others = [
    ...unknown.filter(({ nearest }) => nearest === null).map(({ id }) => `run “${id}”`),
    ...(['a', 'b'] as const).flatMap((side) =>
      values[side] === null || shown.includes(values[side]) ? [] : [`${side} “${values[side]}”`],
    ),
  ];
  // What is not known is left out of every further link.
  const known = useMemo((): CompareValues => {
    const a = values.a !== null && shown.includes(values.a) ? values.a : null;
    const b = values.b !== null && shown.includes(values.b) && values.b !== a ? values.b : null;
    return { ...values, runs: shown, a, b };
  }, [values, shown]);
  const moves = useMemo(
    (): CompareMoves => ({
      set: (patch, options) => set({ runs: known.runs, a: known.a, b: known.b, ...patch }, options),
      href: (patch) =>
        formatLocation({ page: 'compare' }, writeParams(compareCodecs, { ...known, ...patch })),
    }),
    [set, known],
  );
  const choose = formatLocation({ page: 'runs' }, writeParams({ runs: compareCodecs.runs }, { runs: shown }));
  const corpora = corporaOf(runs);
  return (
    <>
      <DroppedNoticeFor dropped={[...dropped, ...others]} runs={runs} values={known} />
      {unknown.flatMap(({ id, nearest }) =>
        nearest === null
          ? []
          : [
              <Notice
                key={id}
                tone="warn"
                action={
                  <a
                    className="action"
                    href={moves.href({
                      runs: values.runs
                        .map((run) => (run === id ? nearest.id : run))
                        .filter((run) => run === nearest.id || shown.includes(run)),
                    })}
                  >
                    Compare {nearest.label}
                  </a>
                }
              >
                No run is called “{shortened(id)}”. The nearest name is <code>{nearest.id}</code>.
              </Notice>,
            ],
      )}
      {repeated.length > 0 ? (
        <Notice tone="warn">
          {andList(repeated)} {repeated.length === 1 ? 'was' : 'were'} chosen twice. A run is not compared
          with itself, so {repeated.length === 1 ? 'it is' : 'each is'} shown once.
        </Notice>
      ) : values.a !== null && values.a === values.b ? (
        <Notice tone="warn">
          The link names the same run as A and as B. A run is not compared with itself, so B is another one.
        </Notice>
      ) : null}
      {tooMany.length > 0 ? (
        <Notice tone="warn">
          At most {maxRuns} runs fit side by side; {andList(tooMany)} {tooMany.length === 1 ? 'is' : 'are'}{' '}
          left out.
        </Notice>
      ) : null}
      {runs.length < 2 ? (
        <Notice
          action={
            <a className="action" href={choose}>
              Choose runs
            </a>
          }
        >
          {runs.length === 0 ? 'No run is chosen. ' : `Only ${runs[0]!.label} is chosen. `}A comparison takes
          two to four.
        </Notice>
      ) : corpora.length > 1 ? (
        <DifferentCorpora corpora={corpora} runs={runs} moves={moves} choose={choose} />
      ) : (
        <Joined runs={runs} values={known} moves={moves} choose={choose} />
      )}
    </>
  );
}

const shortened = (id: string): string => (id.length > 80 ? `${id.slice(0, 80)}…` : id);

/** One notice for all that the link asked for in vain, what belongs to the questions included. */
function DroppedNoticeFor({
  dropped,
  runs,
  values,
}: {
  dropped: readonly string[];
  runs: readonly LoadedRun[];
  values: CompareValues;
}) {
  const groupings = runs[0]?.groupings ?? [];
  const lost = [...dropped];
  if (runs.length > 0) {
    const grouping = groupings.find(({ id }) => id === values.grouping) ?? groupings[0];
    if (values.grouping !== null && grouping?.id !== values.grouping)
      lost.push(`grouping “${values.grouping}”`);
    const questions = runs.flatMap((run) => run.questions);
    if (values.question !== null && questions.every(({ id }) => id !== values.question))
      lost.push(`question “${values.question}”`);
    if (
      values.family !== null &&
      questions.every(
        ({ families }) =>
          !grouping || !Object.hasOwn(families, grouping.id) || families[grouping.id] !== values.family,
      )
    )
      lost.push(`family “${values.family}”`);
  }
  return <DroppedNotice dropped={lost} />;
}

interface RefusalProps {
  corpora: ReturnType<typeof corporaOf>;
  runs: readonly LoadedRun[];
  moves: CompareMoves;
  choose: string;
}

function DifferentCorpora({ corpora, runs, moves, choose }: RefusalProps) {
  return (
    <>
      <Notice tone="bad" title="These runs are not compared.">
        They were measured on different corpora, so a question of one is not a question of the other, and a
        difference would say nothing about chunking.
      </Notice>
      <ul className="stack gap-2 anywhere">
        {corpora.map((corpus) => (
          <li key={corpus.hash}>
            <strong>{corpus.name}</strong> (corpus hash <code>{corpus.hash}</code>): {andList(corpus.runs)}.{' '}
            {corpora.length > 1 ? (
              <a
                href={moves.href({
                  runs: runs.filter((run) => run.corpus.hash === corpus.hash).map(({ id }) => id),
                  a: null,
                  b: null,
                })}
              >
                Keep only these
              </a>
            ) : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={choose}>Choose other runs</a>
      </p>
    </>
  );
}

interface JoinedProps {
  runs: readonly LoadedRun[];
  values: CompareValues;
  moves: CompareMoves;
  choose: string;
}

function Joined({ runs, values, moves, choose }: JoinedProps) {
  const joined = useMemo(() => joinRuns(runs), [runs]);
  const placeOf = useCallback(
    (id: string | null) => (id === null ? -1 : runs.findIndex((run) => run.id === id)),
    [runs],
  );
  const first = placeOf(values.a);
  const a = first >= 0 ? first : placeOf(values.b) === 0 ? 1 : 0;
  const second = placeOf(values.b);
  const b = second >= 0 && second !== a ? second : a === 0 ? 1 : 0;
  return (
    <>
      {joined.repeated.length > 0 ? (
        <Notice tone="warn">
          {joined.repeated.length} {joined.repeated.length === 1 ? 'question stands' : 'questions stand'}{' '}
          twice in a run,{' '}
          {andList(joined.repeated.slice(0, 5).map(({ run, id }) => `“${id}” in ${letterOf(placeOf(run))}`))}
          {joined.repeated.length > 5 ? ' among them' : ''}; the first of each counts.
        </Notice>
      ) : null}
      <Comparison runs={runs} joined={joined} a={a} b={b} values={values} moves={moves} choose={choose} />
    </>
  );
}
