import { storedReadingIds } from '../../../datasets/stored/readings';
import { groupDefaults } from '../../../core/retrieval/groups';
import { maxNeighbors } from '../../../experiments/chunking/neighbors/widths';
import { askedRetrievers, mostAskedContexts } from '../../../experiments/chunking/measure/setups';
import { strategyIds } from '../../../core/chunking/registry';
import { openAiModels, type OpenAiModelName } from '../../data/liveProviders';
import { choice, choices, numberIn, type ParamCodec } from '../../state/params';
import type { ViewParams } from '../../state/useParams';
import { secondRetrievers } from '../../../experiments/chunking/own/variants';
import { lengthInCodec, separatorsCodec, sizesCodec } from './benchmark/setupModel';

export const openAiModelNames = Object.keys(openAiModels) as OpenAiModelName[];

function wholeIn(low: number, high: number, initial: number): ParamCodec<number> {
  const number = numberIn(low, high, initial);
  return { ...number, parse: (raw) => (Number.isInteger(Number(raw)) ? number.parse(raw) : undefined) };
}

/** A whole number, or none for the default of something else. */
function optionalWhole(low: number, high: number): ParamCodec<number | null> {
  return {
    initial: null,
    parse: wholeIn(low, high, low).parse,
    format: (value) => (value === null ? null : String(value)),
  };
}

export interface Pair {
  part: number;
  piece: number;
}

/** A query part and a stored piece, both counted from 1 as on the page. */
const pair: ParamCodec<Pair | null> = {
  initial: null,
  parse: (raw) => {
    const match = /^([1-9]\d{0,2})\.([1-9]\d{0,6})$/.exec(raw);
    return match ? { part: Number(match[1]), piece: Number(match[2]) } : undefined;
  },
  format: (value) => (value === null ? null : `${value.part}.${value.piece}`),
};

export const pieceBytes = { low: 100, high: 8000, initial: 1200 };

/** Everything about the live panel that is not private. Pasted text and keys are never here. */
export const liveCodecs = {
  provider: choice(['local', 'openai', 'compatible'], 'local'),
  model: choice(openAiModelNames, 'text-embedding-3-small'),
  /** Of an OpenAI model; null for its default. */
  dimensions: optionalWhole(1, 3072),
  stored: choice(['auto', ...storedReadingIds], 'auto'),
  bytes: wholeIn(pieceBytes.low, pieceBytes.high, pieceBytes.initial),
  zone: choice(['utc', 'mine'], 'utc'),
  weight: numberIn(0, 1, 0.8),
  limit: wholeIn(1, 50, groupDefaults.limit),
  threshold: numberIn(-1, 1, groupDefaults.threshold),
  context: choice(['mean', 'text'], 'mean'),
  pair,
  /** Of the benchmark on a reader's text. */
  strategies: choices(strategyIds, strategyIds),
  sizes: sizesCodec,
  lengthIn: lengthInCodec,
  separators: separatorsCodec,
  second: choices(secondRetrievers, []),
  withoutGold: choice(['keep', 'leave'], 'keep'),
  /** Of a question that is asked: how contexts are ranked, and how many of them are shown. */
  search: choice(askedRetrievers, 'bm25'),
  k: wholeIn(1, mostAskedContexts, 3),
  /** Chunks that every fixed-size hit brings along. */
  prev: wholeIn(0, maxNeighbors, 0),
  next: wholeIn(0, maxNeighbors, 0),
};

export type LiveParams = ViewParams<typeof liveCodecs>;
