import { sortedBy } from '../failures/sortedBy';
import { useMemo, type ReactNode } from 'react';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { count, percent } from '../../../core/stats/format';
import type { NeighborRow } from '../../../experiments/chunking/neighbors/formats';
import { mergedRowId, type StoredExpansion } from '../../../experiments/chunking/neighbors/stored';
import { widthLabel } from '../../../experiments/chunking/neighbors/widths';
import { Choice, Select } from '../../components/Choice';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { Notice } from '../../components/Notice';
import { Button } from '../../components/Button';
import type { QuestionText } from '../../data/corpusText';
import { MissTable, type MissColumn } from '../failures/MissTable';
import type { OpenExperiment } from '../openExperiment';
import { LoadCorpus } from '../shared/LoadCorpus';
import { shows, type NeighborMoves, type NeighborValues } from './neighborParams';
import { expandedRank, states, stateCounts, stateOf, stateWords } from './neighborsModel';
import styles from './Neighbors.module.css';

const showWords = { ...stateWords, all: 'all questions' } as const;
const rankText = (rank: number): string => (rank > 0 ? count(rank) : 'none');

/** Width, cutoff and rule: what every state depends on. */
export function SetupBar({
  data,
  values,
  set,
  children,
}: {
  data: StoredExpansion;
  values: NeighborValues;
  set: NeighborMoves['set'];
  children?: ReactNode;
}) {
  return (
    <div className={`row wide end ${styles.filters} no-print`}>
      <Choice
        label="Width ±P/N"
        value={values.width ?? ''}
        options={data.expansion.rows.map((row) => ({
          value: mergedRowId(data.expansion, row),
          label: widthLabel(row),
        }))}
        onChange={(width) => set({ width })}
      />
      <Choice
        label="Hits (k)"
        value={values.k}
        options={CUTOFFS.map((k) => ({ value: String(k), label: String(k) }))}
        onChange={(k) => set({ k })}
      />
      <Choice
        label="Rule"
        value={values.rule}
        options={[
          { value: 'answer', label: 'answer', title: 'The text contains an answer' },
          { value: 'evidence', label: 'evidence', title: 'The gold span is covered' },
        ]}
        onChange={(rule) => set({ rule })}
      />
      {children}
    </div>
  );
}

interface QuestionListProps extends NeighborMoves {
  experiment: OpenExperiment;
  data: StoredExpansion;
  row: NeighborRow;
  places: readonly number[];
  texts: readonly QuestionText[] | null;
  values: NeighborValues;
  reveal: string | null;
}

/** How many questions each width rescues, and the list of them. */
export function QuestionList({
  experiment,
  data,
  row: chosenRow,
  places,
  texts,
  values,
  set,
  href,
  reveal,
}: QuestionListProps) {
  const { summary, questions, expansion } = data;
  const k = Number(values.k);
  const counts = useMemo(
    () =>
      expansion.rows.map((row) => ({
        row,
        id: mergedRowId(expansion, row),
        counts: stateCounts(data, row, k, values.rule, values.family),
      })),
    [expansion, data, k, values.rule, values.family],
  );
  const chosen = counts.find(({ row }) => row === chosenRow)!;
  const n = states.reduce((sum, state) => sum + chosen.counts[state], 0);
  const { sort } = values;
  const columns = useMemo((): (MissColumn<number> & {
    value: (question: number) => number | string | null;
  })[] => {
    const article = (question: number): string =>
      questions[question]!.families[summary.bootstrap.cluster] ?? '';
    return [
      {
        id: 'question',
        label: 'Question',
        value: (question) => texts?.[question]?.text ?? questions[question]!.id,
        cell: (question) => texts?.[question]?.text ?? questions[question]!.id,
      },
      {
        id: 'article',
        label: summary.groupings.find(({ id }) => id === summary.bootstrap.cluster)?.label ?? 'Family',
        value: article,
        cell: article,
      },
      {
        id: 'state',
        label: 'Outcome',
        value: (question) => stateOf(data, question, chosenRow, k, values.rule),
        cell: (question) => <StateWord data={data} question={question} row={chosenRow} values={values} />,
      },
      {
        id: 'hit',
        label: 'Rank of a hit',
        numeric: true,
        value: (question) => data.aloneRank(question, values.rule) || null,
        cell: (question) => rankText(data.aloneRank(question, values.rule)),
      },
      ...expansion.rows.map((row) => ({
        id: mergedRowId(expansion, row),
        label: widthLabel(row),
        numeric: true,
        value: (question: number) => expandedRank(data, question, values.rule, row) || null,
        cell: (question: number) => rankText(expandedRank(data, question, values.rule, row)),
      })),
    ];
  }, [data, questions, summary, expansion, chosenRow, texts, values, k]);
  const lines = useMemo(() => {
    const [key] = sort;
    const column = columns.find(({ id }) => id === key?.column);
    if (!column || !key) return places;
    return sortedBy(places, column.value, key.descending);
  }, [places, sort, columns]);
  return (
    <>
      <section className="stack" aria-labelledby="rescued-lead">
        <h2 id="rescued-lead">
          {count(chosen.counts.rescued)} of {count(n)} questions rescued by neighbors,{' '}
          {count(chosen.counts.missed)} still missed
        </h2>
        <p>
          First {k} hits of {expansion.row}, {widthLabel(chosenRow)}, {values.rule} rule
          {values.family === null ? '' : `, ${values.family}`}. A hit answers {count(chosen.counts.hit)} by
          itself ({percent(n === 0 ? null : chosen.counts.hit / n, n)}).
        </p>
        <div className="scroll-x" role="region" aria-label="Outcomes by width" tabIndex={0}>
          <table className={styles.widths}>
            <caption>
              Questions by outcome; every number opens its list. At ±0/0 only hits side by side can rescue:
              merged, they may hold an answer that a boundary cuts
            </caption>
            <thead>
              <tr>
                <th scope="col">Width</th>
                {states.map((state) => (
                  <th key={state} scope="col">
                    {stateWords[state]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map(({ row, id, counts: own }) => (
                <tr key={id} className={row === chosenRow ? styles.chosen : undefined}>
                  <th scope="row">
                    <ExpansionBadge neighborPrev={row.neighborPrev} neighborNext={row.neighborNext} applies />
                  </th>
                  {states.map((state) => (
                    <td key={state}>
                      <a
                        href={href({ width: id, show: state })}
                        aria-label={`${widthLabel(row)}, ${stateWords[state]}: ${own[state]}`}
                      >
                        {count(own[state])}
                      </a>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <SetupBar data={data} values={values} set={set}>
        <Choice
          label="Show"
          value={values.show}
          options={shows.map((value) => ({ value, label: showWords[value] }))}
          onChange={(show) => set({ show })}
        />
        <Select
          label="Family"
          value={values.family ?? ''}
          options={[
            { value: '', label: 'all' },
            ...summary.groupings.flatMap(({ label, families }) =>
              [...families].sort().map((family) => ({ value: family, label: `${label}: ${family}` })),
            ),
          ]}
          onChange={(family) => set({ family: family === '' ? null : family })}
        />
      </SetupBar>
      <LoadCorpus experiment={experiment}>With it, questions and chunks are shown in words.</LoadCorpus>
      <MissTable
        caption={`${count(places.length)} questions: ${showWords[values.show]}. “Rank of a hit” is the first hit that holds the answer by itself; under a width, the fewest hits whose expansion holds it, among the first ${data.basis.hits[0]?.length ?? 0}.`}
        label="List of questions"
        columns={columns}
        lines={lines}
        idOf={(question) => questions[question]!.id}
        href={(question) => href({ question: questions[question]!.id })}
        sort={sort}
        onSort={(keys) => set({ sort: keys })}
        reveal={reveal}
        empty={
          <Notice
            action={<Button onClick={() => set({ show: 'all', family: null })}>Show all questions</Button>}
          >
            No question is {showWords[values.show]} here.
          </Notice>
        }
      />
    </>
  );
}

/** A question's outcome under the chosen width, in words. */
export function StateWord({
  data,
  question,
  row,
  values,
}: {
  data: StoredExpansion;
  question: number;
  row: NeighborRow;
  values: NeighborValues;
}) {
  const state = stateOf(data, question, row, Number(values.k), values.rule);
  return (
    <span className={`nowrap strong ${state === 'rescued' ? 'good' : state === 'missed' ? 'bad' : ''}`}>
      {stateWords[state]}
    </span>
  );
}
