import { answerOrigins, handedOverTokens, type NumberedHits } from '../../../analysis/compare/expansion';
import { chunkPlaces, expandQuestion, type ExpansionBasis } from './outcomes';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import type { PlacedChunk } from '../../../core/retrieval/neighbors';
import { count, score } from '../../../core/stats/format';
import type { HitRule } from '../../../analysis/compare/hitRule';
import { originsText } from '../../../analysis/compare/expansionWords';
import { rankOfHit, widthLabel } from './compare';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRow,
  NeighborRun,
  NeighborSummary,
} from './formats';
import { neighborRunFile, storedBasis } from './files';
import type { ReportFiles, ReportTree } from '../../../analysis/report/contents';

/** Trees of misses beside those of rescued questions. */
const shownMisses = 12;
const shownRescued = 60;

export const rescuedGroup = 'rescued by neighbors';
export const missedGroup = 'missed all the same';

/** All files of a neighbor expansion that its trees need, read once. */
export interface ExpansionData {
  summary: NeighborSummary;
  questions: NeighborQuestions['questions'];
  chunks: NeighborChunks;
  hits: NeighborHits;
  /** By row, in the order of the summary. */
  runs: ReadonlyMap<string, NeighborRun>;
  basis: ExpansionBasis;
  places: ReturnType<typeof chunkPlaces>;
  /** What counts as a hit: by how many hits, and by which rule. */
  hit: HitRule;
}

/** null where a file that trees need is not there. */
export function expansionData(
  files: ReportFiles,
  hit: HitRule = { k: MISS_CUTOFF, rule: 'answer' },
): ExpansionData | null {
  const summary = files.get('summary.json') as NeighborSummary | undefined;
  const questions = files.get('questions.json') as NeighborQuestions | undefined;
  const chunks = files.get('chunks.json') as NeighborChunks | undefined;
  const hits = files.get('hits.json') as NeighborHits | undefined;
  if (!summary || !questions || !chunks || !hits) return null;
  const basis = storedBasis(chunks, questions, hits);
  const runs = new Map(
    summary.rows.flatMap((row) => {
      const run = files.get(neighborRunFile(row)) as NeighborRun | undefined;
      return run ? [[row.row, run] as const] : [];
    }),
  );
  return {
    summary,
    questions: questions.questions,
    chunks,
    hits,
    runs,
    basis,
    places: chunkPlaces(basis.chunks),
    hit,
  };
}

const within = (rank: number, { hit }: ExpansionData): boolean => rank > 0 && rank <= hit.k;

/** Runs of chunks that hold what was asked for, under the rule. */
export const runsOf = (
  { questions, hit }: ExpansionData,
  question: number,
): NeighborQuestions['questions'][number]['answerRuns'] =>
  questions[question]![hit.rule === 'answer' ? 'answerRuns' : 'evidenceRuns'];

const aloneRank = ({ questions, hits, hit }: ExpansionData, question: number): number =>
  rankOfHit({ questions }, hits, question, hit.rule);
const neededHits = ({ hit }: ExpansionData, run: NeighborRun | undefined, question: number): number =>
  run?.[hit.rule][question] ?? 0;

/** A question that the hits alone miss, with the first width (in the order of the rows) that brings its answer in. */
interface Rescue {
  question: number;
  row: NeighborRow;
  run: NeighborRun;
}

function rescues(data: ExpansionData): Rescue[] {
  const { summary, questions, runs } = data;
  return questions.flatMap((_, question) => {
    if (within(aloneRank(data, question), data)) return [];
    const row = summary.rows.find(
      (own) =>
        own.neighborPrev + own.neighborNext > 0 &&
        within(neededHits(data, runs.get(own.row), question), data),
    );
    return row ? [{ question, row, run: runs.get(row.row)! }] : [];
  });
}

/**
 * The trees of the questions that neighbors rescue at the cutoff, each under the first width
 * that does, and of some that every width misses, under the widest.
 */
export function expansionTrees(data: ExpansionData): ReportTree[] {
  const { summary, questions, runs } = data;
  const rescued = rescues(data).slice(0, shownRescued);
  const widest = summary.rows.at(-1);
  const last = widest && runs.get(widest.row);
  const missed = last
    ? questions
        .flatMap((_, question) =>
          !within(aloneRank(data, question), data) &&
          [...runs.values()].every((run) => !within(neededHits(data, run, question), data))
            ? [question]
            : [],
        )
        .slice(0, shownMisses)
    : [];
  return [
    ...rescued.map(({ question, row, run }) =>
      expansionTree(data, question, row, neededHits(data, run, question), rescuedGroup),
    ),
    ...missed.map((question) => expansionTree(data, question, widest!, data.hit.k, missedGroup)),
  ];
}

/** One question's tree under one width, as deep as told. */
export function expansionTree(
  data: ExpansionData,
  question: number,
  row: NeighborRow,
  depth: number,
  group: string,
): ReportTree {
  const { summary, questions, basis, places } = data;
  const { id } = questions[question]!;
  const { expansionTree } = expandQuestion(basis, places, question, depth, row);
  const label = ({ document, chunkIndex }: { document: number; chunkIndex: number }) =>
    `chunk ${count(chunkIndex + 1)} (${spanText(data, document, chunkIndex)})`;
  const mark = markOf(data, question);
  return {
    id,
    group,
    title: `Question ${id}, ${widthLabel(row)}: ${outcomeText(data, question, row)}`,
    words: [],
    branches: expansionTree.map((hit) => ({
      label: `hit, score ${score(hit.score)}: ${titleOf(summary, hit.document)}, ${label(hit)}`,
      mark: mark(hit),
      leaves: [
        ...hit.neighborsPrev.map((chunk) => ({ label: `before: ${label(chunk)}`, mark: mark(chunk) })),
        ...hit.neighborsNext.map((chunk) => ({ label: `after: ${label(chunk)}`, mark: mark(chunk) })),
      ],
    })),
  };
}

const titleOf = (summary: NeighborSummary, document: number): string =>
  summary.corpus.documents[document]?.title ?? `document ${document}`;

function spanText({ chunks }: ExpansionData, document: number, chunkIndex: number): string {
  const { spans } = chunks.documents[document]!;
  return `${count(spans[2 * chunkIndex])}–${count(spans[2 * chunkIndex + 1])}`;
}

/** Whether a chunk holds an answer by itself, or a part of one that a boundary cuts. */
function markOf(data: ExpansionData, question: number): (placed: PlacedChunk<{ number: number }>) => string {
  const runs = runsOf(data, question);
  return ({ chunk: { number } }) => {
    if (runs.some(([first, last]) => first === number && last === number)) return 'holds the answer';
    return runs.some(([first, last]) => first <= number && number <= last)
      ? 'holds a part of the answer'
      : '';
  };
}

const hitsText = (hits: number): string => (hits === 1 ? 'the first hit' : `the first ${count(hits)} hits`);

function outcomeText(data: ExpansionData, question: number, { row }: NeighborRow): string {
  const alone = aloneRank(data, question);
  const needed = neededHits(data, data.runs.get(row), question);
  const without =
    alone === 0 ? 'no hit alone holds the answer' : `alone, hit ${count(alone)} is the first to hold it`;
  return within(needed, data)
    ? `the answer is in the expansion of ${hitsText(needed)}; ${without}`
    : `the answer is not in the expansion of ${hitsText(data.hit.k)}; ${without}`;
}

/**
 * One rescued question told in plain words: where the answer stood, why hits alone missed
 * it, and what the neighbors cost. Taken where it is easiest to follow: the right place in
 * the text, few hits, a narrow width. null when nothing was rescued.
 */
export function tellingTree(data: ExpansionData): ReportTree | null {
  const { summary, questions } = data;
  const ease = ({ question, row, run }: Rescue): number =>
    (within(run.evidence[question]!, data) ? 0 : 100) +
    10 * neededHits(data, run, question) +
    row.neighborPrev +
    row.neighborNext;
  const [chosen] = rescues(data).sort((x, y) => ease(x) - ease(y) || x.question - y.question);
  if (!chosen) return null;
  const { question, row, run } = chosen;
  const depth = neededHits(data, run, question);
  const found = numberedHits(data, question, depth);
  const origins = answerOrigins(found, runsOf(data, question), row);
  const { document } = questions[question]!;
  const alone = aloneRank(data, question);
  const { handedOver, hits: ofHits } = handedOverTokens(
    found,
    row,
    data.basis.chunks.flatMap((own) => own.map(({ tokens }) => tokens)),
  );
  const tree = expansionTree(data, question, row, depth, rescuedGroup);
  return {
    ...tree,
    title: 'One question that neighbors rescue',
    words: [
      `Question ${tree.id}${document === null ? '' : ` asks about “${titleOf(summary, document)}”`}. ${alone === 0 ? 'No chunk that the search found holds its answer' : `The first chunk that holds its answer by itself stands at place ${count(alone)}`}, so a reader of ${hitsText(data.hit.k)} misses it.`,
      `With ${widthWords(row)}, ${depth === 1 ? 'the first hit is' : `the first ${count(depth)} hits are`} enough${origins ? `: ${originsText(origins)}` : ''}.`,
      `That hands over ${count(handedOver)} tokens, where ${depth === 1 ? 'the hit' : 'the hits'} alone would be ${count(ofHits)}.`,
    ],
  };
}

function numberedHits({ basis, places }: ExpansionData, question: number, depth: number): NumberedHits {
  return {
    hits: basis.hits[question]!.slice(0, depth).map(({ index }) => index),
    documentOf: (chunk) => places[chunk]!.document,
  };
}

const chunksText = (chunks: number): string => (chunks === 1 ? 'one chunk' : `${count(chunks)} chunks`);

/** `one chunk before each hit`, `one chunk before each hit and two after it`. */
function widthWords({ neighborPrev, neighborNext }: NeighborRow): string {
  if (neighborNext === 0) return `${chunksText(neighborPrev)} before each hit`;
  if (neighborPrev === 0) return `${chunksText(neighborNext)} after each hit`;
  return neighborPrev === neighborNext
    ? `${chunksText(neighborPrev)} before and after each hit`
    : `${chunksText(neighborPrev)} before each hit and ${chunksText(neighborNext)} after it`;
}
