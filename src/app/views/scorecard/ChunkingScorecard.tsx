import { ranksBySharedWords } from '../../../experiments/chunking/scorecard';
import { use, useDeferredValue, useMemo } from 'react';
import { decimal, percent, signedScore } from '../../../core/stats/format';
import { chunkingSummaryFormat, type ChunkingSummary } from '../../../experiments/chunking/formats';
import type { ExperimentViewProps } from '../openExperiment';
import {
  bestOf,
  budgetColumn,
  chunkingColumns,
  chunkingFindings,
  chunkingPresets,
  chunkingRows,
  comparisonsOf,
  priceColumn,
  priceColumnId,
  questionsBehind,
  rowsAtBudget,
  rowsAtPrice,
} from '../../../experiments/chunking/scorecard';
import { asidesOf } from '../../../experiments/chunking/asides';
import { PriceField } from './PriceField';
import { BudgetControl } from '../budget/BudgetControl';
import { loadAtBudget, type MeasuredBudget } from '../budget/loadAtBudget';
import { WinMatrix } from '../budget/WinMatrix';
import { PlainTable, Section } from '../shared/Prose';
import { NeighborScorecard } from '../neighbors/NeighborScorecard';
import { addressOf, compareAddress } from './address';
import { FirstFragments } from './FirstFragments';
import { CardComparisons, CardTable, ScorecardPage, useScorecard } from './ScorecardPage';
import { chunkingScoreCodecs } from './chunkingScoreCodecs';
import { leaderOf, type ScoreColumn, type ScoreRow } from '../../../analysis/scorecard/scoreTypes';
import styles from './Scorecard.module.css';

const retrieverLabels = [
  { value: 'embedding', label: 'embedding' },
  { value: 'embedding-blend', label: 'embedding, blended' },
  { value: 'hybrid', label: 'hybrid' },
  { value: 'hybrid-blend', label: 'hybrid, blended' },
];

type ChunkingCard = ReturnType<typeof useScorecard<ChunkingSummary, ReturnType<typeof chunkingScoreCodecs>>>;

const noBudget = Promise.resolve(null);

const mainRows = (rows: ScoreRow[], within: MeasuredBudget | null, experiment: string): ScoreRow[] =>
  within ? rowsAtBudget(rows, within, addressOf(experiment)) : rows;

/** The scorecard of a chunking benchmark: strategies under BM25, and apart from them the same with an embedding model. */
export function ChunkingScorecard({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const codecs = useMemo(
    () => chunkingScoreCodecs(entry.files.some(({ name }) => name.startsWith('budgets/'))),
    [entry],
  );
  const card = useScorecard(experiment, chunkingSummaryFormat, codecs);
  const { summary, values, set } = card;
  const { price } = values;
  // The table of the budget before stays until the next one is computed.
  const budget = useDeferredValue(values.budget);
  const retriever = summary.rows.find(({ table }) => table === 'main')?.retriever;
  const within = use(retriever ? loadAtBudget({ source, entry, retriever, budget }) : noBudget);
  const buildTimes = useMemo(
    () => new Map(Object.entries(entry.provenance.measurements?.['buildMs'] ?? {})),
    [entry],
  );
  const columns = useMemo(
    () => ({
      main: [
        ...(within ? [budgetColumn(summary, within)] : []),
        ...chunkingColumns(summary, 'main'),
        ...(price === null ? [] : [priceColumn(summary, price)]),
      ],
      second: chunkingColumns(summary, 'second'),
    }),
    [summary, within, price],
  );
  const rows = useMemo(
    () => ({
      main: rowsAtPrice(
        mainRows(chunkingRows(summary, 'main', addressOf(entry.id), buildTimes), within, entry.id),
        price ?? 0,
      ),
      second: chunkingRows(summary, 'second', addressOf(entry.id), buildTimes),
    }),
    [summary, entry.id, buildTimes, within, price],
  );
  const best = useMemo(() => bestOf(summary), [summary]);
  const leader = useMemo(
    () => leaderOf(columns.second.find(({ id }) => id === values.sort2[0]?.column)),
    [columns, values.sort2],
  );
  const common = {
    card,
    rowName: 'strategy',
    presets: chunkingPresets,
    questions: 'questions',
    compares: true,
  };
  const [lead, ...reasons] = chunkingFindings(summary);

  return (
    <ScorecardPage card={card} lead={lead} why={<p>{reasons.join(' ')}</p>}>
      <CardTable
        {...common}
        title={ranksBySharedWords(summary) ? 'strategies ranked by shared words' : 'strategies with BM25'}
        rows={rows.main}
        columns={columns.main}
        best={best}
        caption={<Caption summary={summary} />}
        columnControls={
          <PriceField
            price={price}
            onPrice={(next) =>
              set({
                price: next,
                columns:
                  next === null || values.columns.includes(priceColumnId)
                    ? values.columns
                    : [...values.columns, priceColumnId],
              })
            }
          />
        }
        controls={
          within ? (
            <BudgetControl
              budget={values.budget}
              onBudget={(next) => set({ budget: next }, { replace: true })}
            />
          ) : null
        }
      />
      {within ? (
        <WinMatrix
          rows={within.groups.flat().flatMap((id) => rows.main.find((row) => row.id === id) ?? [])}
          pairs={within.pairs}
          within={`within ${decimal(within.budget)} tokens`}
          href={(a, b) => compareAddress(entry.id, { a, b })}
        />
      ) : null}
      <PairedRows card={card} table="main" caption="The highlighted row against every other, on nDCG@10" />
      {rows.second.length > 0 ? (
        <section className={`stack ${styles.second}`} aria-labelledby="second">
          <h2 id="second">A second table: with an embedding model</h2>
          <p>
            It answers a different retrieval question. Here a model ranks the contexts, alone or together with
            BM25, and a question is its own whole query; so compare its rows with each other, and with the
            table above only where a pair is declared below.
          </p>
          <CardTable
            {...common}
            title="strategies with an embedding model"
            fileSuffix="second"
            names={{ sort: 'sort2', find: 'find2', role: 'retriever' }}
            rows={rows.second}
            columns={columns.second}
            roles={{ label: 'Retriever', options: retrieverLabels }}
            best={leader}
            caption={<SecondCaption summary={summary} columns={columns.second} />}
          />
          <details>
            <summary>
              Declared comparisons of the second table ({comparisonsOf(summary, 'second').length})
            </summary>
            <PairedRows
              card={card}
              table="second"
              caption="Each blend against its plain twin, each hybrid against BM25 on the same strategy, on nDCG@10"
            />
          </details>
        </section>
      ) : null}
      {summary.expansions.map((expansion) => (
        <NeighborScorecard key={expansion.row} card={card} expansion={expansion} />
      ))}
      {ranksBySharedWords(summary) ? <FirstFragments experiment={experiment} summary={summary} /> : null}
      {asidesOf(summary).map((aside) => (
        <AsideTable key={aside.table.id} {...aside} />
      ))}
    </ScorecardPage>
  );
}

/** A table apart from the scorecard: what it shows, the table, and what is to be said of single rows. */
function AsideTable({ title, words: [about, ...further], table }: ReturnType<typeof asidesOf>[number]) {
  return (
    <Section title={title}>
      <p>{about}</p>
      <PlainTable
        caption={table.title}
        head={table.columns.map(({ label }) => label)}
        rows={table.rows.map((cells) => cells.map(({ text }) => text))}
      />
      <ul>
        {further.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  );
}

interface PairedRowsProps {
  card: ChunkingCard;
  table: 'main' | 'second';
  caption: string;
}

function PairedRows({ card, table, caption }: PairedRowsProps) {
  const { clusters, cluster } = card.summary.bootstrap;
  return (
    <CardComparisons
      card={card}
      caption={`${caption}: paired differences over ${clusters} clusters (${cluster}), sign-flip test, p corrected by Holm over this table`}
      comparisons={comparisonsOf(card.summary, table)}
      measure={() => 'nDCG@10'}
      format={signedScore}
      link={({ a }) => questionsBehind(addressOf(card.experiment.entry.id), a)}
    />
  );
}

function Caption({ summary }: { summary: ChunkingSummary }) {
  const { draws, clusters, cluster, random } = summary.bootstrap;
  const { bm25, tokenizer, corpus } = summary;
  return (
    <>
      {ranksBySharedWords(summary)
        ? 'Distinct words of the question that stand in a chunk'
        : `BM25, k1 = ${decimal(bm25.k1, 2)}, b = ${decimal(bm25.b, 2)}`}
      , on {corpus.name}.{' '}
      {clusters < 2
        ? `Intervals are drawn over clusters (${cluster}) and are not defined with ${clusters === 0 ? 'none' : 'one'}.`
        : `Under each number its 95 % interval, from ${decimal(draws)} draws over ${clusters} clusters (${cluster}, seed ${random.seed}); the line is the same interval on a scale from 0 to ${percent(1)}.`}{' '}
      Tokens: {tokenizer.name}
      {tokenizer.estimated ? ', an estimate' : ''}. The stronger the shading, the better within a column.
    </>
  );
}

function SecondCaption({ summary, columns }: { summary: ChunkingSummary; columns: readonly ScoreColumn[] }) {
  const { model, focusWeight, rankFusion } = summary;
  return (
    <>
      {model ? `${model.name}, ${decimal(model.dimensions)} dimensions (${model.windowing}). ` : ''}
      {focusWeight === null
        ? ''
        : `Blended: ${percent(focusWeight)} chunk, ${percent(1 - focusWeight)} mean of its document. `}
      {rankFusion
        ? `Hybrid: reciprocal rank fusion with BM25, k = ${decimal(rankFusion.rrfK)}, ${decimal(rankFusion.depth)} contexts each. `
        : ''}
      {columns[0]?.clusters} clusters ({summary.bootstrap.cluster}), as above.
    </>
  );
}
