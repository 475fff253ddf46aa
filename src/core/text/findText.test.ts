import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText } from '../../testing/nastyTexts';
import { comparableText, findText, mapComparable } from './findText';

describe('findText', () => {
  it('gives offsets of the source where lower case is longer', () => {
    expect(findText('İrfan said yes', 'said')).toEqual([{ start: 6, end: 10 }]);
    expect(findText('İİ İrfan', 'İRFAN')).toEqual([{ start: 3, end: 8 }]);
    expect(findText('🙂 İ ab', 'AB')).toEqual([{ start: 5, end: 7 }]);
  });

  it('ignores case and white space, and finds every occurrence', () => {
    const text = ' Thirty\r\n  Days. thirty\u00a0days, thirtydays';
    expect(findText(text, 'thirty days').map(({ start, end }) => text.slice(start, end))).toEqual([
      'Thirty\r\n  Days',
      'thirty\u00a0days',
    ]);
    expect(findText('aaaa', 'AA')).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ]);
  });

  it('finds nothing for a blank text, and nothing that is not there', () => {
    expect(findText('a b', ' \n')).toEqual([]);
    expect(findText('', 'a')).toEqual([]);
    expect(findText('abc', 'd')).toEqual([]);
  });

  it('maps every unit of random text to the units that it came from', () => {
    fc.assert(
      fc.property(nastyText(), (source) => {
        const { text, starts, ends } = mapComparable(source);
        expect(text).toBe(comparableText(source));
        expect(starts).toHaveLength(text.length);
        for (let unit = 0; unit < text.length; unit += 1) {
          const from = source.slice(starts[unit], ends[unit]);
          if (text[unit] === ' ') expect(from.trim()).toBe('');
          else expect(from.toLowerCase().replace('ς', 'σ')).toContain(text[unit]!.replace('ς', 'σ'));
        }
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it('finds a piece of the source at its own place', () => {
    fc.assert(
      fc.property(nastyText(), fc.nat(), fc.nat(), (source, a, b) => {
        const points = Array.from(source);
        const [from, to] = [a % (points.length + 1), b % (points.length + 1)].sort((x, y) => x - y);
        const wanted = points.slice(from, to).join('');
        fc.pre(wanted.trim() !== '' && !wanted.includes('Σ'));
        const needle = comparableText(wanted);
        const found = findText(source, wanted);
        expect(found.length).toBeGreaterThan(0);
        // A lower-cased letter may come back as the two units that it grew from.
        for (const { start, end } of found)
          expect(comparableText(source.slice(start, end))).toContain(needle);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
