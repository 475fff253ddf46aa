import { use, useDeferredValue, useMemo } from 'react';
import { count } from '../../../core/stats/format';
import { ruleOfMeasure } from '../../../experiments/chunking/budgets';
import {
  chunkingBudgetsFormat,
  chunkingQuestionsFormat,
  tokenBudgets,
  type ChunkingRow,
} from '../../../experiments/chunking/formats';
import { ChartFrame } from '../../charts/ChartFrame';
import { seriesCsv, seriesTable } from '../../charts/chartTable';
import { LineChart } from '../../charts/LineChart';
import type { ChartMark, ChartSeries } from '../../charts/series';
import { Choice } from '../../components/Choice';
import { loadExperimentFile } from '../../data/artifacts';
import { loadTogether } from '../../data/promiseCache';
import { formatLocation } from '../../state/urlState';
import { BudgetControl } from '../budget/BudgetControl';
import { loadAtBudget } from '../budget/loadAtBudget';
import { AxisControls } from './AxisControls';
import { chartHeight } from './chartHeight';
import { chunkingLegend, missesLink, restsOn, tableNotes, type ChunkingChartProps } from './chunkingCodecs';
import {
  budgetMeasureIds,
  budgetMeasures,
  budgetSeries,
  chosenRows,
  type StoredBudgets,
} from './chunkingCurvesModel';
import { cutAxisNote, shareAxis, titled } from './figures';

const axis = {
  kind: 'log',
  title: 'token budget (logarithmic)',
  ticks: tokenBudgets,
  format: (value: number) => count(value),
} as const;

/** Quality within a budget of tokens: what small and large chunks give for the same amount of text. */
export function BudgetChart({ experiment, summary, values, set }: ChunkingChartProps) {
  const rows = useMemo(
    () => chosenRows(summary, values.strategies, values.retrievers),
    [summary, values.strategies, values.retrievers],
  );
  const stored = useBudgets(experiment, rows, values);
  const series = useMemo(
    () => budgetSeries(rows, values.within, stored, values.zoom),
    [rows, values.within, stored, values.zoom],
  );
  const listed = useMemo(() => listedSeries(series, values.budget), [series, values.budget]);
  const { title: yTitle, words } = budgetMeasures[values.within];
  const y = useMemo(
    () =>
      shareAxis(
        `${yTitle} within the budget`,
        'share',
        values.zoom ? series.flatMap(({ points }) => points) : null,
      ),
    [yTitle, values.zoom, series],
  );
  const title = `${titled(yTitle)} against the token budget`;
  return (
    <ChartFrame
      title={title}
      caption={`${titled(words)} within the longest beginning of the ranking whose text, overlaps counted once, holds at most so many tokens (${summary.tokenizer.name}${summary.tokenizer.estimated ? ', an estimate' : ''}); no context is cut. ${stored ? 'Each line is a staircase, exact at every budget: it rises where a further context fits. ' : ''}${restsOn(summary)}.`}
      notes={[...cutAxisNote(y), ...tableNotes({ summary, values })]}
      controls={
        <>
          <Choice
            label="Measure"
            value={values.within}
            onChange={(within) => set({ within })}
            options={budgetMeasureIds.map((value) => ({ value, label: budgetMeasures[value].title }))}
          />
          {stored ? (
            <>
              <BudgetControl
                budget={values.budget}
                onBudget={(budget) => set({ budget }, { replace: true })}
              />
              <a href={scorecardLink(experiment, values.budget)}>
                The order at {count(values.budget)} {values.budget === 1 ? 'token' : 'tokens'}
              </a>
            </>
          ) : null}
        </>
      }
      display={
        <AxisControls
          zoom={values.zoom}
          intervals={values.intervals === 'none' ? 'none' : 'whiskers'}
          bands={false}
          set={set}
        />
      }
      legend={chunkingLegend({ summary, values, set })}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={seriesTable({
        caption: `${title}, with 95 % intervals`,
        series: listed,
        xTitle: 'Tokens',
        xLabel: count,
        format: y.format,
        rowPer: 'series',
      })}
      csv={() => seriesCsv(series, 'token budget', yTitle)}
      fileName={`${summary.id}-budget-${values.within}`}
      empty={
        series.length === 0
          ? 'Nothing is chosen: press a strategy and a search above to draw them.'
          : undefined
      }
    >
      {(width) => (
        <LineChart
          label={title}
          width={width}
          height={chartHeight(width)}
          x={axis}
          y={y}
          series={series}
          marks={stored ? [{ x: values.budget, label: `${count(values.budget)} tokens` }] : noMarks}
          intervals={values.intervals === 'none' ? 'none' : 'whiskers'}
          describeX={(x) => `${count(x)} tokens`}
          linkOf={(id, index) =>
            missesLink(
              experiment,
              id,
              stored
                ? {
                    budget: series.find((one) => one.id === id)!.points[index]!.x,
                    rule: ruleOfMeasure(budgetMeasures[values.within].steps),
                  }
                : {},
            )
          }
        />
      )}
    </ChartFrame>
  );
}

const noMarks: readonly ChartMark[] = [];

/** The published budgets and the chosen one: what the table lists. */
const listedSeries = (series: readonly ChartSeries[], budget: number): ChartSeries[] =>
  series.map((one) => ({
    ...one,
    points: one.points.filter(({ x }) => x === budget || (tokenBudgets as readonly number[]).includes(x)),
  }));

/** What the run stores about the chosen rows at every budget; null for one that stores nothing. */
function useBudgets(
  { source, entry }: ChunkingChartProps['experiment'],
  rows: readonly ChunkingRow[],
  { within, budget: wanted }: ChunkingChartProps['values'],
): StoredBudgets | null {
  // The chart of the budget before stays until the next one is computed.
  const budget = useDeferredValue(wanted);
  const retrievers = [...new Set(rows.map(({ retriever }) => retriever))];
  const names = retrievers.map((retriever) => `budgets/${retriever}.json`);
  const known = rows.length > 0 && names.every((name) => entry.files.some((file) => file.name === name));
  const { steps: measure } = budgetMeasures[within];
  const key = JSON.stringify([source.id, entry.id, retrievers, measure, budget]);
  const load = known
    ? loadTogether(`budget chart ${key}`, async () => {
        const [questions, files, found] = await Promise.all([
          loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
          Promise.all(names.map((name) => loadExperimentFile(source, entry, name, chunkingBudgetsFormat))),
          Promise.all(
            retrievers.map((retriever) => loadAtBudget({ source, entry, retriever, budget, measure })),
          ),
        ]);
        return {
          questions: questions.value.questions,
          rows: new Map(files.flatMap(({ value }) => value.rows.map((row) => [row.row, row] as const))),
          budget,
          at: new Map(found.flatMap((one) => [...(one?.estimates ?? [])])),
        };
      })
    : nothingStored;
  return use(load);
}

const nothingStored: Promise<StoredBudgets | null> = Promise.resolve(null);

const scorecardLink = ({ entry }: ChunkingChartProps['experiment'], budget: number): string =>
  formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' }, { budget: String(budget) });
