import { describe, expect, it } from 'vitest';
import { smallBlendBlock, smallBlendTexts } from '../../../testing/blendBlocks';
import { chunkSearchVector, dot } from '../../../core/vectors/vectors';
import { blendConditions, queryIsNoisy, sourceMethods, storedIsNoisy } from './methods';
import { blockDots, rankBlendQuery, relevantRecords } from './ranking';
import { similarityBlock, textsToEmbed } from './similarity';

const { texts, vectors, block } = smallBlendBlock('context', ['development', 'evaluation', 'evaluation'], 11);
const focusOf = new Map(texts.families.map(({ id, focus }) => [id, focus]));

describe('textsToEmbed', () => {
  it('gives each text once, and no id or meaning', () => {
    const embedded = textsToEmbed(texts);
    expect(new Set(embedded).size).toBe(embedded.length);
    // A generic query without noise is its family's focus.
    expect(embedded).toHaveLength(3 + 2 * 12 + 2 * 27 - 3);
    const ids = [...texts.families, ...texts.records, ...texts.queries].map(({ id }) => id);
    expect(embedded.filter((text) => ids.includes(text))).toEqual([]);
  });
});

describe('rankBlendQuery', () => {
  it.each(sourceMethods.map((method) => [method.row, method] as const))(
    'ranks by the cosine of the blended vectors: %s',
    (_, method) => {
      for (const condition of blendConditions) {
        for (const [index, query] of texts.queries.entries()) {
          const blended = (focus: string, context: string, weight: number) =>
            chunkSearchVector(vectors.get(focus)!, vectors.get(context)!, weight);
          const asked = blended(
            focusOf.get(query.family)!,
            queryIsNoisy(condition) ? query.noisy : query.clean,
            method.queryWeight,
          );
          const slow = texts.records.map((record) =>
            dot(
              asked,
              blended(
                focusOf.get(record.family)!,
                storedIsNoisy(condition) ? record.noisy : record.clean,
                method.storedWeight,
              ),
            ),
          );
          const { order, scores } = rankBlendQuery(block, method, condition, index);
          expect(new Set(order).size).toBe(texts.records.length);
          order.forEach((record, rank) => expect(scores[rank]!).toBeCloseTo(slow[record]!, 9));
          expect([...scores].sort((a, b) => b - a)).toEqual(scores);
        }
      }
    },
  );

  it('leaves ties in stored order, and ties the four records of a family exactly where only the focus counts', () => {
    const { order, scores } = rankBlendQuery(block, { queryWeight: 1, storedWeight: 1 }, 'both', 0);
    for (let family = 0; family < 3; family += 1) {
      const places = order.flatMap((record, rank) => (Math.floor(record / 4) === family ? [rank] : []));
      expect(new Set(places.map((rank) => scores[rank])).size).toBe(1);
      expect(places.map((rank) => order[rank])).toEqual([0, 1, 2, 3].map((context) => family * 4 + context));
    }
  });

  it('follows from what JSON keeps of the similarities, bit for bit', () => {
    const read = JSON.parse(JSON.stringify(block)) as typeof block;
    expect(rankBlendQuery(read, { queryWeight: 0.37, storedWeight: 0.81 }, 'query', 5)).toEqual(
      rankBlendQuery(block, { queryWeight: 0.37, storedWeight: 0.81 }, 'query', 5),
    );
  });

  it('keeps twelve decimals of a dot product and ten of a score', () => {
    const decimals = (value: number) => (String(value).split('.')[1] ?? '').length;
    expect(Math.max(...block.contextToContext.cleanNoisy.flat().map(decimals))).toBe(12);
    expect(
      Math.max(
        ...rankBlendQuery(block, { queryWeight: 0.5, storedWeight: 0.5 }, 'clean', 0).scores.map(decimals),
      ),
    ).toBeLessThanOrEqual(10);
    expect(block.pieceToPiece.map((row, index) => row[index])).toEqual([1, 1, 1]);
  });
});

describe('wrong input', () => {
  it('is named', () => {
    expect(() => blockDots(block, 'clean', 99, 0)).toThrow(/query index is 99, expected 0 to 26/);
    expect(() => blockDots(block, 'clean', 0, 12)).toThrow(/record index is 12, expected 0 to 11/);
    expect(() => similarityBlock(smallBlendTexts('intent', ['evaluation']), () => undefined)).toThrow(
      /no vector for the text "focus of intent 0"/,
    );
    const orphan = { ...block, records: [{ id: 'x', family: 'nowhere' }] };
    expect(() => relevantRecords(orphan, 0)).toThrow(/family "nowhere" is used but not listed/);
  });
});
