import { clustersInWords } from '../../../experiments/chunking/scorecard';
import { use, useMemo } from 'react';
import { formatValue } from '../../../core/stats/format';
import { toCsv } from '../../../core/stats/csv';
import {
  chunkingQuestionsFormat,
  chunkingRelevantFormat,
  chunkingSwitchesFormat,
} from '../../../experiments/chunking/formats';
import { ChartFrame } from '../../charts/ChartFrame';
import { ChartTable } from '../../charts/ChartTable';
import { strategyStyle } from '../../charts/colors';
import { LineChart } from '../../charts/LineChart';
import type { ChartSeries } from '../../charts/series';
import { Choice, Select } from '../../components/Choice';
import { Notice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { chunkingLegend, publishedSettingId, type ChunkingChartProps } from './chunkingCodecs';
import { questionClusters } from './cutoffFigures';
import { useCurveTask } from './curveTask';
import { loadTogether } from '../../data/promiseCache';
import {
  flipReport,
  isMeasured,
  matchRules,
  type MatchRule,
  measureId,
  measureLabel,
  measures,
  measureText,
  rankStrategies,
  settingId,
  settingLabel,
  singleSwitches,
  type FlipReport,
  type JudgedVariation,
  type SensitivityInput,
} from './sensitivityModel';
import { FilePart } from '../shared/FilePart';

/** Pixels below which the columns of switches could not be told apart: the chart scrolls instead. */
const leastWidth = 760;

/** Whether the first place rests on a choice that nobody looks at: ranks under every switch, and what they are worth. */
export function SensitivityPanel(props: ChunkingChartProps) {
  if (!props.experiment.entry.files.some(({ name }) => name === 'switches.json')) {
    return (
      <Notice>
        This experiment was run without the switches (other idf, parameters and token rules), so there is
        nothing to compare here.
      </Notice>
    );
  }
  return (
    <FilePart of="flip" waiting="the ranks under every switch">
      <LoadedPanel {...props} />
    </FilePart>
  );
}

/** Ranks under every switch, the numbers of relevant contexts, and the questions by cluster. */
function loadSwitches({
  experiment: { source, entry },
  summary,
}: ChunkingChartProps): Promise<SensitivityInput> {
  return loadTogether(`${source.id}\n${entry.id}\nswitches`, async () => {
    const strategies = summary.strategies.map(({ id }) => id);
    const [switches, questions, ...relevant] = await Promise.all([
      loadExperimentFile(source, entry, 'switches.json', chunkingSwitchesFormat),
      loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
      ...strategies.map((id) =>
        loadExperimentFile(source, entry, `relevant/${id}.json`, chunkingRelevantFormat),
      ),
    ]);
    const totals = (contexts: readonly (readonly number[])[]) => contexts.map(({ length }) => length);
    return {
      settings: switches.value.settings,
      strategies,
      rules: summary.corpus.judgedBy === 'spans' ? ['answer'] : matchRules,
      relevant: Object.fromEntries(
        relevant.map(({ value }) => [
          value.strategy,
          { answer: totals(value.answer), evidence: totals(value.evidence) },
        ]),
      ),
      clusters: questionClusters(questions.value.questions, summary.bootstrap.cluster),
    };
  });
}

/** The switches as the address asks for them: one changed at a time, with every rank and, once computed, what each first place is worth. */
function useSwitches(props: ChunkingChartProps) {
  const { summary, values } = props;
  const data = use(loadSwitches(props));
  const setting = Math.max(
    0,
    data.settings.findIndex((one) => settingId(one) === values.setting),
  );
  const measure = measures.find((one) => measureId(one) === values.measure)!;
  const rule = data.rules.includes(values.rule) && isMeasured(values.rule, measure) ? values.rule : 'answer';
  const variations = useMemo(
    () => singleSwitches(data.settings, { setting, rule, measure }, data.rules),
    [data, setting, rule, measure],
  );
  const task = useMemo(() => ({ data, variations }), [data, variations]);
  const { parts, done, fault } = useCurveTask('separate', task);
  const tally = parts.flatMap((part) => ('tally' in part ? [part.tally] : []))[0];
  const judged = useMemo((): JudgedVariation[] => {
    const separations = new Map(
      parts.flatMap((part) =>
        'separation' in part ? [[part.separation.variation, part.separation] as const] : [],
      ),
    );
    return variations.map((variation) => ({
      variation,
      ranked: rankStrategies(data, variation),
      separation: separations.get(variation.id) ?? null,
    }));
  }, [data, variations, parts]);
  const labels = useMemo(
    () => new Map(summary.strategies.map(({ id, label }) => [id, label])),
    [summary.strategies],
  );
  const spansOnly = data.rules.length === 1;
  const nameOf = (strategy: string) => labels.get(strategy) ?? strategy;
  return {
    data,
    setting: data.settings[setting]!,
    measure,
    rule,
    /** As the page calls it. */
    ruleName: (spansOnly ? 'evidence' : rule) satisfies MatchRule,
    spansOnly,
    variations,
    judged,
    tally,
    done,
    fault,
    nameOf,
  };
}

type Switches = ReturnType<typeof useSwitches>;
type SwitchProps = ChunkingChartProps & { switches: Switches };

function LoadedPanel(props: ChunkingChartProps) {
  const { summary } = props;
  const switches = useSwitches(props);
  const { data, judged, tally, spansOnly, done, fault, nameOf } = switches;
  const separated = judged.filter(({ separation }) => separation !== null).length;
  return (
    <>
      <section className="panel stack" aria-labelledby="flip-heading">
        <h2 id="flip-heading">Does the winner flip?</h2>
        <Flips report={flipReport(judged, nameOf)} nameOf={nameOf} />
        <p className="soft small" role="status">
          {fault ??
            (done
              ? `Every first place was tested against the others: paired over ${clustersInWords(summary)}, 95 % interval and Holm-adjusted p below 0.05.`
              : `Testing what the first places are worth: ${separated} of ${judged.length} …`)}
        </p>
        <PublishedCheck summary={summary} data={data} />
      </section>
      <SwitchChart {...props} switches={switches} />
      {tally ? (
        <section className="panel stack" aria-labelledby="tally-heading">
          <h2 id="tally-heading">All switches at once</h2>
          <p>
            {tally.combinations} combinations of {spansOnly ? 'search' : 'search, match rule'} and measure. A
            strategy that is first in few of them may still be the right one for the combination that is
            yours.
          </p>
          <ChartTable
            caption="How often each strategy comes first, and its best and worst rank"
            columns={['Strategy', 'First', 'Best rank', 'Worst rank']}
            rows={tally.rows.map(({ strategy, wins, best, worst }) => ({
              header: nameOf(strategy),
              cells: [`${wins} of ${tally.combinations}`, String(best), String(worst)],
            }))}
          />
        </section>
      ) : (
        <p className="soft">Counting over all combinations …</p>
      )}
    </>
  );
}

/** The ranks of the chosen strategies as lines, one column for each switch. */
function SwitchChart(props: SwitchProps) {
  const { summary, values, set, switches } = props;
  const { judged, variations, rule, ruleName, spansOnly, measure, setting } = switches;
  const series = useMemo(
    () =>
      summary.strategies
        .filter(({ id }) => values.strategies.includes(id))
        .map(({ id, label }): ChartSeries => ({
          id,
          label,
          style: strategyStyle(id),
          points: judged.map(({ ranked, separation }, x) => ({
            x,
            y: ranked.find(({ strategy }) => strategy === id)!.place,
            low: null,
            high: null,
            n: null,
            open:
              separation !== null && separation.winner !== id && !separation.notSeparatedFrom.includes(id),
          })),
        })),
    [summary.strategies, values.strategies, judged],
  );
  const placeOf = (x: number, strategy: string) => judged[x]?.ranked.find((one) => one.strategy === strategy);
  const x = useMemo(
    () => ({
      kind: 'category' as const,
      title: 'one switch at a time',
      labels: variations.map(({ label }) => label),
    }),
    [variations],
  );
  const strategies = summary.strategies.length;
  const y = useMemo(
    () => ({
      title: 'rank',
      domain: [strategies + 0.5, 0.5] as const,
      ticks: Array.from({ length: strategies }, (_, index) => index + 1),
      format: (value: number) => formatValue(value, 'count'),
    }),
    [strategies],
  );
  const [legend] = chunkingLegend(props);
  return (
    <ChartFrame
      title="Rank of each strategy under one switch at a time"
      caption={`BM25 only. The reference is ${settingLabel(setting)}, ${ruleName} rule, ${measureLabel(measure)}; every other column changes one thing. Columns of tokens compare at an equal budget, the others at an equal k.`}
      notes={[
        'A rank is not a difference. Open markers: beaten by the first place of that column. Filled ones (* in the table): first, or not separated from it by the data.',
        ...(rule === 'evidence'
          ? ['Under the evidence rule no token budgets are stored, so those columns are missing.']
          : []),
        ...(rule !== values.rule && !spansOnly
          ? ['A token budget counts answers only: the answer rule is used.']
          : []),
      ]}
      controls={<SwitchControls {...props} />}
      legend={legend ? [legend] : []}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={{
        caption: 'Rank (and figure) of each strategy under one switch at a time',
        columns: ['', ...variations.map(({ label }) => label.replace('\n', ' '))],
        rows: series.map(({ id, label }) => ({
          header: label,
          cells: judged.map((one) => cellText(one, id)),
        })),
      }}
      csv={() => switchesCsv(switches, values.strategies)}
      fileName={`${summary.id}-switches`}
      empty={series.length === 0 ? 'No strategy is chosen: press one above to draw it.' : undefined}
    >
      {(width) => (
        <div className="scroll-x">
          <div style={{ minWidth: leastWidth }}>
            <LineChart
              label="Rank of each strategy under one switch at a time"
              width={Math.max(width, leastWidth)}
              height={400}
              x={x}
              y={y}
              series={series}
              intervals="none"
              describeX={(place) => variations[place]?.phrase ?? ''}
              detailOf={(id, place) => {
                const found = placeOf(place, id);
                return found ? measureText(variations[place]!.measure, found.value) : null;
              }}
            />
          </div>
        </div>
      )}
    </ChartFrame>
  );
}

/** A rank, its figure, `=` where it is shared, and `*` where the data do not put it behind the first. */
function cellText({ variation, ranked, separation }: JudgedVariation, strategy: string): string {
  const found = ranked.find((candidate) => candidate.strategy === strategy)!;
  const equal = ranked.filter(({ rank }) => rank === found.rank).length > 1 ? '=' : '';
  const tied =
    separation && (separation.winner === strategy || separation.notSeparatedFrom.includes(strategy))
      ? ' *'
      : '';
  return `${found.rank}${equal} (${measureText(variation.measure, found.value)})${tied}`;
}

/** The reference that every other column changes in one thing. */
function SwitchControls({ summary, values, set, switches: { data, rule, spansOnly, setting } }: SwitchProps) {
  return (
    <>
      <Select
        label="Reference: search"
        value={settingId(setting)}
        onChange={(next) => set({ setting: next })}
        options={data.settings.map((one) => ({
          value: settingId(one),
          label: `${settingLabel(one)}${settingId(one) === publishedSettingId(summary) ? ' (published)' : ''}`,
        }))}
      />
      <Select
        label="Measure"
        value={values.measure}
        onChange={(next) => set({ measure: next })}
        options={measures.map((one) => ({ value: measureId(one), label: measureLabel(one) }))}
      />
      {spansOnly ? null : (
        <Choice
          label="Match rule"
          value={rule}
          onChange={(next) => set({ rule: next })}
          options={matchRules.map((value) => ({
            value,
            label: value,
            title:
              value === 'answer' ? 'The context contains a gold answer' : 'The context covers the gold span',
          }))}
        />
      )}
    </>
  );
}

function switchesCsv({ data, judged, spansOnly, nameOf }: Switches, strategies: readonly string[]): string {
  return toCsv(
    judged.flatMap(({ variation, ranked, separation }) =>
      ranked
        .filter(({ strategy }) => strategies.includes(strategy))
        .map((one) => ({ variation, separation, ...one })),
    ),
    [
      { header: 'search', value: ({ variation }) => settingLabel(data.settings[variation.setting]!) },
      { header: 'rule', value: ({ variation }) => (spansOnly ? 'evidence' : variation.rule) },
      { header: 'measure', value: ({ variation }) => measureLabel(variation.measure) },
      { header: 'strategy', value: ({ strategy }) => nameOf(strategy) },
      { header: 'rank', value: ({ rank }) => rank },
      { header: 'figure', value: ({ value }) => value },
      {
        header: 'not separated from first',
        value: ({ separation, strategy }) =>
          separation && (separation.winner === strategy || separation.notSeparatedFrom.includes(strategy)),
      },
    ],
  );
}

/** The answer in words: who takes over where, and whether the data carry it. */
function Flips({
  report: { answer, reference, flips, worth },
  nameOf,
}: {
  report: FlipReport;
  nameOf: (strategy: string) => string;
}) {
  return (
    <>
      <p>
        <strong>{answer}</strong> {reference}
      </p>
      {flips.length > 0 ? (
        <ul>
          {flips.map(({ winner, switches }) => (
            <li key={winner}>
              {nameOf(winner)} is first under{' '}
              {switches.map(({ phrase, established }, index) => (
                <span key={phrase}>
                  {index > 0 ? ', ' : ''}
                  {established ? <strong>{phrase}</strong> : phrase}
                </span>
              ))}
              .
            </li>
          ))}
        </ul>
      ) : null}
      {worth ? <p>{worth}</p> : null}
    </>
  );
}

/** The ranks of the switches and the published figures come from different files: they must agree. */
function PublishedCheck({
  summary,
  data,
}: {
  summary: ChunkingChartProps['summary'];
  data: SensitivityInput;
}) {
  const setting = data.settings.findIndex((one) => settingId(one) === publishedSettingId(summary));
  if (setting < 0) return null;
  const ranked = rankStrategies(data, { setting, rule: 'answer', measure: { kind: 'ndcg' } });
  const wrong = summary.rows.filter(({ retriever, strategy, metrics }) => {
    const found = ranked.find((one) => one.strategy === strategy);
    return (
      retriever === 'bm25' &&
      found !== undefined &&
      metrics.ndcgAt10.value !== null &&
      Math.abs(found.value - metrics.ndcgAt10.value) > 1e-6
    );
  });
  if (wrong.length === 0) return null;
  return (
    <Notice tone="bad">
      switches.json and summary.json disagree about the published nDCG@10 of{' '}
      {wrong.map(({ label }) => label).join(', ')}.
    </Notice>
  );
}
