import { useMemo, type ReactNode } from 'react';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { count, decimal, score, shareOf } from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';
import { field, FilterBar, optionalField, type FilterField } from '../failures/FilterBar';
import { MissTable, type MissColumn } from '../failures/MissTable';
import { OutcomeMark } from '../failures/OutcomeMark';
import { sortedBy } from '../failures/sortedBy';
import { firstRank, outcomeOf, relevantCount, rowPlace, type ImportedData } from './importedData';
import {
  cutoffChoices,
  rowColumn,
  shows,
  showWords,
  type ImportedMoves,
  type ImportedValues,
} from './importedParams';
import { TextField } from '../../components/TextField';

/** More rows than these have no column of their own beside the chosen one. */
const mostColumns = 6;

export const rankText = (rank: number | null): string =>
  rank === null ? 'not judged' : rank === 0 ? 'none' : count(rank);

/** A question's outcome by sign and word. */
export function Outcome({
  data,
  row,
  question,
  k,
}: {
  data: ImportedData;
  row: number;
  question: number;
  k: Cutoff;
}) {
  const outcome = outcomeOf(data, row, question, k);
  if (outcome === null) return <>not judged</>;
  if (outcome === 'tied')
    return (
      <OutcomeMark kind="tied">{`tied, expected hit ${decimal(data.rankings[row]!.hits[question]![CUTOFFS.indexOf(k)], 2)}`}</OutcomeMark>
    );
  return (
    <OutcomeMark kind={outcome}>
      {outcome === 'hit'
        ? 'found'
        : data.rankings[row]!.returned[question] === 0
          ? 'nothing returned'
          : 'missed'}
    </OutcomeMark>
  );
}

/** Row and cutoff: what every outcome depends on; then what is listed. */
export function SetupBar({
  data,
  values,
  set,
  filters = [],
  children,
}: {
  data: ImportedData;
  values: ImportedValues;
  set: ImportedMoves['set'];
  filters?: readonly FilterField[];
  children?: ReactNode;
}) {
  return (
    <FilterBar
      fields={[
        field({
          label: 'Run',
          many: true,
          value: values.row,
          options: data.summary.rows.map(({ row }) => ({ value: row, label: row })),
          onChange: (row) => set({ row }),
        }),
        field({
          label: 'Count hits up to rank',
          value: values.k,
          options: cutoffChoices.map((k) => ({ value: k, label: k })),
          onChange: (k) => set({ k }),
        }),
        ...filters,
      ]}
    >
      {children}
    </FilterBar>
  );
}

/** Questions in the order of the chosen column; those without a value last in both directions. */
export function sortedQuestions(
  data: ImportedData,
  places: readonly number[],
  { row, k, sort }: ImportedValues,
): readonly number[] {
  const [key] = sort;
  const place = rowPlace(data, row);
  const { returned, reciprocalRank, hits } = data.rankings[place]!;
  const by = (value: (question: number) => string | number | null) =>
    sortedBy([...places], value, key!.descending);
  switch (key?.column) {
    case undefined:
      return places;
    case 'question':
      return by((question) => data.questions[question]!.id);
    case 'family':
      return by((question) => data.questions[question]!.family);
    case 'outcome':
      return by((question) => hits[question]?.[CUTOFFS.indexOf(Number(k) as Cutoff)] ?? null);
    case 'relevant':
      return by((question) => relevantCount(data, place, question));
    case 'returned':
      return by((question) => returned[question] ?? null);
    case 'reciprocalRank':
      return by((question) => reciprocalRank[question] ?? null);
    default:
      return by((question) => firstRank(data, Number(key!.column.slice(1)), question) || null);
  }
}

const familiesOf = ({ questions }: ImportedData): string[] => [
  ...new Set(questions.flatMap(({ family }) => family ?? [])),
];

/** Columns of the list: the chosen row's figures, then the ranks in every row while there are few. */
function columnsOf(data: ImportedData, place: number, k: Cutoff): MissColumn<number>[] {
  const { summary, questions, rankings } = data;
  const families = familiesOf(data);
  const ranks = summary.rows.length <= mostColumns ? summary.rows.map((_, column) => column) : [place];
  return [
    { id: 'question', label: 'Question', cell: (question) => questions[question]!.id },
    ...(families.length > 0
      ? [
          {
            id: 'family',
            label: 'Family',
            cell: (question: number) => questions[question]!.family ?? 'n/a',
          },
        ]
      : []),
    {
      id: 'outcome',
      label: `By rank ${k}`,
      cell: (question) => <Outcome data={data} row={place} question={question} k={k} />,
    },
    {
      id: 'reciprocalRank',
      label: 'Reciprocal rank',
      numeric: true,
      largeFirst: true,
      cell: (question) => score(rankings[place]!.reciprocalRank[question]),
    },
    {
      id: 'relevant',
      label: 'Relevant',
      numeric: true,
      largeFirst: true,
      cell: (question) => count(relevantCount(data, place, question)),
    },
    {
      id: 'returned',
      label: 'Returned',
      numeric: true,
      largeFirst: true,
      cell: (question) => count(rankings[place]!.returned[question]),
    },
    ...ranks.map((column) => ({
      id: rowColumn(column),
      label: `Rank in ${summary.rows[column]!.row}`,
      numeric: true,
      cell: (question: number) => rankText(firstRank(data, column, question)),
    })),
  ];
}

/** How much the chosen run finds, and of how many questions. */
function Found({ data: { summary, rankings }, place, k }: { data: ImportedData; place: number; k: Cutoff }) {
  const row = summary.rows[place]!;
  const at = CUTOFFS.indexOf(k);
  const expected = rankings[place]!.hits.reduce((sum, hits) => sum + (hits?.[at] ?? 0), 0);
  return (
    <section className="stack" aria-labelledby="found-lead">
      <h2 id="found-lead">
        {row.row} finds {shareOf(expected, row.n)} by rank {k}
      </h2>
      <p>
        {row.n === 0
          ? 'No question of this run was judged.'
          : `${count(row.n)} judged questions, each with what is relevant and what was returned.`}{' '}
        {row.unanswered > 0
          ? `For ${count(row.unanswered)} of them the run returned nothing; they count as misses. `
          : ''}
        {row.unjudged > 0
          ? `${count(row.unjudged)} ${row.unjudged === 1 ? 'question' : 'questions'} of the run ${row.unjudged === 1 ? 'was' : 'were'} not judged and ${row.unjudged === 1 ? 'is' : 'are'} in no figure. `
          : ''}
        {row.tied > 0 ? `In ${count(row.tied)}, documents of unlike relevance have equal scores.` : ''}
      </p>
    </section>
  );
}

interface QuestionTableProps extends ImportedMoves {
  data: ImportedData;
  places: readonly number[];
  values: ImportedValues;
  reveal: string | null;
}

/** How many questions the chosen run misses, and the list of them. */
export function QuestionTable({ data, places, values, set, href, reveal }: QuestionTableProps) {
  const { summary, questions } = data;
  const k = Number(values.k) as Cutoff;
  const place = rowPlace(data, values.row);
  const row = summary.rows[place]!;
  const families = useMemo(() => familiesOf(data), [data]);
  const columns = useMemo(() => columnsOf(data, place, k), [data, place, k]);
  return (
    <>
      <Found data={data} place={place} k={k} />
      <SetupBar
        data={data}
        values={values}
        set={set}
        filters={[
          field({
            label: 'Show',
            value: values.show,
            options: shows.map((value) => ({ value, label: showWords[value] })),
            onChange: (show) => set({ show }),
          }),
          ...(families.length === 0
            ? []
            : [
                optionalField({
                  label: 'Family',
                  value: values.family,
                  none: 'all',
                  options: families.map((family) => ({ value: family, label: family })),
                  onChange: (family) => set({ family }),
                }),
              ]),
        ]}
      >
        <TextField
          label="Find a question"
          type="search"
          value={values.find}
          onChange={(event) => set({ find: event.target.value }, { replace: true })}
        />
      </SetupBar>
      <MissTable
        caption={`${count(places.length)} of ${count(row.n)} questions: ${showWords[values.show]}. “Rank in” a run is the first with a relevant document; “none” when it returned no relevant one.`}
        label="List of questions"
        columns={columns}
        lines={places}
        idOf={(question) => questions[question]!.id}
        href={(question) => href({ question: questions[question]!.id })}
        sort={values.sort}
        onSort={(sort) => set({ sort })}
        reveal={reveal}
        empty={
          <Notice
            action={
              <Button onClick={() => set({ show: 'all', family: null, find: '' })}>Show all questions</Button>
            }
          >
            No question passes: {showWords[values.show]}
            {values.family === null ? '' : `, family ${values.family}`}
            {values.find === '' ? '' : `, name with “${values.find}”`}.
          </Notice>
        }
      />
    </>
  );
}
