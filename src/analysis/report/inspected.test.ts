import { describe, expect, it } from 'vitest';
import { packFigure, packInspector, packSpans, type DetailPart, type Inspected } from './inspected';

const items = Array.from({ length: 20 }, (_, i) => ({ id: `q${i}`, family: i % 2 ? 'odd' : '</script>' }));
const part = (of: DetailPart['of'], textOf: DetailPart['textOf'] = null): DetailPart => ({
  kind: 'chunking',
  base: { documents: ['One'] },
  of,
  textOf,
});
const inspected = (own: DetailPart): Inspected => ({
  things: 'questions',
  family: 'Family',
  items,
  rows: [
    { label: 'A', outcome: items.map(() => 'rank 1'), missed: items.map((_, i) => i >= 15), at: [0, 0] },
    {
      label: 'B',
      outcome: items.map(() => 'rank 1'),
      missed: items.map((_, i) => i === 3 || i >= 18),
      at: [0, 1],
    },
  ],
  parts: [own],
});
interface Data {
  items: [string, number][];
  words: string[];
  parts: { of: unknown[]; texts: [number, string][] }[];
}
const read = (json: string) => JSON.parse(json) as Data;

describe('the inspector’s data', () => {
  it('hold everything where there is room, each word and each text once', () => {
    const { json, detailed } = packInspector(
      inspected(
        part(
          (id) => ({ d: 0, id }),
          () => 'long text',
        ),
      ),
      100_000,
    );
    expect(detailed).toBe(20);
    const { words, parts, items: listed } = read(json);
    expect(words).toEqual(['</script>', 'odd', 'rank 1']);
    expect(listed[1]).toEqual(['q1', 1]);
    expect(parts[0]!.texts).toEqual([[0, 'long text']]);
    expect(json).not.toContain('<');
  });

  it('keep the most missed where there is not, within the bytes given, and say how many', () => {
    const own = inspected(part((id) => ({ d: 0, padding: 'x'.repeat(500), id })));
    const { json, detailed } = packInspector(own, 3_000);
    expect(new TextEncoder().encode(json).byteLength).toBeLessThanOrEqual(3_000);
    const kept = read(json).parts[0]!.of.flatMap((detail, i) => (detail ? [i] : []));
    expect(kept).toHaveLength(detailed);
    expect(kept).toContain(18);
    expect(kept).toContain(19);
    expect(kept).not.toContain(0);
  });

  it('leave out a text before they leave out a question', () => {
    const { json, detailed } = packInspector(
      inspected(
        part(
          (id) => ({ d: 0, id }),
          () => 'x'.repeat(10_000),
        ),
      ),
      4_000,
    );
    expect(detailed).toBe(20);
    expect(read(json).parts[0]!.texts).toEqual([]);
  });

  it('list all questions without details where even one has no room', () => {
    const { json, detailed } = packInspector(inspected(part(() => ({ padding: 'x'.repeat(5_000) }))), 2_000);
    expect(detailed).toBe(0);
    expect(read(json)).toMatchObject({ parts: [] });
    expect(read(json).items).toHaveLength(20);
  });

  it('write spans as distances, and figures as numbers only where they print the same', () => {
    expect(packSpans([0, 10, 12, 20, 18, 30])).toEqual([0, 10, 2, 8, -2, 12]);
    expect(['0.5087', '27.90', '1', 'n/a', '−0.0500', '1e-7'].map(packFigure)).toEqual([
      0.5087,
      '27.90',
      1,
      'n/a',
      '−0.0500',
      1e-7,
    ]);
  });
});
