import { andList } from '../../../core/stats/words';
import { discount, discountsUpTo } from '../../../core/metrics/ndcg';
import { clusterColumn, type ClusterColumn } from '../../../core/stats/aggregate';
import { comparePairs } from '../../../core/stats/compare';
import { count, percent, score } from '../../../core/stats/format';
import { tokenBudgets, type ChunkingSwitches } from '../../../experiments/chunking/formats';

export type SwitchSetting = ChunkingSwitches['settings'][number];
/** What tells one setting from another. */
export type SettingKey = Pick<SwitchSetting, 'idf' | 'k1' | 'b' | 'tokenRule'>;
export const matchRules = ['answer', 'evidence'] as const;
/** `answer`: the context contains a gold answer. `evidence`: it covers the gold span. */
export type MatchRule = (typeof matchRules)[number];

/** What strategies are ranked by: contexts counted to a rank, or to a budget of tokens. */
export type Measure =
  { kind: 'ndcg' } | { kind: 'mrr' } | { kind: 'hit'; cutoff: number } | { kind: 'budget'; tokens: number };

export const measures: readonly Measure[] = [
  { kind: 'ndcg' },
  { kind: 'mrr' },
  ...[1, 3, 5, 10].map((cutoff): Measure => ({ kind: 'hit', cutoff })),
  ...tokenBudgets.map((tokens): Measure => ({ kind: 'budget', tokens })),
];

export function measureId(measure: Measure): string {
  switch (measure.kind) {
    case 'ndcg':
      return 'ndcgAt10';
    case 'mrr':
      return 'mrrAt10';
    case 'hit':
      return `hitAt${measure.cutoff}`;
    case 'budget':
      return `within${measure.tokens}`;
  }
}

export function measureLabel(measure: Measure): string {
  switch (measure.kind) {
    case 'ndcg':
      return 'nDCG@10';
    case 'mrr':
      return 'MRR@10';
    case 'hit':
      return `R@${measure.cutoff}`;
    case 'budget':
      return `hit within ${count(measure.tokens)} tokens`;
  }
}

export function measureText(measure: Measure, value: number): string {
  return measure.kind === 'hit' || measure.kind === 'budget' ? percent(value) : score(value);
}

/** One way to run and to judge the search. */
export interface Variation {
  id: string;
  /** Short, for a column; may hold a line break. */
  label: string;
  /** In a sentence: “under …”. */
  phrase: string;
  setting: number;
  rule: MatchRule;
  measure: Measure;
}

/** What ranks and tests are computed from; no text is needed. */
export interface SensitivityInput {
  settings: SwitchSetting[];
  /** Strategies in the order of the published table. */
  strategies: string[];
  /** Rules that differ: where spans are all that counts, there is one. */
  rules: readonly MatchRule[];
  /** Number of all relevant contexts per question, by strategy and rule. */
  relevant: Record<string, Record<MatchRule, number[]>>;
  /** Questions by cluster: indexes. */
  clusters: number[][];
}

/** A budget counts answers only: the files hold no budget for the evidence rule. */
export function isMeasured(rule: MatchRule, measure: Measure): boolean {
  return rule === 'answer' || measure.kind !== 'budget';
}

/** The figure of one question: `mask` has bit r − 1 set where rank r holds a relevant context. */
export function questionFigure(
  measure: Measure,
  mask: number,
  totalRelevant: number,
  tokensToHit: number | null,
): number {
  switch (measure.kind) {
    case 'hit':
      return (mask & ((1 << measure.cutoff) - 1)) === 0 ? 0 : 1;
    case 'mrr':
      return mask === 0 ? 0 : 1 / (32 - Math.clz32(mask & -mask));
    case 'ndcg': {
      if (totalRelevant === 0) return 0;
      let gain = 0;
      for (let rank = 1; rank <= 10; rank++) if (mask & (1 << (rank - 1))) gain += discount(rank);
      return gain / ideal[Math.min(10, totalRelevant)]!;
    }
    case 'budget':
      return tokensToHit !== null && tokensToHit <= measure.tokens ? 1 : 0;
  }
}

const ideal = Array.from({ length: 11 }, (_, ranks) => discountsUpTo(ranks));

function figures(
  data: SensitivityInput,
  { setting, rule, measure }: Pick<Variation, 'setting' | 'rule' | 'measure'>,
  strategy: string,
): number[] {
  const found = data.settings[setting]?.strategies[strategy];
  if (!found) throw new RangeError(`switch setting ${setting} has no strategy "${strategy}"`);
  const masks = rule === 'answer' ? found.answerMask : found.evidenceMask;
  const relevant = data.relevant[strategy]?.[rule];
  return masks.map((mask, question) =>
    questionFigure(measure, mask, relevant?.[question] ?? 0, found.tokensToHit[question] ?? null),
  );
}

export interface RankedStrategy {
  strategy: string;
  value: number;
  /** 1 is best; equal values share the better rank. */
  rank: number;
  /** Place in the order drawn, 1 to n, without sharing. */
  place: number;
}

/** Strategies from best to worst. Means over all questions; equal ones keep the published order. */
export function rankStrategies(
  data: SensitivityInput,
  variation: Pick<Variation, 'setting' | 'rule' | 'measure'>,
): RankedStrategy[] {
  const means = data.strategies.map((strategy) => {
    const values = figures(data, variation, strategy);
    return {
      strategy,
      value: values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length,
    };
  });
  const same = (a: number, b: number) => Math.abs(a - b) < 1e-12;
  const sorted = means.sort((a, b) => (same(a.value, b.value) ? 0 : b.value - a.value));
  return sorted.map(({ strategy, value }, index) => ({
    strategy,
    value,
    place: index + 1,
    rank: sorted.findIndex((other) => same(other.value, value)) + 1,
  }));
}

const phraseOf = (setting: SwitchSetting) => ({
  idf: setting.idf === 'robertson' ? 'Robertson’s raw idf' : 'Lucene’s idf',
  parameters: `k1 ${setting.k1}, b ${setting.b}`,
  tokenRule: setting.tokenRule === 'ascii' ? 'ASCII tokens' : 'Unicode tokens',
});

export function settingId({ idf, k1, b, tokenRule }: SettingKey): string {
  return `${idf}-${k1}-${b}-${tokenRule}`;
}

export function settingLabel(setting: SwitchSetting): string {
  const { idf, parameters, tokenRule } = phraseOf(setting);
  return `${idf}, ${parameters}, ${tokenRule}`;
}

/**
 * The reference and everything that is one switch away from it: another idf, other
 * parameters, another reading of tokens, the other match rule, another measure. Two
 * switches at once are left to the tally.
 */
export function singleSwitches(
  settings: readonly SwitchSetting[],
  reference: Pick<Variation, 'setting' | 'rule' | 'measure'>,
  known: readonly MatchRule[] = matchRules,
): Variation[] {
  const from = settings[reference.setting];
  if (!from) throw new RangeError(`there is no switch setting ${reference.setting}, only ${settings.length}`);
  const variation = (change: Partial<Variation> & { label: string; phrase: string }): Variation => {
    const made = { setting: reference.setting, rule: reference.rule, measure: reference.measure, ...change };
    return { id: `${made.setting}.${made.rule}.${measureId(made.measure)}`, ...made };
  };
  const differing = settings.flatMap((setting, index) => {
    const changed = [
      setting.idf !== from.idf,
      setting.k1 !== from.k1 || setting.b !== from.b,
      setting.tokenRule !== from.tokenRule,
    ];
    if (changed.filter(Boolean).length !== 1) return [];
    const { idf, parameters, tokenRule } = phraseOf(setting);
    const [label, phrase] = changed[0]
      ? [`idf\n${setting.idf}`, idf]
      : changed[1]
        ? [`k1 ${setting.k1}\nb ${setting.b}`, parameters]
        : [`tokens\n${setting.tokenRule}`, tokenRule];
    return [variation({ setting: index, label, phrase })];
  });
  const otherRule: MatchRule = reference.rule === 'answer' ? 'evidence' : 'answer';
  const rules =
    known.includes(otherRule) && isMeasured(otherRule, reference.measure)
      ? [variation({ rule: otherRule, label: `${otherRule}\nrule`, phrase: `the ${otherRule} rule` })]
      : [];
  const others = measures
    .filter(
      (measure) => measureId(measure) !== measureId(reference.measure) && isMeasured(reference.rule, measure),
    )
    .map((measure) =>
      variation({
        measure,
        label: measure.kind === 'budget' ? `${count(measure.tokens)}\ntokens` : measureLabel(measure),
        phrase: measureLabel(measure),
      }),
    );
  return [variation({ label: 'reference', phrase: 'the reference' }), ...differing, ...rules, ...others];
}

/** Which strategies the data cannot tell from the winner of a variation. */
export interface Separation {
  variation: string;
  winner: string;
  notSeparatedFrom: string[];
}

/** Clusters of the winner's figures against every other's: Holm over them, `verdict` decides. */
export function separationOf(data: SensitivityInput, variation: Variation): Separation {
  const winner = rankStrategies(data, variation)[0]!.strategy;
  const columns = new Map<string, ClusterColumn>(
    data.strategies.map((strategy) => {
      const values = figures(data, variation, strategy);
      return [
        strategy,
        clusterColumn(data.clusters.map((members) => members.map((question) => values[question]!))),
      ];
    }),
  );
  const others = data.strategies.filter((strategy) => strategy !== winner);
  const found = comparePairs(
    columns,
    others.map((strategy) => [winner, strategy] as const),
  );
  return {
    variation: variation.id,
    winner,
    notSeparatedFrom: found.filter(({ verdict }) => verdict.kind === 'notEstablished').map(({ b }) => b),
  };
}

/** How often each strategy comes first, and its best and worst rank, over every combination of switches. */
export interface Tally {
  combinations: number;
  rows: { strategy: string; wins: number; best: number; worst: number }[];
}

export function tallyWinners(data: SensitivityInput): Tally {
  const rows = new Map(
    data.strategies.map((strategy) => [strategy, { strategy, wins: 0, best: Infinity, worst: 0 }]),
  );
  let combinations = 0;
  for (let setting = 0; setting < data.settings.length; setting++) {
    for (const rule of data.rules) {
      for (const measure of measures.filter((candidate) => isMeasured(rule, candidate))) {
        combinations += 1;
        for (const { strategy, rank } of rankStrategies(data, { setting, rule, measure })) {
          const row = rows.get(strategy)!;
          if (rank === 1) row.wins += 1;
          row.best = Math.min(row.best, rank);
          row.worst = Math.max(row.worst, rank);
        }
      }
    }
  }
  return { combinations, rows: [...rows.values()].sort((a, b) => b.wins - a.wins || a.best - b.best) };
}

/** A variation with its ranks and, once computed, what they are worth. */
export interface JudgedVariation {
  variation: Variation;
  ranked: RankedStrategy[];
  separation: Separation | null;
}

/** Where the first place changes under single switches. */
export interface FlipReport {
  /** The answer in one sentence. */
  answer: string;
  /** Who is first in the reference, by what figure, and what that is worth. */
  reference: string;
  /** New winners with the switches that put them first; `established` is null while it is being tested. */
  flips: { winner: string; switches: { phrase: string; established: boolean | null }[] }[];
  /** What the changes are worth; null while they are being tested, and where there are none. */
  worth: string | null;
}

/**
 * Whether the first place changes, in plain words. A change counts as established only
 * where the data separate the new winner from the old one; the rest may be chance. A
 * shared first place is no change.
 */
export function flipReport(
  judged: readonly JudgedVariation[],
  nameOf: (strategy: string) => string,
): FlipReport {
  const [reference, ...others] = judged;
  const first = reference?.ranked[0];
  if (!reference || !first)
    return { answer: 'There is nothing to rank.', reference: '', flips: [], worth: null };
  const winner = first.strategy;
  const leaders = ({ ranked }: JudgedVariation) =>
    ranked.filter(({ rank }) => rank === 1).map(({ strategy }) => strategy);
  const byWinner = new Map<string, FlipReport['flips'][number]>();
  for (const one of others) {
    const [next] = leaders(one);
    if (next === undefined || leaders(one).includes(winner)) continue;
    const flip = byWinner.get(next) ?? { winner: next, switches: [] };
    flip.switches.push({
      phrase: one.variation.phrase,
      established: one.separation && !one.separation.notSeparatedFrom.includes(winner),
    });
    byWinner.set(next, flip);
  }
  const flips = [...byWinner.values()];
  const switches = flips.flatMap((flip) => flip.switches);
  const established = switches.filter((one) => one.established).length;
  const tested = switches.every((one) => one.established !== null);
  const apart = reference.separation?.notSeparatedFrom;
  return {
    answer:
      flips.length === 0
        ? `No: ${nameOf(winner)} stays first under all ${others.length} single switches.`
        : `Yes: ${nameOf(winner)} loses the first place under ${switches.length} of ${others.length} single switches.`,
    reference: `In the reference, ${list(leaders(reference).map(nameOf))} comes first (${measureLabel(reference.variation.measure)} ${measureText(reference.variation.measure, first.value)})${
      apart === undefined
        ? '.'
        : apart.length === 0
          ? ', and the data separate it from every other strategy.'
          : `; the data cannot separate it from ${list(apart.map(nameOf))}.`
    }`,
    flips,
    worth:
      flips.length === 0 || !tested
        ? null
        : established === 0
          ? 'None of these changes is established: wherever the first place changes, the data cannot separate the two strategies that exchange it.'
          : `${established === switches.length ? 'All changes, set in bold, are' : `${established} of the ${switches.length} changes, set in bold, ${established === 1 ? 'is' : 'are'}`} established: there the new winner beats ${nameOf(winner)}.${established === switches.length ? '' : ' In the others the data cannot separate the two.'}`,
  };
}

function list(words: readonly string[]): string {
  return words.length === 0 ? 'none' : andList(words);
}
