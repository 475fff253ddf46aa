import {
  mergeParts,
  searchGroups,
  searchWhole,
  starvedParts,
  type GlobalHit,
} from '../../../core/retrieval/groups';
import type { Hit } from '../../../core/retrieval/topK';
import { expectedHitAt, expectedReciprocalRank, tieGroup } from '../../../core/metrics/ties';
import { splitPromptChunks } from '../../../core/text/promptChunks';
import { tailWithinBytes } from '../../../core/text/tail';
import type { Cosine, Span, Tokens } from '../../../core/units';
import { searchRows, topKCosine } from '../../../core/vectors/search';
import { chunkSearchVector, meanVector } from '../../../core/vectors/vectors';
import type { IndexedThread } from './indexes';
import { messageSearchIds, type MessageSearch, type ThreadRow } from './rows';

/** Gives the vector of a text; throws where there is none. */
export type VectorOf = (text: string) => ArrayLike<number>;

/** What a row stores of a thread: a vector each, and the turns behind it. */
export interface StoredVectors {
  vectors: readonly ArrayLike<number>[];
  /** Which piece or chunk each vector belongs to. */
  of: readonly number[];
  first: readonly number[];
  last: readonly number[];
}

/** The vectors of one row. Chunks that are too long have none. */
export function storedVectors(
  { chunks, pieces, turnTexts }: IndexedThread,
  { unit, hasLabel, context }: ThreadRow,
  focusWeight: number,
  vectorOf: VectorOf,
): StoredVectors {
  if (unit === 'turns') {
    const kept = [...chunks.keys()].filter((index) => chunks[index]!.hasVector);
    return {
      vectors: kept.map((index) => vectorOf(chunks[index]!.text)),
      of: kept,
      first: kept.map((index) => chunks[index]!.first),
      last: kept.map((index) => chunks[index]!.last),
    };
  }
  const alone = pieces.map(({ labelled, bare }) => vectorOf(hasLabel ? labelled : bare));
  const contexts = new Map<number, ArrayLike<number>>();
  const contextOf = (turn: number): ArrayLike<number> => {
    let found = contexts.get(turn);
    if (!found) {
      found =
        context === 'text'
          ? vectorOf(turnTexts[turn]!)
          : meanVector(alone.filter((_, index) => pieces[index]!.turn === turn));
      contexts.set(turn, found);
    }
    return found;
  };
  const turns = pieces.map(({ turn }) => turn);
  return {
    vectors:
      context === null
        ? alone
        : alone.map((vector, index) => chunkSearchVector(vector, contextOf(turns[index]!), focusWeight)),
    of: [...pieces.keys()],
    first: turns,
    last: turns,
  };
}

/** Ranks that are kept of every search for a fact. */
export const keptRanks = 10;

/** What a row made of a fact. */
export interface FactOutcome {
  /** Chance that the first place lies in a right turn; a fraction only where first places tie. */
  hit: number;
  reciprocalRank: number;
  /** Of the first stored vector of a right turn, ties in stored order; null where no right turn has a vector. */
  rank: number | null;
  rightScore: Cosine | null;
  topScore: Cosine;
  /** The first ten, by what they belong to. */
  order: number[];
  scores: Cosine[];
}

const holds = (first: number, last: number, turns: readonly number[]): boolean =>
  turns.some((turn) => turn >= first && turn <= last);

/** A fact is looked for in its own thread. A context is right when it holds a right turn. */
export function searchFact(
  query: ArrayLike<number>,
  turns: readonly number[],
  { vectors, of, first, last }: StoredVectors,
): FactOutcome {
  const ranked = topKCosine(query, vectors, vectors.length);
  const scores = ranked.map(({ score }) => score);
  const right = ranked.map(({ index }) => holds(first[index]!, last[index]!, turns));
  const ties = tieGroup(scores, right);
  const at = right.indexOf(true);
  return {
    hit: vectors.length === 0 ? 0 : expectedHitAt(1, ties),
    reciprocalRank: expectedReciprocalRank(Infinity, ties),
    rank: at < 0 ? null : at + 1,
    rightScore: at < 0 ? null : scores[at]!,
    topScore: scores[0] ?? 0,
    order: ranked.slice(0, keptRanks).map(({ index }) => of[index]!),
    scores: scores.slice(0, keptRanks),
  };
}

/** What is embedded of a message: its parts, and itself (its end, where it is long). */
export interface AskedMessage {
  parts: readonly (Span & { text: string })[];
  whole: string;
}

/** Bytes of a message that its context keeps. */
export const messageBytes = 8000;

export const askedMessage = (text: string): AskedMessage => ({
  parts: splitPromptChunks(text),
  whole: tailWithinBytes(text, messageBytes),
});

export interface SearchSettings {
  focusWeight: number;
  limit: number;
  threshold: Cosine;
}

/** What came back for a message, by search; in one list each hit says which part it answers. */
export interface MessageHits {
  whole: Hit[];
  list: GlobalHit[];
  groups: Hit[][];
}

/** A message searched in three ways over the pieces of its thread. */
export function searchMessage(
  { parts, whole }: AskedMessage,
  vectors: readonly ArrayLike<number>[],
  { focusWeight, limit, threshold }: SearchSettings,
  vectorOf: VectorOf,
): MessageHits {
  const message = vectorOf(whole);
  const asked = parts.map(({ text }) => chunkSearchVector(vectorOf(text), message, focusWeight));
  const places = parts.length * limit;
  return {
    whole: searchWhole(message, vectors, { parts: parts.length, limit, threshold }),
    list: mergeParts(searchRows(asked, vectors, places, threshold), places),
    groups: searchGroups(asked, vectors, { limit, threshold }),
  };
}

/** What a search made of a message. */
export interface MessageOutcome {
  /** Whether a piece of a right turn came back, one a subject. */
  covered: boolean[];
  /** Parts that find something alone and have no place. */
  starved: number;
  /** Places that were filled; the same piece in two groups counts twice. */
  attached: number;
  /** Tokens of the distinct pieces among them. */
  tokens: Tokens;
  searches: number;
}

/** The outcome of every search, from what came back. */
export function messageOutcomes(
  { whole, list, groups }: MessageHits,
  subjects: readonly { turns: readonly number[] }[],
  pieces: readonly { turn: number; tokens: Tokens }[],
): Record<MessageSearch, MessageOutcome> {
  const found: Record<MessageSearch, readonly number[]> = {
    whole: whole.map(({ index }) => index),
    'one-list': list.map(({ index }) => index),
    groups: groups.flatMap((hits) => hits.map(({ index }) => index)),
  };
  const outcome = (search: MessageSearch): MessageOutcome => {
    const distinct = [...new Set(found[search])];
    const turns = new Set(distinct.map((index) => pieces[index]!.turn));
    return {
      covered: subjects.map((subject) => subject.turns.some((turn) => turns.has(turn))),
      starved: search === 'one-list' ? starvedParts(groups, list).length : 0,
      attached: found[search].length,
      tokens: distinct.reduce((sum, index) => sum + pieces[index]!.tokens, 0),
      searches: search === 'whole' ? 1 : groups.length,
    };
  };
  return Object.fromEntries(messageSearchIds.map((search) => [search, outcome(search)])) as Record<
    MessageSearch,
    MessageOutcome
  >;
}
