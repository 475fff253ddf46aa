import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBelow, decodeList, decodePart, encodeList, encodePart } from './addressParts';

const anyText = fc.string({ unit: 'binary' });
const awkward = fc.string({ unit: fc.constantFrom('%', '/', '.', ':', '\\', '#', '?', 'a', '2', 'F', ' ') });
const runs = { seed: 1, numRuns: 500 };

describe('parts of an address', () => {
  it.each(['a%b', '%', 'chunking-squad%', '%E0%A4%A', '%ED%A0%80', '100 %'])(
    'with a malformed escape stand for themselves: %s',
    (part) => {
      expect(decodePart(part)).toBe(part);
    },
  );

  it('round-trip, alone and in a list, and never throw', () => {
    const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');
    fc.assert(
      fc.property(anyText, fc.array(anyText.filter((text) => text !== '')), (text, texts) => {
        decodePart(text);
        decodeList(text);
        expect(decodePart(encodePart(text))).toBe(wellFormed(text));
        expect(decodeList(encodeList(texts))).toEqual(texts.map(wellFormed));
      }),
      runs,
    );
    expect(encodePart('a\uD800b🙂')).toBe(encodePart('a\uFFFDb🙂'));
  });
});

describe('the address of a file below a folder', () => {
  const folder = new URL('https://site.example/some/artifacts/');

  it.each([
    ['a%b/summary.json', 'a%25b/summary.json'],
    ['a#1?x/ü.json', 'a%231%3Fx/%C3%BC.json'],
    ['//elsewhere.example/summary.json', '//elsewhere.example/summary.json'],
    ['https://elsewhere.example/x', 'https%3A//elsewhere.example/x'],
    ['https://[', 'https%3A//%5B'],
  ])('holds the whole path: %s', (path, below) => {
    expect(addressBelow(folder, path.split('/'))?.href).toBe(folder.href + below);
  });

  it('is none for a path that leads out, and never of another place', () => {
    expect(addressBelow(folder, ['..', 'index.html'])).toBeNull();
    expect(addressBelow(folder, ['a', '..', '..', 'index.html'])).toBeNull();
    fc.assert(
      fc.property(fc.oneof(anyText, awkward), (path) => {
        const address = addressBelow(folder, path.split('/'));
        if (address !== null) expect(address.href.startsWith(folder.href)).toBe(true);
      }),
      runs,
    );
  });
});
