import {
  byDisagreement,
  isHit,
  joinRuns,
  pairCell,
  pairCells,
  pairCounts,
  setupTable,
  type CompareQuestion,
  type JoinedRuns,
  type SharedQuestion,
} from '../compare/compare';
import { compareColumns, compareFigures, type CompareFigures, type CompareMetric } from '../compare/figures';
import { BOOTSTRAP_DRAWS } from '../../core/stats/bootstrap';
import {
  count,
  interval,
  isPresent,
  MISSING,
  percent,
  points,
  pValue,
  score,
  signedScore,
} from '../../core/stats/format';
import { GENERATOR, STATISTICS_SEED } from '../../core/stats/rng';
import type { HitRule } from '../compare/hitRule';
import { familyIn, type MeasuredRun } from '../compare/measuredRun';
import {
  cellLabel,
  costLines,
  foundText,
  letterOf,
  nameOf,
  pairReason,
  presentIn,
  setupWarnings,
  tokenDifference,
} from '../compare/words';
import { comparedDetails, comparedTrees, type ComparedRun } from './comparedDetails';
import type { ReportTree } from './contents';
import type { Inspected } from './inspected';
import type { Limit } from './limits';
import type { PlainCell, PlainTable } from './plainTable';

export interface ComparisonRequest {
  /** Two to four, on one corpus. */
  runs: readonly ComparedRun[];
  rule: HitRule;
  metric: CompareMetric;
  /** Places of the pair that is told question by question. */
  pair: readonly [a: number, b: number];
  /** Id of the grouping that families are of; the first of the first run unless it has it. */
  grouping: string | null;
  /** Where they are known already: of these runs, this metric, pair and grouping. */
  figures?: CompareFigures;
  /** Resamples; 10,000 unless told. */
  draws?: number;
}

/** Everything of a comparison's report but its form. */
export interface ComparisonContents {
  title: string;
  lead: string;
  what: readonly string[];
  soWhat: readonly string[];
  howSure: readonly string[];
  cost: readonly string[];
  limits: readonly Limit[];
  setup: readonly PlainTable[];
  differences: readonly PlainTable[];
  families: PlainTable;
  questions: readonly PlainTable[];
  trees: readonly ReportTree[];
  telling: ReportTree | null;
  inspected: Inspected;
}

/** What all parts of a comparison are made from. */
interface Compared extends ComparisonRequest {
  measured: readonly MeasuredRun[];
  joined: JoinedRuns;
  figures: CompareFigures;
  letters: readonly [string, string];
  family: { id: string; label: string };
}

/** Figures by the functions that the compare page uses, on the same questions and draws. */
export function comparisonContents(request: ComparisonRequest): ComparisonContents {
  const { runs, metric, pair, draws } = request;
  const measured = runs.map(({ run }) => run);
  const joined = joinRuns(measured);
  const groupings = measured[0]!.groupings;
  const family = groupings.find(({ id }) => id === request.grouping) ??
    groupings[0] ?? { id: '', label: 'Family' };
  const figures =
    request.figures ??
    compareFigures(
      compareColumns(joined.shared, metric, family.id),
      pair,
      draws === undefined ? {} : { draws },
    );
  const compared: Compared = {
    ...request,
    measured,
    joined,
    figures,
    family,
    letters: [letterOf(pair[0]), letterOf(pair[1])],
  };
  const ordered = byDisagreement(joined.shared, ...pair);
  const flips = ordered.filter(({ sides }) => isFlip(sides[pair[0]]!, sides[pair[1]]!));
  const trees = comparedTrees(runs, request.rule, pair, flips, compared.letters);
  return {
    title: `${measured.map(({ label }) => label).join(' against ')}`,
    lead: `A comparison of ${measured.length} runs, question by question.`,
    what: whatOf(compared),
    soWhat: verdictsOf(compared),
    howSure: howSureOf(compared),
    cost: costOf(compared),
    limits: limitsOf(compared),
    setup: [setupPart(compared)],
    differences: [meansPart(compared), pairsPart(compared), countsPart(compared)],
    families: familiesPart(compared),
    questions: [flipsPart(compared, flips), ...(joined.partial.length > 0 ? [partialPart(compared)] : [])],
    trees: trees.trees,
    telling: trees.telling,
    inspected: inspectedPart(compared, ordered),
  };
}

const isFlip = (a: CompareQuestion, b: CompareQuestion): boolean => isHit(a) !== isHit(b);
const metricWords: Record<CompareMetric, string> = { hit: 'hit', reciprocalRank: 'reciprocal rank' };
const formats = {
  hit: { value: percent, difference: points },
  reciprocalRank: { value: score, difference: signedScore },
} as const;
const named = ({ measured }: Compared, place: number): string =>
  `${letterOf(place)} (${measured[place]!.label})`;
const questionsText = (n: number): string => `${count(n)} ${n === 1 ? 'question' : 'questions'}`;

function whatOf({ runs, measured, joined, rule }: Compared): string[] {
  const rules = measured.some(({ hasHitRule }) => hasHitRule)
    ? ` A hit is a relevant context by rank ${rule.k}, by the ${rule.rule} rule, where an experiment leaves that open.`
    : '';
  return [
    ...runs.map(
      ({ run, entry }, place) =>
        `${letterOf(place)} is ${run.label}, of “${entry.title}”, measured ${entry.provenance.startedAt.slice(0, 10)}.`,
    ),
    `All on ${measured[0]!.corpus.name}. ${questionsText(joined.shared.length)} ${joined.shared.length === 1 ? 'was' : 'were'} asked in every run and ${joined.shared.length === 1 ? 'counts' : 'count'}${joined.partial.length > 0 ? `; ${count(joined.partial.length)} ${joined.partial.length === 1 ? 'was' : 'were'} not, and ${joined.partial.length === 1 ? 'is' : 'are'} listed apart` : ''}.${rules}`,
  ];
}

function verdictsOf(compared: Compared): string[] {
  const { figures, joined, pair, letters, metric } = compared;
  if (joined.shared.length === 0)
    return ['No question was asked in every run, so there is nothing to compare (n = 0).'];
  const format = formats[metric];
  const lines = figures.pairs.map(({ a, b, difference, verdict }) => {
    const [x, y] = [Number(a), Number(b)];
    const range =
      difference.low === null
        ? `interval not defined: ${difference.reason ?? MISSING}`
        : `95 % interval ${interval(difference.low, difference.high, format.difference)}`;
    const words =
      verdict.kind === 'beats'
        ? `${named(compared, Number(verdict.winner))} beats ${named(compared, Number(verdict.loser))}`
        : `that ${named(compared, x)} and ${named(compared, y)} differ is not established`;
    return `Mean ${metricWords[metric]}: ${letterOf(x)} ${format.value(figures.means[x]!.mean)}, ${letterOf(y)} ${format.value(figures.means[y]!.mean)}; ${letterOf(x)} − ${letterOf(y)} is ${format.difference(difference.mean)} (${range}): ${words}.`;
  });
  const counts = pairCounts(joined.shared, ...pair);
  return [
    ...lines,
    `Of ${questionsText(joined.shared.length)}, ${letters[0]} and ${letters[1]} both hit ${count(counts.both)}, only ${letters[0]} ${count(counts.onlyA)}, only ${letters[1]} ${count(counts.onlyB)}, neither ${count(counts.neither)}.`,
  ];
}

function howSureOf({ measured, figures, joined, draws }: Compared): string[] {
  const clusters = new Set(joined.shared.map(({ sides }) => sides[0]!.cluster)).size;
  const warnings = setupWarnings(measured);
  return [
    `Differences are paired: both runs on the same questions. Intervals are 95 % percentile bootstraps of ${count(draws ?? BOOTSTRAP_DRAWS)} draws over ${count(clusters)} ${clusters === 1 ? 'cluster' : 'clusters'}, seed ${STATISTICS_SEED} of ${GENERATOR}. p is of a sign-flip test over the clusters${figures.pairs.length > 1 ? ', corrected by Holm over all pairs here' : ''}. One run beats another when p is below 0.05 and the interval has no zero.`,
    ...(warnings.length > 0
      ? [
          `Unlike setups. ${warnings.join('. ')}. What differs may be due to these rather than to what is compared.`,
        ]
      : ['The setups agree in all that usually misleads: model, expansion, tokens, cutoff and rule.']),
  ];
}

function costOf({ measured, joined, rule, pair, letters }: Compared): string[] {
  const tokens = tokenDifference(measured, joined.shared, rule.k);
  const lines = measured.flatMap(({ costs }, place) =>
    costs.length === 0
      ? []
      : [
          `${letterOf(place)}: ${costs.map(({ label, value }) => `${label.charAt(0).toLowerCase()}${label.slice(1)}: ${value}`).join('; ')}`,
        ],
  );
  if (lines.length === 0) return ['These runs state no cost.'];
  const differences = costLines(measured).flatMap(({ label, difference }) => {
    const own = difference(...pair);
    return own === null ? [] : [`${label.charAt(0).toLowerCase()}${label.slice(1)}: ${own}`];
  });
  return [
    `${tokens ? `${tokens}. ` : ''}As each run’s own artifact states it:`,
    ...lines,
    ...(differences.length > 0 ? [`${letters.join(' − ')}: ${differences.join('; ')}`] : []),
  ];
}

function limitsOf({ measured, joined, figures }: Compared): Limit[] {
  return [
    {
      lead: 'Not established is not equal.',
      text: 'A difference that is not established may still be there; these questions cannot show it.',
    },
    ...(figures.pairs.length > 1
      ? [
          {
            lead: 'Several pairs.',
            text: 'Of many comparisons one may differ by chance. The correction covers the pairs of this report, not others that were looked at before.',
          },
        ]
      : []),
    {
      lead: 'Families are exploration.',
      text: 'Differences by family show where to look. They have no verdicts, since of many families some differ by chance.',
    },
    {
      lead: 'Equal ranks are not equal cost.',
      text: 'A run whose contexts are longer, or whose hits bring neighbors, returns more text at the same rank. Read the tokens beside the hits.',
    },
    {
      lead: 'One corpus.',
      text: `${measured[0]!.corpus.name}. Another collection may turn the order around.`,
    },
    ...(joined.partial.length > 0 ? [{ lead: 'Questions of one run alone', text: 'are in no figure.' }] : []),
  ];
}

function setupPart({ measured, runs }: Compared): PlainTable {
  return {
    id: 'runs',
    title: 'Runs side by side; ≠ marks what their setups differ in',
    columns: [
      { label: 'Setup', figures: false },
      ...measured.map(({ label }, place) => ({ label: `${letterOf(place)}: ${label}`, figures: false })),
    ],
    rows: [
      [{ text: 'Run' }, ...measured.map(({ id }) => ({ text: id }))],
      [
        { text: 'Experiment' },
        ...runs.map(({ entry }) => ({ text: `${entry.title}, ${entry.provenance.startedAt.slice(0, 10)}` })),
      ],
      [
        { text: 'Questions' },
        ...measured.map(({ questions }) => ({ text: count(questions.length), value: questions.length })),
      ],
      ...setupTable(measured)
        .filter(({ values }) => values.some((value) => value !== null))
        .map(({ label, values, isUnlike }) => [
          { text: `${isUnlike ? '≠ ' : ''}${label}` },
          ...values.map((value) => ({ text: value ?? MISSING })),
        ]),
      ...costLines(measured).map(({ label, values }): PlainCell[] => [
        { text: label },
        ...values.map((value) => ({ text: value ?? MISSING })),
      ]),
    ],
  };
}

function meansPart({ measured, figures, joined, metric }: Compared): PlainTable {
  const format = formats[metric].value;
  return {
    id: 'means',
    title: `Mean ${metricWords[metric]} over the ${questionsText(joined.shared.length)} that all runs share`,
    columns: [
      { label: 'Run', figures: false },
      { label: 'Mean', figures: true },
      { label: '95 % interval', figures: false },
      { label: 'n', figures: true },
    ],
    rows: measured.map(({ label }, place) => {
      const mean = figures.means[place];
      const range =
        mean && isPresent(mean.low) && isPresent(mean.high)
          ? interval(mean.low, mean.high, format)
          : n1(joined.shared.length, mean?.reason);
      return [
        { text: `${letterOf(place)}: ${label}` },
        { text: format(mean?.mean), value: mean?.mean ?? null },
        { text: range },
        { text: count(joined.shared.length), value: joined.shared.length },
      ];
    }),
  };
}

/** Why there is no interval. */
function n1(n: number, reason: string | undefined): string {
  if (n === 0) return `${MISSING} (n = 0)`;
  return n === 1 ? 'not defined (n = 1)' : (reason ?? MISSING);
}

function pairsPart({ figures, joined, metric }: Compared): PlainTable {
  const format = formats[metric].difference;
  return {
    id: 'pairs',
    title: `Paired differences of the mean ${metricWords[metric]}`,
    columns: [
      { label: 'Pair', figures: false },
      { label: 'Difference', figures: true },
      { label: '95 % interval', figures: false },
      { label: 'p', figures: true },
      { label: 'p, by Holm', figures: true },
      { label: 'Verdict', figures: false },
    ],
    rows: figures.pairs.map(({ a, b, difference, p, adjustedP, verdict }) => [
      { text: `${letterOf(Number(a))} − ${letterOf(Number(b))}` },
      { text: format(difference.mean), value: difference.mean },
      {
        text:
          difference.low === null
            ? n1(joined.shared.length, difference.reason)
            : interval(difference.low, difference.high, format),
      },
      { text: pValue(p), value: p },
      { text: pValue(adjustedP), value: adjustedP },
      {
        text:
          verdict.kind === 'beats'
            ? `${letterOf(Number(verdict.winner))} beats ${letterOf(Number(verdict.loser))}`
            : 'not established',
      },
    ]),
  };
}

function countsPart({ joined, pair, letters }: Compared): PlainTable {
  const counts = pairCounts(joined.shared, ...pair);
  const n = joined.shared.length;
  const hasTies = joined.shared.some(({ sides }) =>
    pair.some((side) => sides[side]!.outcome > 0 && !isHit(sides[side]!)),
  );
  return {
    id: 'counts',
    title: `Which run found it, ${letters[0]} and ${letters[1]}${hasTies ? '; a target tied with others counts as a miss here, the means count its share' : ''}`,
    columns: [
      { label: 'Hit by', figures: false },
      { label: 'Questions', figures: true },
      { label: 'Share', figures: true },
    ],
    rows: pairCells.map((cell) => [
      { text: cellLabel(cell, ...letters) },
      { text: count(counts[cell]), value: counts[cell] },
      { text: percent(n === 0 ? null : counts[cell] / n, n), value: n === 0 ? null : counts[cell] / n },
    ]),
  };
}

function familiesPart({ measured, figures, metric, letters, family }: Compared): PlainTable {
  const { value, difference: signed } = formats[metric];
  const ordered = figures.families
    .map((own, place) => ({ own, place }))
    .sort(
      (x, y) =>
        Math.abs(y.own.difference.mean ?? 0) - Math.abs(x.own.difference.mean ?? 0) || x.place - y.place,
    );
  return {
    id: 'compared-families',
    title: `By ${family.label.toLowerCase()}, the largest difference first; exploration, without verdicts`,
    columns: [
      { label: family.label, figures: false },
      { label: 'n', figures: true },
      { label: letters[0], figures: true },
      { label: letters[1], figures: true },
      { label: `${letters[0]} − ${letters[1]}`, figures: true },
      { label: '95 % interval', figures: false },
    ],
    rows: ordered.map(({ own: { family: name, n, a, b, difference } }) => [
      { text: name === null ? 'no family' : nameOf(measured, name) },
      { text: count(n), value: n },
      { text: value(a), value: a },
      { text: value(b), value: b },
      { text: signed(difference.mean), value: difference.mean },
      {
        text:
          difference.low === null
            ? n1(n, difference.reason)
            : interval(difference.low, difference.high, signed),
      },
    ]),
  };
}

function flipsPart(compared: Compared, flips: readonly SharedQuestion[]): PlainTable {
  const { measured, pair, letters, family, joined } = compared;
  return {
    id: 'flips',
    title: `Flips: the ${questionsText(flips.length)} of ${count(joined.shared.length)} that only one of ${letters[0]} and ${letters[1]} hits, the widest disagreement first`,
    columns: [
      { label: 'Question', figures: false },
      { label: family.label, figures: false },
      { label: 'Hit by', figures: false },
      { label: letters[0], figures: false },
      { label: letters[1], figures: false },
      { label: 'Why', figures: false },
    ],
    rows: flips.map(({ id, sides }) => {
      const [a, b] = [sides[pair[0]]!, sides[pair[1]]!];
      return [
        { text: id },
        { text: nameOf(measured, familyIn(family.id, sides) ?? MISSING) },
        { text: cellLabel(pairCell(a, b), ...letters) },
        { text: foundText(a) },
        { text: foundText(b) },
        { text: pairReason(a, b, letters) },
      ];
    }),
  };
}

function partialPart({ measured, joined }: Compared): PlainTable {
  return {
    id: 'partial',
    title: `Not in every run: ${questionsText(joined.partial.length)}, in none of the figures`,
    columns: [
      { label: 'Question', figures: false },
      { label: 'Where', figures: false },
      ...measured.map((_, place) => ({ label: letterOf(place), figures: false })),
    ],
    rows: joined.partial.map((question) => [
      { text: question.id },
      { text: presentIn(question) },
      ...question.sides.map((side) => ({ text: side ? foundText(side) : 'not asked' })),
    ]),
  };
}

function inspectedPart(
  { runs, measured, joined, rule, family }: Compared,
  ordered: readonly SharedQuestion[],
): Inspected {
  const asked: { id: string; sides: readonly (CompareQuestion | null)[] }[] = [...ordered, ...joined.partial];
  const { parts, at } = comparedDetails(runs, rule);
  return {
    things: 'questions',
    family: family.label,
    items: asked.map(({ id, sides }) => ({ id, family: nameOf(measured, familyIn(family.id, sides) ?? '') })),
    rows: measured.map(({ label }, place) => {
      const own = at[place];
      return {
        label: `${letterOf(place)}: ${label}`,
        outcome: asked.map(({ sides }) => sideText(sides[place] ?? null)),
        missed: asked.map(({ sides }) => sides[place] !== null && !isHit(sides[place]!)),
        ...(own ? { at: own } : {}),
      };
    }),
    parts,
  };
}

const sideText = (side: CompareQuestion | null): string =>
  side ? `${foundText(side)}${side.loss === null ? '' : `, lost at ${side.loss}`}` : 'not asked';
