import { Fragment, useMemo } from 'react';
import { CUTOFFS } from '../../../../core/metrics/contextTokens';
import { toCsv } from '../../../../core/stats/csv';
import { count, decimal, percent, signedScore } from '../../../../core/stats/format';
import { stagesOfRow } from '../../../../experiments/chunking/measure/setups';
import { lossStages } from '../../../../experiments/chunking/formats';
import { familyLosses } from '../../../../experiments/chunking/familyLosses';
import { mergedRowId } from '../../../../experiments/chunking/neighbors/stored';
import { Choice } from '../../../components/Choice';
import { FilterChips } from '../../../components/FilterChips';
import { Notice } from '../../../components/Notice';
import type { QuestionText } from '../../../data/corpusText';
import type { OpenExperiment } from '../../openExperiment';
import { PlainTable } from '../../shared/Prose';
import { LoadCorpus } from '../../shared/LoadCorpus';
import { missedInterval } from '../missInterval';
import type { MissColumn } from '../MissTable';
import { OutcomeMark } from '../OutcomeMark';
import { NothingListed, Overview, ScorecardLink } from '../Overview';
import { ChunkingFilterBar } from './ChunkingFilterBar';
import { closed, type ChunkingMoves, type ChunkingValues } from './chunkingParams';
import {
  answerRuleNote,
  familyLabel,
  filterLabel,
  missedWords,
  retrieverLabels,
  rowLabel,
  stageMeanings,
} from './chunkingWords';
import {
  familyOf,
  missMatrix,
  outcomesOf,
  stageCounts,
  tokensToHit,
  type ChunkingMisses,
  type QuestionLine,
} from './missModel';
import styles from './chunking.module.css';

interface OverviewProps extends ChunkingMoves {
  experiment: OpenExperiment;
  data: ChunkingMisses;
  /** Whether the other rows have arrived, which the chosen one is set beside. */
  isWhole: boolean;
  lines: readonly QuestionLine[];
  texts: readonly QuestionText[] | null;
  values: ChunkingValues;
  reveal: string | null;
}

/** How much is missed, at which stage and in which families, and the list of what is. */
export function ChunkingOverview({
  experiment,
  data,
  isWhole,
  lines,
  texts,
  values,
  set,
  href,
  reveal,
}: OverviewProps) {
  const { summary, questions } = data;
  const { row, family, stage } = values;
  const missed = family === null ? missedInterval(estimateOf(data, values)) : '';
  const { stages, lost, elsewhere, n } = useMemo(() => stageCounts(data, values), [data, values]);
  const retriever =
    retrieverLabels[summary.rows.find((candidate) => candidate.row === row)?.retriever ?? 'bm25'];
  const matrix = useMemo(
    () => missMatrix(data, values, `Strategies with ${retriever}`, values.order),
    [data, values, retriever],
  );
  const grouping = summary.groupings.find(({ id }) => id === values.grouping)?.label ?? values.grouping;
  const columns = useMemo(() => listColumns(data, values, texts, isWhole), [data, values, texts, isWhole]);
  return (
    <Overview
      set={set}
      lead={{
        title:
          questions.length === 0
            ? 'This run has no questions'
            : n === 0
              ? 'No questions under these filters'
              : `${decimal(lost)} of ${count(n)} questions missed (${percent(lost / n)})`,
        text: (
          <>
            {rowLabel(summary, row)}
            {family === null ? '' : `, ${familyLabel(summary, family)}`}: {missedWords(values)}.{' '}
            {missed === '' ? '' : `${missed}. `}
            {elsewhere === 0 ? null : (
              <>
                <a href={href({ ...closed, show: 'elsewhere', stage: null, rescuedBy: null })}>
                  {count(elsewhere)} of the {count(n - lost)} hits
                </a>{' '}
                {elsewhere === 1 ? 'is' : 'are'} not at the gold place.{' '}
              </>
            )}
            <ScorecardLink {...experiment} />
            {summary.expansions.map((expansion) => (
              <Fragment key={expansion.row}>
                {' · '}
                <a href={href({ ...closed, width: mergedRowId(expansion, expansion.rows.at(-1)!) })}>
                  What neighbors rescue in {expansion.row}
                </a>
              </Fragment>
            ))}
          </>
        ),
        after: <StageBar stages={stages} lost={lost} chosen={stage} href={href} />,
      }}
      filters={
        <>
          <ChunkingFilterBar data={data} values={values} set={set} />
          <FilterChips
            filters={narrowing(values).map((filter) => ({
              label: filterLabel(summary, values, filter),
              clear: () => set({ [filter]: cleared[filter] }),
            }))}
            clearAll={() => set(cleared)}
          />
        </>
      }
      matrix={{
        title: `Misses by ${grouping.toLowerCase()} and strategy${stage === null ? '' : `, lost at the ${stage} stage`}`,
        controls: (
          <Choice
            label="Order"
            value={values.order}
            options={[
              { value: 'stored', label: 'original' },
              { value: 'missed', label: 'most missed' },
            ]}
            onChange={(order) => set({ order }, { replace: true })}
          />
        ),
        model: isWhole ? matrix : null,
        rowName: grouping,
        counted: 'questions',
        figure: values.cells,
        selected: { family, column: row },
        href: (inFamily, column) =>
          href({
            ...closed,
            family: inFamily,
            row: column,
            rescuedBy: values.rescuedBy === column ? null : values.rescuedBy,
          }),
        caption:
          'Questions missed, of the n in each family. A stronger colour means a larger share missed. A number opens what it counts; arrow keys move between cells.',
      }}
      list={{
        title: `${listTitles[values.show]} of ${rowLabel(summary, row)}: ${count(lines.length)}`,
        item: 'question',
        columnsHelp: (
          <>
            <strong>Rank</strong> is that of the first relevant context, however deep; none means that no
            relevant context was retrieved. <strong>Gap to target</strong> is the score of the first context
            less that of the first relevant one. <strong>Tokens to a hit</strong> is the smallest budget that
            holds a relevant context{answerRuleNote(summary)}.
          </>
        ),
        csv: isWhole && {
          name: `${experiment.entry.id}-${row}-misses.csv`,
          content: () => listCsv(data, values, lines),
        },
        note: (
          <LoadCorpus experiment={experiment}>
            With it, the list shows the questions themselves, and a miss shows where its gold was cut and
            which words decided the ranking.
          </LoadCorpus>
        ),
        columns,
        lines,
        idOf: ({ outcome }) => questions[outcome.question]!.id,
        href: ({ outcome }) => href({ ...closed, question: questions[outcome.question]!.id }),
        sort: values.sort,
        reveal,
        empty: <EmptyList data={data} values={values} set={set} />,
      }}
    >
      <FamilyLosses data={data} values={values} grouping={grouping} />
    </Overview>
  );
}

/** Which stage loses the questions of each family. */
function FamilyLosses({
  data,
  values,
  grouping,
}: {
  data: ChunkingMisses;
  values: ChunkingValues;
  grouping: string;
}) {
  const { summary, questions } = data;
  const { row } = values;
  const chosen = summary.groupings.find(({ id }) => id === values.grouping);
  // Documents are hundreds of families; the matrix below folds them.
  if (!chosen || chosen.families.length > mostFamilies) return null;
  const outcomes = outcomesOf(data, row, values);
  const shown = stagesOfRow(summary.rows, row);
  const losses = familyLosses(questions, chosen, (question) => outcomes[question]!.stage);
  return (
    <section className="stack gap-2" aria-labelledby="family-losses">
      <h3 id="family-losses">
        Where {rowLabel(summary, row)} loses each {grouping.toLowerCase()}
      </h3>
      <PlainTable
        caption="Questions of each family, how many are missed, and the stage that lost them"
        head={[grouping, 'Questions', 'Missed', ...shown.map((stage) => `Lost at ${stage}`)]}
        rows={losses.map(({ family, n, missed, lost }) => [
          familyLabel(summary, family),
          count(n),
          n === 0 ? 'n/a' : `${count(missed)} (${percent(missed / n)})`,
          ...shown.map((stage) => count(lost[stage] ?? 0)),
        ])}
      />
    </section>
  );
}

const mostFamilies = 12;

const listTitles = { misses: 'Misses', elsewhere: 'Hits elsewhere', all: 'Questions' } as const;

/** What the summary says of the same questions, where it has this cutoff. */
function estimateOf({ summary }: ChunkingMisses, { row, k, rule, budget }: ChunkingValues) {
  const metrics = summary.rows.find((candidate) => candidate.row === row)?.metrics;
  const cutoff = budget === null ? CUTOFFS.find((known) => known === k) : undefined;
  return metrics && cutoff !== undefined
    ? (rule === 'answer' ? metrics.hitAt : metrics.evidenceHitAt)[cutoff]
    : undefined;
}

/** Misses by the stage that lost them, to scale; each opens its own. */
function StageBar({
  stages,
  lost,
  chosen,
  href,
}: {
  stages: ReturnType<typeof stageCounts>['stages'];
  lost: number;
  chosen: ChunkingValues['stage'];
  href: ChunkingMoves['href'];
}) {
  if (lost === 0) return null;
  return (
    <ul className={`plain-list ${styles.stageBar}`} aria-label="Misses by stage">
      {lossStages
        .filter((stage) => (stages[stage] ?? 0) > 0)
        .map((stage) => (
          <li key={stage} style={{ flexGrow: stages[stage] ?? 0 }}>
            <a
              href={href({ stage: stage === chosen ? null : stage })}
              aria-current={stage === chosen ? 'true' : undefined}
              className={styles[stage]}
              title={stageMeanings[stage]}
            >
              <strong>{stages[stage]}</strong> {stage}{' '}
              <span className="soft">{percent((stages[stage] ?? 0) / lost)}</span>
            </a>
          </li>
        ))}
    </ul>
  );
}

function listColumns(
  data: ChunkingMisses,
  values: ChunkingValues,
  texts: readonly QuestionText[] | null,
  isWhole: boolean,
): MissColumn<QuestionLine>[] {
  const { questions, summary } = data;
  const rows = data.rankings.size - 1;
  return [
    {
      id: 'question',
      label: 'Question',
      cell: ({ outcome }) =>
        texts ? (
          <span className={styles.question}>{texts[outcome.question]?.text}</span>
        ) : (
          questions[outcome.question]!.id
        ),
    },
    {
      id: 'family',
      label: summary.groupings.find(({ id }) => id === values.grouping)?.label ?? 'Family',
      cell: ({ outcome }) => familyLabel(summary, familyOf(data, values.grouping, outcome.question) ?? 'n/a'),
    },
    {
      id: 'stage',
      label: 'Lost at',
      cell: ({ outcome }) =>
        outcome.stage === null ? (
          <OutcomeMark kind={outcome.elsewhere ? 'tied' : 'hit'}>
            {outcome.elsewhere ? 'hit, not the gold place' : 'hit'}
          </OutcomeMark>
        ) : (
          <OutcomeMark kind="missed">{outcome.stage}</OutcomeMark>
        ),
    },
    {
      id: 'rank',
      label: 'Rank',
      numeric: true,
      cell: ({ outcome }) => (outcome.rank === 0 ? 'none' : count(outcome.rank)),
    },
    {
      id: 'margin',
      label: 'Gap to target',
      numeric: true,
      largeFirst: true,
      cell: ({ outcome }) => signedScore(outcome.margin),
    },
    {
      id: 'tokens',
      label: 'Tokens to a hit',
      numeric: true,
      largeFirst: true,
      cell: ({ outcome }) => count(tokensToHit(data, values.row, outcome.question)),
    },
    {
      id: 'rescuers',
      label: 'Rescued by',
      numeric: true,
      largeFirst: true,
      cell: ({ rescuers }) => (isWhole ? `${rescuers.length} of ${rows}` : '…'),
    },
  ];
}

/** Ids and figures: nobody else's text leaves the page in a file. */
function listCsv(data: ChunkingMisses, values: ChunkingValues, lines: readonly QuestionLine[]): string {
  return toCsv(lines, [
    { header: 'question', value: ({ outcome }) => data.questions[outcome.question]!.id },
    ...data.summary.groupings.map(({ id }) => ({
      header: id,
      value: ({ outcome }: QuestionLine) => familyOf(data, id, outcome.question),
    })),
    { header: 'lostAt', value: ({ outcome }) => outcome.stage ?? '' },
    { header: 'rank', value: ({ outcome }) => outcome.rank || null },
    { header: 'score', value: ({ outcome }) => outcome.score },
    { header: 'behindBy', value: ({ outcome }) => outcome.margin },
    { header: 'tokensToHit', value: ({ outcome }) => tokensToHit(data, values.row, outcome.question) },
    { header: 'rescuedBy', value: ({ rescuers }) => rescuers.join(' ') },
  ]);
}

/** What each filter is without a choice. */
const cleared = { family: null, stage: null, alone: false, rescuedBy: null } as const;

const narrowing = (values: ChunkingValues): (keyof typeof cleared)[] =>
  (Object.keys(cleared) as (keyof typeof cleared)[]).filter((filter) => values[filter] !== cleared[filter]);

function EmptyList({
  data,
  values,
  set,
}: {
  data: ChunkingMisses;
  values: ChunkingValues;
  set: ChunkingMoves['set'];
}) {
  if (data.questions.length === 0)
    return <Notice>This run has no questions (n = 0), so nothing could be missed.</Notice>;
  return (
    <NothingListed
      text={`No ${listTitles[values.show].toLowerCase()}`}
      narrowing={narrowing(values).map((filter) => filterLabel(data.summary, values, filter))}
      onClear={() => set(cleared)}
      showAll={{ label: 'Show all questions', onClick: () => set({ show: 'all' }) }}
    />
  );
}
