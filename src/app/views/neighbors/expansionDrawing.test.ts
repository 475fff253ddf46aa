import { describe, expect, it } from 'vitest';
import { commonRoom, drawExpansion, roomOf, type ExpansionInput } from './expansionDrawing';

/** Two documents of three chunks, 10 characters each, numbered 0–5. */
const chunk = (number: number) => ({
  number,
  start: (number % 3) * 10,
  end: (number % 3) * 10 + 10,
  tokens: 2,
});
const documents = [[0, 1, 2].map(chunk), [3, 4, 5].map(chunk)];
const input = (
  hits: [document: number, chunkIndex: number][],
  more: Partial<ExpansionInput> = {},
): ExpansionInput => ({
  documents,
  lengths: [30, 30],
  hits: hits.map(([document, chunkIndex], place) => ({ document, chunkIndex, score: 9 - place })),
  runs: [],
  gold: [],
  ...more,
});
const roles = (list: readonly { number: number; role: string }[]) =>
  list.map(({ number, role }) => `${number}${role === 'hit' ? '*' : ''}`).join(' ');

describe('a drawn expansion', () => {
  it('leaves out neighbors past the edges of a document', () => {
    const { tree, strips } = drawExpansion(
      input([
        [0, 0],
        [1, 2],
      ]),
      { neighborPrev: 2, neighborNext: 2 },
    );
    expect(tree.map(({ chunks }) => roles(chunks))).toEqual(['0* 1 2', '3 4 5*']);
    expect(strips.map(({ chunks }) => roles(chunks))).toEqual(['0* 1 2', '3 4 5*']);
  });

  it('shows a chunk under every hit that brings it, and hands it over once, as a hit', () => {
    const drawing = drawExpansion(
      input([
        [0, 1],
        [0, 2],
      ]),
      { neighborPrev: 1, neighborNext: 1 },
    );
    expect(drawing.tree.map(({ chunks }) => roles(chunks))).toEqual(['0 1* 2', '1 2*']);
    expect(drawing.strips.map(({ chunks }) => roles(chunks))).toEqual(['0 1* 2*']);
    expect(drawing).toMatchObject({ tokens: 6, hitTokens: 4, characters: 30, hitCharacters: 20 });
  });

  it('tells characters where the tokens of a chunk are not known', () => {
    const bare = documents.map((own) => own.map((one) => ({ ...one, tokens: null })));
    expect(
      drawExpansion(input([[0, 1]], { documents: bare }), { neighborPrev: 1, neighborNext: 0 }),
    ).toMatchObject({ tokens: null, hitTokens: null, characters: 20, hitCharacters: 10 });
  });

  it('shares its scale with another where it is given room', () => {
    const [alone, widened] = [
      { neighborPrev: 0, neighborNext: 0 },
      { neighborPrev: 1, neighborNext: 1 },
    ];
    const room = commonRoom([roomOf(input([[0, 1]]), alone), roomOf(input([[0, 1]]), widened)]);
    expect(room).toEqual({ before: 10, after: 20 });
    const [hit] = drawExpansion(input([[0, 1]]), alone, room).tree[0]!.chunks;
    expect(hit!.left).toBeCloseTo(100 / 3);
    expect(hit!.width).toBeCloseTo(100 / 3);
    expect(commonRoom([])).toEqual({ before: 0, after: 1 });
  });

  it('is empty without hits', () => {
    expect(drawExpansion(input([]), { neighborPrev: 1, neighborNext: 1 })).toEqual({
      tree: [],
      strips: [],
      tokens: 0,
      hitTokens: 0,
      characters: 0,
      hitCharacters: 0,
    });
  });
});
