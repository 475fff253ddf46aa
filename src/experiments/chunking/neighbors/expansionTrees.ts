import { answerOrigins, handedOverTokens } from '../../../analysis/compare/expansion';
import { originsText } from '../../../analysis/compare/expansionWords';
import type { ReportFiles, ReportTree } from '../../../analysis/report/contents';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import type { PlacedChunk } from '../../../core/retrieval/neighbors';
import { count, score } from '../../../core/stats/format';
import type { ChunkingChunks, ChunkingSummary } from '../formats';
import type { HitRule } from '../../../analysis/compare/hitRule';
import type { NumberedRun } from '../../../core/retrieval/neighbors';
import { numberedHits } from './compare';
import type { Expansion, NeighborRow } from './formats';
import { expandQuestion } from './outcomes';
import { expansionIn, type StoredExpansion } from './stored';
import { widthLabel } from './widths';

/** Trees of misses beside those of rescued questions. */
const shownMisses = 12;
const shownRescued = 60;

export const rescuedGroup = 'rescued by neighbors';
export const missedGroup = 'missed all the same';

/** An expansion with what counts as a hit: by how many hits, and by which rule. */
export interface ExpansionData extends StoredExpansion {
  hit: HitRule;
  chunks: readonly ChunkingChunks[];
}

/** null where a file that trees need is not there. */
export function expansionData(
  files: ReportFiles,
  expansion: Expansion | undefined,
  hit: HitRule = { k: MISS_CUTOFF, rule: 'answer' },
): ExpansionData | null {
  const data = expansion && expansionIn(files, expansion);
  const chunks = data?.summary.corpus.documents.map(
    (_, place) => files.get(`chunks/${place}.json`) as ChunkingChunks | undefined,
  );
  return data && chunks?.every((file) => file !== undefined) ? { ...data, chunks, hit } : null;
}

const within = (rank: number, { hit }: ExpansionData): boolean => rank > 0 && rank <= hit.k;

/** Runs of chunks that hold what was asked for, under the rule. */
export const runsOf = ({ basis, hit }: ExpansionData, question: number): readonly NumberedRun[] =>
  basis.relevant[hit.rule][question]!;

const aloneRank = ({ aloneRank, hit }: ExpansionData, question: number): number =>
  aloneRank(question, hit.rule);
const neededHits = ({ outcomes, hit }: ExpansionData, row: NeighborRow, question: number): number =>
  outcomes(row)[question]!.expanded[hit.rule];

/** A question that the hits alone miss, with the first width (in the order of the rows) that brings its answer in. */
interface Rescue {
  question: number;
  row: NeighborRow;
}

function rescues(data: ExpansionData): Rescue[] {
  return data.questions.flatMap((_, question) => {
    if (within(aloneRank(data, question), data)) return [];
    const row = data.expansion.rows.find(
      (own) => own.neighborPrev + own.neighborNext > 0 && within(neededHits(data, own, question), data),
    );
    return row ? [{ question, row }] : [];
  });
}

/**
 * The trees of the questions that neighbors rescue at the cutoff, each under the first width
 * that does, and of some that every width misses, under the widest.
 */
export function expansionTrees(data: ExpansionData): ReportTree[] {
  const { rows } = data.expansion;
  const rescued = rescues(data).slice(0, shownRescued);
  const widest = rows.at(-1);
  const missed = widest
    ? data.questions
        .flatMap((_, question) =>
          !within(aloneRank(data, question), data) &&
          rows.every((row) => !within(neededHits(data, row, question), data))
            ? [question]
            : [],
        )
        .slice(0, shownMisses)
    : [];
  return [
    ...rescued.map(({ question, row }) =>
      expansionTree(data, question, row, neededHits(data, row, question), rescuedGroup),
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

const titleOf = (summary: ChunkingSummary, document: number): string =>
  summary.corpus.documents[document]?.title ?? `document ${document}`;

function spanText({ chunks, expansion }: ExpansionData, document: number, chunkIndex: number): string {
  const spans = chunks[document]?.strategies[expansion.strategy]?.contexts;
  return `${count(spans?.[2 * chunkIndex])}–${count(spans?.[2 * chunkIndex + 1])}`;
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

function outcomeText(data: ExpansionData, question: number, row: NeighborRow): string {
  const alone = aloneRank(data, question);
  const needed = neededHits(data, row, question);
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
  const ease = ({ question, row }: Rescue): number =>
    (within(data.outcomes(row)[question]!.expanded.evidence, data) ? 0 : 100) +
    10 * neededHits(data, row, question) +
    row.neighborPrev +
    row.neighborNext;
  const [chosen] = rescues(data).sort((x, y) => ease(x) - ease(y) || x.question - y.question);
  if (!chosen) return null;
  const { question, row } = chosen;
  const depth = neededHits(data, row, question);
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
      `That returns ${count(handedOver)} tokens, where ${depth === 1 ? 'the hit' : 'the hits'} alone would be ${count(ofHits)}.`,
    ],
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
