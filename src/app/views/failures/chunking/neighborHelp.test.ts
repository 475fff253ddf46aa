import { beforeAll, describe, expect, it } from 'vitest';
import type {
  ChunkingChunks,
  ChunkingQuestions,
  ChunkingRelevant,
  ChunkingSummary,
} from '../../../../experiments/chunking/formats';
import type { ChunkingNeighbors } from '../../../../experiments/chunking/neighbors/formats';
import { smallestText } from './NeighborHelp';
import {
  expansionOfQuestion,
  knownNeighbors,
  neighborHelp,
  type ExpandedQuestion,
} from './neighborHelpModel';

/** Two documents of four chunks, 10 characters each: contexts 0–3 and 4–7. */
const summary = {
  strategies: [{ id: 'fixed_size', contextOffsets: [0, 4, 8] }],
  corpus: { documents: [{ utf16Length: 40 }, { utf16Length: 40 }] },
} as unknown as ChunkingSummary;
const boundaries = [0, 10, 10, 20, 20, 30, 30, 40];
const file = (document: number): ChunkingChunks => ({
  formatVersion: 1,
  kind: 'chunking-chunks',
  document,
  strategies: { fixed_size: { indexed: boundaries, contexts: boundaries, contextOf: [0, 1, 2, 3] } },
});
const miss = (more: Partial<ExpandedQuestion>): ExpandedQuestion => ({
  summary,
  strategy: 'fixed_size',
  hits: [],
  gold: [],
  relevant: [],
  chunks: new Map([
    [0, file(0)],
    [1, file(1)],
  ]),
  neighbors: null,
  ...more,
});
const hits = (...contexts: number[]) => contexts.map((context, place) => ({ context, score: 9 - place }));
const help = (question: Partial<ExpandedQuestion>, prev: number, next: number) =>
  neighborHelp(expansionOfQuestion(miss(question)), { neighborPrev: prev, neighborNext: next });

describe('whether neighbors would have helped', () => {
  it('is told from the chunk that holds the answer and the nearest hit', () => {
    const question = { hits: hits(6, 1), relevant: [2] };
    expect(help(question, 0, 1).origins).toEqual([{ rank: 2, distance: 1 }]);
    expect(help(question, 1, 0).origins).toBeNull();
    expect(help(question, 0, 0)).toMatchObject({ origins: null, smallest: { both: 1, prev: null, next: 1 } });
  });

  it('counts a gold that a boundary cuts as held by both chunks together', () => {
    const question = { hits: hits(3), gold: [{ document: 0, start: 18, end: 23 }] };
    expect(help(question, 1, 1)).toMatchObject({ origins: null, smallest: { both: 2, prev: 2, next: null } });
    expect(help(question, 2, 0).origins).toEqual([
      { rank: 1, distance: -2 },
      { rank: 1, distance: -1 },
    ]);
  });

  it('needs no neighbor where two hits stand side by side', () => {
    const question = { hits: hits(2, 1), gold: [{ document: 0, start: 18, end: 23 }] };
    expect(help(question, 0, 0)).toMatchObject({
      origins: [
        { rank: 2, distance: 0 },
        { rank: 1, distance: 0 },
      ],
      smallest: { both: 0, prev: 0, next: 0 },
    });
  });

  it('shows a chunk that is hit and neighbor as both in the tree, and hands it over once', () => {
    const { drawing } = help({ hits: hits(1, 2) }, 1, 1);
    expect(drawing.tree.map(({ chunks }) => chunks.map(({ number, role }) => `${number} ${role}`))).toEqual([
      ['0 neighbor', '1 hit', '2 neighbor'],
      ['1 neighbor', '2 hit', '3 neighbor'],
    ]);
    expect(drawing.strips).toHaveLength(1);
    expect(drawing.strips[0]!.chunks.map(({ number, role }) => `${number} ${role}`)).toEqual([
      '0 neighbor',
      '1 hit',
      '2 hit',
      '3 neighbor',
    ]);
    expect(drawing).toMatchObject({ tokens: null, characters: 40, hitCharacters: 20 });
  });

  it('stops at both edges of a document', () => {
    const question = { hits: hits(0, 7), relevant: [4] };
    expect(help(question, 5, 5).drawing.tree.map(({ chunks }) => chunks.map(({ number }) => number))).toEqual(
      [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
    );
    expect(help(question, 0, 5)).toMatchObject({ origins: null, smallest: { both: 3, prev: 3, next: null } });
    expect(help({ hits: hits(3), relevant: [4] }, 5, 5)).toMatchObject({
      origins: null,
      smallest: { both: null },
    });
  });

  it('sees an answer that a boundary cuts elsewhere by the runs that the artifact holds, and knows the tokens', () => {
    expect(help({ hits: hits(2) }, 0, 1)).toMatchObject({ origins: null, isHeld: false });
    const neighbors = {
      runs: [[2, 3]] as const,
      tokens: [
        [5, 5, 5, 6],
        [5, 5, 5, 5],
      ],
    };
    expect(help({ hits: hits(2), neighbors }, 0, 1)).toMatchObject({
      origins: [
        { rank: 1, distance: 0 },
        { rank: 1, distance: 1 },
      ],
      isHeld: true,
      drawing: { tokens: 11, hitTokens: 5 },
    });
  });

  it('leaves out hits in documents that are not loaded', () => {
    expect(help({ hits: hits(6, 1), chunks: new Map([[0, file(0)]]) }, 0, 0).drawing.tree).toHaveLength(1);
  });
});

describe('the smallest width in words', () => {
  const say = (both: number | null, prev: number | null, next: number | null, isHeld = true) =>
    smallestText({ smallest: { both, prev, next }, isHeld }, 'the first 5 hits', 'the answer');
  it('names one side too, and says when there is none', () => {
    expect(say(2, null, 2)).toBe('The smallest equal width that does is ±2/2; on one side alone, ±0/2.');
    expect(say(1, 2, 2)).toBe('The smallest equal width that does is ±1/1; on one side alone, ±2/0 or ±0/2.');
    expect(say(1, 1, 12)).toBe('The smallest equal width that does is ±1/1; on one side alone, ±1/0.');
    expect(say(7, 7, null)).toContain('±7/7, more than these knobs reach; on one side alone, ±7/0.');
    expect(say(0, 0, 0)).toBe('They hold it side by side, merged, without any neighbor.');
    expect(say(null, null, null)).toBe(
      'No width can: none of the first 5 hits lies in a document that holds the answer.',
    );
    expect(say(null, null, null, false)).toBe(
      'No chunks of this corpus are known to hold the answer, so no width can.',
    );
  });
});

describe('the published benchmark', () => {
  const artifacts = import.meta.glob<string>(
    '../../../../../artifacts/chunking-squad/{summary,questions,chunks/*,relevant/fixed_size,neighbors/fixed_size}.json',
    { query: '?raw', import: 'default' },
  );
  const json = async <T>(path: string) =>
    JSON.parse(await artifacts[`../../../../../artifacts/${path}`]!()) as T;
  let published: {
    summary: ChunkingSummary;
    relevant: ChunkingRelevant;
    chunks: Map<number, ChunkingChunks>;
    questions: ChunkingQuestions['questions'];
    neighbors: ChunkingNeighbors;
  };

  beforeAll(async () => {
    const squad = await json<ChunkingSummary>('chunking-squad/summary.json');
    const files = await Promise.all(
      squad.corpus.documents.map((_, document) =>
        json<ChunkingChunks>(`chunking-squad/chunks/${document}.json`),
      ),
    );
    published = {
      summary: squad,
      relevant: await json('chunking-squad/relevant/fixed_size.json'),
      chunks: new Map(files.map((one) => [one.document, one])),
      questions: (await json<ChunkingQuestions>('chunking-squad/questions.json')).questions,
      neighbors: await json('chunking-squad/neighbors/fixed_size.json'),
    };
  });

  it('holds every gold span in the same runs of chunks as the measured expansion', () => {
    const { summary, relevant, chunks, questions, neighbors } = published;
    // All that a boundary cuts, and some of the others.
    const places = questions.flatMap((_, place) =>
      place % 10 === 0 || neighbors.evidenceRuns[place]!.length > 0 ? [place] : [],
    );
    expect(places.length).toBeGreaterThan(80);
    for (const place of places) {
      const { gold, id } = questions[place]!;
      const question = {
        summary,
        strategy: 'fixed_size',
        hits: [],
        gold,
        relevant: relevant.evidence[place]!,
        chunks,
      };
      expect(expansionOfQuestion({ ...question, neighbors: null }).runs, id).toEqual(
        expansionOfQuestion({ ...question, neighbors: knownNeighbors(neighbors, place, 'evidence') }).runs,
      );
    }
  });
});
