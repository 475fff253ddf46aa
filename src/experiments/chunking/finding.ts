import type { DecodedFiles } from '../../analysis/doctor/options';
import { nothingFound } from '../../analysis/finding';
import type { Finding } from '../../artifact/indexFile';
import { BUDGETS } from '../../core/metrics/budget';
import { columnDifference, columnMean, filledClusters, type ClusterColumn } from '../../core/stats/aggregate';
import { bootstrapCells } from '../../core/stats/bootstrap';
import { comparePairs, type Comparison } from '../../core/stats/compare';
import { count } from '../../core/stats/format';
import { smallestReachableP } from '../../core/stats/signFlip';
import { bounds } from '../../core/stats/stored';
import { andList } from '../../core/stats/words';
import type { Tokens } from '../../core/units';
import type { Clusters } from '../../datasets/corpus';
import {
  columnAt,
  firstBudget,
  heldAt,
  mainMeasure,
  stepsOf,
  storedClusters,
  type BudgetMeasure,
  type BudgetRow,
} from './budgets';
import type { ChunkingBudgets, ChunkingQuestions, ChunkingSummary, ChunkingSwitches } from './formats';

/** Budgets of the picture: four steps to each doubling. */
const drawnBudgets = Array.from({ length: 25 }, (_, i) => Math.round(64 * 2 ** (i / 4)));

const verbs = {
  answer: { finds: 'finds more answers than', nothing: 'to find more answers than another' },
  coverage: { finds: 'covers more evidence than', nothing: 'to cover more evidence than another' },
} as const;

/** The files that a finding rests on; the first table is searched by BM25. */
export const findingFiles: readonly string[] = [
  'summary.json',
  'questions.json',
  'budgets/bm25.json',
  'budgets/word-overlap.json',
  'switches.json',
];

/** What a sentence may have; names of strategies are long, so what can be left out is. */
const mostWords = 25;

interface Case {
  rows: readonly (BudgetRow & { label: string })[];
  measure: 'answer' | 'coverage';
  questions: ChunkingQuestions['questions'];
  clusters: Clusters;
  draws: number;
  columns: ReadonlyMap<string, ClusterColumn>;
}

/** One row above another at each of some neighboring budgets, and everywhere between. */
interface Stretch {
  winner: string;
  loser: string;
  budgets: Tokens[];
}

/**
 * The strongest statement about token budgets that the first table establishes.
 *
 * Every pair of rows at every published budget is one family of Holm's correction, since which
 * pair is worth a sentence is only seen afterwards. A stretch of budgets is named when the pair
 * is established at each of them and the interval of the difference stays on one side of 0 at every
 * budget between. The row with the most established pairs speaks; it is compared with the row of the
 * highest nDCG@10 where it beats it, else with the best row that it beats.
 */
export function chunkingFinding(files: DecodedFiles): Finding {
  const summary = files.get('summary.json') as ChunkingSummary | undefined;
  const questions = (files.get('questions.json') as ChunkingQuestions | undefined)?.questions;
  const main = summary?.rows.filter(({ table }) => table === 'main') ?? [];
  const budgets = files.get(`budgets/${main[0]?.retriever}.json`) as ChunkingBudgets | undefined;
  if (!summary || !questions || !budgets || main.length === 0) return rankingFinding(summary);
  if (questions.length === 0) return nothingFound('There was no question, so nothing was found.');
  const found = caseOf(summary, questions, budgets, main);
  const { rows, measure, draws, columns } = found;
  const [only] = rows;
  const filled = filledClusters(columns.values().next().value!.counts);
  if (rows.length < 2 || !only)
    return {
      ...nothingFound('Only one strategy was run, so there is nothing that it could be compared with.'),
      picture: pictureOf(found, only ? [only.row] : []),
    };
  const pairs = pairsOf(rows.map(({ row }) => row));
  const reachable = smallestReachableP(filled, pairs.length * BUDGETS.length);
  const tested = BUDGETS.flatMap((tokens) => pairs.map(([a, b]) => ({ tokens, a, b })));
  const verdicts = comparePairs(
    columns,
    tested.map(({ tokens, a, b }) => [`${a} ${tokens}`, `${b} ${tokens}`] as const),
    { draws },
  );
  const wins = tested.flatMap(({ tokens, a, b }, i) => {
    const { verdict } = verdicts[i]!;
    if (verdict.kind === 'notEstablished') return [];
    const aWins = verdict.winner === `${a} ${tokens}`;
    return [{ tokens, winner: aWins ? a : b, loser: aWins ? b : a }];
  });
  if (wins.length === 0)
    return {
      ...nothingFound(
        reachable >= 0.05
          ? `Nothing can be established: ${count(filled)} ${filled === 1 ? 'cluster' : 'clusters'} of questions are too few to compare ${count(rows.length)} strategies.`
          : `Nothing is established: no strategy is shown ${verbs[measure].nothing} at any token budget from ${count(BUDGETS[0])} to ${count(BUDGETS.at(-1))}.`,
      ),
      picture: pictureOf(found, byMean(found).slice(0, 3)),
    };
  const leader = leaderOf(found, wins);
  const stretches = rows
    .filter(({ row }) => row !== leader)
    .flatMap(({ row }) => longestStretch(found, wins, leader, row) ?? []);
  const named = opponentOf(found, stretches, summary.best?.row ?? null);
  const also = stretches.filter(
    ({ loser, budgets: own }) =>
      loser !== named.loser && named.budgets.every((tokens) => own.includes(tokens)),
  );
  const tokens = named.budgets.includes(firstBudget) ? firstBudget : named.budgets[0]!;
  const at = comparisonAt(tested, verdicts, leader, named.loser, tokens);
  return {
    sentence: sentenceOf(found, named, also, switchWords(files, found, named)),
    value: at.value,
    unit: `points at ${count(tokens)} tokens`,
    interval: at.interval,
    picture: pictureOf(found, [leader, named.loser]),
  };
}

/** What a summary alone says: who ranks best, and how many it is not separated from. */
function rankingFinding(summary: ChunkingSummary | undefined): Finding {
  const unknown = 'nothing is stored about equal token budgets';
  const best = summary?.rows.find(({ row }) => row === summary.best?.row);
  if (!summary?.best || !best) return nothingFound(`Nothing is established: ${unknown}.`);
  const rivals = summary.best.notSeparatedFrom.length;
  const others = summary.rows.filter(({ table }) => table === 'main').length - 1;
  const { value, interval } = best.metrics.ndcgAt10;
  return {
    sentence: `${best.label} has the highest nDCG@10${rivals > 0 ? `, not separated from ${count(rivals)} of ${count(others)} others` : ''}; ${unknown}.`,
    value,
    unit: 'nDCG@10',
    interval,
    picture: null,
  };
}

function caseOf(
  summary: ChunkingSummary,
  questions: ChunkingQuestions['questions'],
  budgets: ChunkingBudgets,
  main: ChunkingSummary['rows'],
): Case {
  const measure = mainMeasure(budgets);
  const clusters = storedClusters(summary, questions);
  const rows = budgets.rows.flatMap((row) => {
    const own = main.find((other) => other.row === row.row);
    return own ? [{ ...row, label: own.label }] : [];
  });
  const columns = new Map(
    rows.flatMap((row) =>
      BUDGETS.map(
        (tokens) => [`${row.row} ${tokens}`, columnAt(row, measure, questions, clusters, tokens)] as const,
      ),
    ),
  );
  return { rows, measure, questions, clusters, draws: summary.bootstrap.draws, columns };
}

/** Every pair of rows once. */
export const pairsOf = <T>(rows: readonly T[]): [T, T][] =>
  rows.flatMap((a, i) => rows.slice(i + 1).map((b): [T, T] => [a, b]));

type Win = { tokens: Tokens; winner: string; loser: string };

/** Mean over the published budgets: how rows are ordered where no test orders them. */
function meanOver({ columns }: Pick<Case, 'columns'>, row: string): number {
  return BUDGETS.reduce((sum, tokens) => sum + (columnMean(columns.get(`${row} ${tokens}`)!) ?? 0), 0);
}

const byMean = (found: Case): string[] =>
  found.rows.map(({ row }) => row).sort((a, b) => meanOver(found, b) - meanOver(found, a));

/** The row with the most established pairs won, less those lost; the higher mean breaks a tie. */
function leaderOf(found: Case, wins: readonly Win[]): string {
  const balance = (row: string): number =>
    wins.filter(({ winner }) => winner === row).length - wins.filter(({ loser }) => loser === row).length;
  return byMean(found).sort((a, b) => balance(b) - balance(a))[0]!;
}

/** The most neighboring budgets at which a row beats another, with a difference that stays above 0 between them. */
function longestStretch(
  { rows, measure, questions, clusters, draws }: Case,
  wins: readonly Win[],
  winner: string,
  loser: string,
): Stretch | null {
  const won = (tokens: Tokens): boolean =>
    wins.some((win) => win.tokens === tokens && win.winner === winner && win.loser === loser);
  const [a, b] = [winner, loser].map((id) => rows.find(({ row }) => row === id)!);
  const steps = stepsOf([a!, b!], measure);
  const lows = bootstrapCells(
    steps.map((tokens) =>
      columnDifference(
        columnAt(a!, measure, questions, clusters, tokens),
        columnAt(b!, measure, questions, clusters, tokens),
      ),
    ),
    { draws },
  ).map(({ low }) => low);
  const holdsBetween = (from: Tokens, to: Tokens): boolean =>
    steps.every((tokens, i) => tokens <= from || tokens > to || (lows[i] ?? 0) > 0);
  let longest: Tokens[] = [];
  let own: Tokens[] = [];
  for (const tokens of BUDGETS) {
    if (!won(tokens)) own = [];
    else if (own.length > 0 && !holdsBetween(own.at(-1)!, tokens)) own = [tokens];
    else own = [...own, tokens];
    if (own.length > longest.length) longest = own;
  }
  return longest.length === 0 ? null : { winner, loser, budgets: longest };
}

/** With whom the leader is compared: the row of the highest nDCG@10 where beaten, else the best row that it beats at several budgets, else at one. */
function opponentOf(found: Case, stretches: readonly Stretch[], best: string | null): Stretch {
  const order = byMean(found);
  const several = stretches.filter(({ budgets }) => budgets.length > 1);
  const candidates = several.length > 0 ? several : stretches;
  return (
    candidates.find(({ loser }) => loser === best) ??
    [...candidates].sort((a, b) => order.indexOf(a.loser) - order.indexOf(b.loser))[0]!
  );
}

function comparisonAt(
  tested: readonly { tokens: Tokens; a: string; b: string }[],
  verdicts: readonly Comparison[],
  leader: string,
  loser: string,
  tokens: Tokens,
): Pick<Finding, 'value' | 'interval'> {
  const place = tested.findIndex(
    (pair) =>
      pair.tokens === tokens &&
      ((pair.a === leader && pair.b === loser) || (pair.a === loser && pair.b === leader)),
  );
  const sign = tested[place]!.a === leader ? 1 : -1;
  const { mean, low, high } = verdicts[place]!.difference;
  const inPoints = (value: number | null): number | null => (value === null ? null : 100 * sign * value);
  const [from, to] = sign === 1 ? [low, high] : [high, low];
  return {
    value: mean === null ? null : Math.round(inPoints(mean)! * 1e8) / 1e8,
    interval: bounds(inPoints(from), inPoints(to)),
  };
}

function sentenceOf(
  { rows, measure }: Case,
  { winner, loser, budgets }: Stretch,
  also: readonly Stretch[],
  switches: string,
): string {
  const label = (id: string): string => rows.find(({ row }) => row === id)!.label;
  const losers = [loser, ...also.map((stretch) => stretch.loser)];
  const rivals =
    losers.length === rows.length - 1 && losers.length > 1
      ? 'every other strategy'
      : losers.length > 2
        ? `${label(loser)} and ${count(losers.length - 1)} others`
        : andList(losers.map(label));
  const [first, last] = [budgets[0]!, budgets.at(-1)!];
  const few = `at ${count(first)} to ${count(last)} tokens`;
  const every = `at every budget from ${count(first)} to ${count(last)} tokens`;
  const alone = budgets.length === 1 ? `within ${count(first)} tokens` : null;
  const said = (against: string, where: string): string =>
    `${label(winner)} ${verbs[measure].finds} ${against} ${where}${switches}.`;
  const sentences = [
    said(rivals, alone ?? every),
    said(label(loser), alone ?? every),
    said(label(loser), alone ?? few),
  ];
  return sentences.find((sentence) => sentence.split(/\s+/).length <= mostWords) ?? sentences.at(-1)!;
}

/** What the switches of BM25 say against the statement; empty where it holds under most, or where they were not run. */
function switchWords(files: DecodedFiles, { measure }: Case, { winner, loser, budgets }: Stretch): string {
  const settings = (files.get('switches.json') as ChunkingSwitches | undefined)?.settings ?? [];
  if (measure !== 'answer' || settings.length === 0) return '';
  const hits = (setting: (typeof settings)[number], row: string, tokens: Tokens): number =>
    (setting.strategies[row]?.tokensToHit ?? []).filter((least) => least !== null && least <= tokens).length;
  const holding = settings.filter((setting) =>
    budgets.every((tokens) => hits(setting, winner, tokens) > hits(setting, loser, tokens)),
  ).length;
  return holding * 2 > settings.length
    ? ''
    : `, but only under ${count(holding)} of ${count(settings.length)} BM25 settings`;
}

/** Curves of some rows, sampled finely enough for a small picture. */
function pictureOf({ rows, measure, questions }: Case, drawn: readonly string[]): Finding['picture'] {
  return {
    kind: 'steps',
    x: drawnBudgets,
    lines: drawn.flatMap((id) => {
      const row = rows.find((other) => other.row === id);
      return row
        ? [
            {
              id: row.row,
              label: row.label,
              y: drawnBudgets.map((tokens) => shareAt(row, measure, questions, tokens)),
            },
          ]
        : [];
    }),
  };
}

/** Three decimals: more than a picture shows. */
function shareAt(
  row: BudgetRow,
  measure: BudgetMeasure,
  questions: ChunkingQuestions['questions'],
  tokens: Tokens,
): number {
  const held = heldAt(row, measure, questions, tokens).filter((value) => !Number.isNaN(value));
  return held.length === 0
    ? 0
    : Math.round((1_000 * held.reduce((sum, value) => sum + value, 0)) / held.length) / 1_000;
}
