import { CUTOFFS } from '../../../core/metrics/contextTokens';
import type {
  ChunkingQuestions,
  ChunkingRow,
  ChunkingSummary,
  Retriever,
} from '../../../experiments/chunking/formats';
import {
  choice,
  choices,
  flag,
  optionalChoice,
  sorting,
  text,
  type ParamCodec,
  type ParamValues,
} from '../../state/params';
import { spanKinds } from './inspectorModel';

/** Cutoff until the reader changes it: that of a miss. */
const initialCutoff = 5;
/** Furthest rank that the inspector shows. */
const maxCutoff = 20;
export const retrieverLabels: Record<Retriever, string> = {
  bm25: 'BM25',
  embedding: 'Embedding',
  'embedding-blend': 'Embedding, blended',
  hybrid: 'Hybrid',
  'hybrid-blend': 'Hybrid, blended',
  'word-overlap': 'Shared words',
  index: 'Its index',
};

/** Most lanes at once. */
const maxLanes = 8;

function wholeNumber<T extends number | null>(low: number, high: number, initial: T): ParamCodec<T | number> {
  return {
    initial,
    parse: (raw) =>
      /^\d{1,10}$/.test(raw) && Number(raw) >= low && Number(raw) <= high ? Number(raw) : undefined,
    format: (value) => (value === initial ? null : String(value)),
  };
}

export const documentColumns = ['title', 'length', 'tokens', 'questions', 'misses'] as const;

/** How the inspector's choices stand in the URL; known values come from the experiment. */
export function inspectorCodecs(summary: ChunkingSummary, questions: ChunkingQuestions) {
  const longest = Math.max(0, ...summary.corpus.documents.map(({ utf16Length }) => utf16Length));
  return {
    document: optionalChoice(summary.corpus.documents.map(({ id }) => id)),
    question: optionalChoice(questions.questions.map(({ id }) => id)),
    /** Empty: the strategy of the row, and one to compare it with. */
    strategies: choices(
      summary.strategies.map(({ id }) => id),
      [],
    ),
    /** Whose ranking is shown; its strategy is the lane in front. */
    row: optionalChoice(summary.rows.map(({ row }) => row)),
    k: wholeNumber(1, maxCutoff, initialCutoff),
    /** A place in the document, in UTF-16 code units. */
    at: wholeNumber(0, longest, null),
    only: flag(),
    invisible: flag(),
    spans: choice(spanKinds, 'chunks'),
    find: text(),
    documents: sorting(documentColumns, []),
  };
}

export type InspectorCodecs = ReturnType<typeof inspectorCodecs>;
export type InspectorValues = ParamValues<InspectorCodecs>;

/** What a link asks for, made whole: every choice that it leaves open has its default. */
export interface InspectorSelection {
  document: number;
  /** Index in `questions.json`. */
  question: number | null;
  /** Strategies of the lanes, in the reader's order. */
  strategies: string[];
  row: ChunkingRow;
  /** What was left out because it does not fit the rest, in words. */
  dropped: string[];
  at: number | null;
}

/** Throws nothing on any link; the summary has at least one document and one row. */
export function resolveSelection(
  summary: ChunkingSummary,
  questions: ChunkingQuestions,
  values: InspectorValues,
): InspectorSelection {
  const found = questions.questions.findIndex(({ id }) => id === values.question);
  const question = found < 0 ? null : found;
  const byId = summary.corpus.documents.findIndex(({ id }) => id === values.document);
  const document = byId >= 0 ? byId : question === null ? 0 : (questions.questions[question]!.document ?? 0);
  const row = summary.rows.find(({ row }) => row === values.row) ?? defaultRow(summary, values.strategies);
  const strategies =
    values.strategies.length > 0
      ? [...new Set(values.strategies)]
      : [row.strategy, ...summary.strategies.map(({ id }) => id).filter((id) => id !== row.strategy)].slice(
          0,
          2,
        );
  if (!strategies.includes(row.strategy)) strategies.push(row.strategy);
  const { utf16Length, title } = summary.corpus.documents[document]!;
  const fits = values.at !== null && values.at <= utf16Length;
  return {
    document,
    question,
    strategies: strategies.slice(-maxLanes),
    row,
    at: fits ? values.at : null,
    dropped: values.at === null || fits ? [] : [`at “${values.at}” (“${title}” ends at ${utf16Length})`],
  };
}

/** The best row; one of a chosen strategy where the lanes were chosen and it is not among them. */
function defaultRow({ rows, best }: ChunkingSummary, strategies: readonly string[]): ChunkingRow {
  const fitting =
    strategies.length === 0 ? rows : rows.filter(({ strategy }) => strategies.includes(strategy));
  return fitting.find(({ row }) => row === best?.row) ?? fitting[0] ?? rows[0]!;
}

/** The row of a strategy under a retriever; the strategy's first row where it has none. */
export function rowOf(
  { rows }: ChunkingSummary,
  strategy: string,
  retriever: string,
): ChunkingRow | undefined {
  const own = rows.filter((row) => row.strategy === strategy);
  return own.find((row) => row.retriever === retriever) ?? own[0];
}

/** Cutoffs offered; a link may name any from 1 to 20. */
export function offeredCutoffs(chosen: number): number[] {
  return [...new Set<number>([...CUTOFFS, initialCutoff, chosen])].sort((a, b) => a - b);
}
