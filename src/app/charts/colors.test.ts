import { describe, expect, it } from 'vitest';
import { strategyIds } from '../../core/chunking/registry';
import { strategySlots, type ThemedColor } from '../../analysis/palette';
import { conditionColors, conditionStyle, strategyStyle } from './colors';

type Triple = [number, number, number];

const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Triple;
const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

/** OKLab (Ottosson 2020), in which equal distances look about equally far apart. */
function okLab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** What dichromats see (Machado, Oliveira and Fernandes 2009, severity 1). */
const sights: Record<string, number[]> = {
  'normal sight': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const seen = (rgb: Triple, m: number[]): Triple =>
  [0, 1, 2].map((row) =>
    Math.min(1, Math.max(0, m[3 * row]! * rgb[0] + m[3 * row + 1]! * rgb[1] + m[3 * row + 2]! * rgb[2])),
  ) as Triple;

function nearestPair(hexes: readonly string[], matrix: number[]): number {
  const colors = hexes.map((hex) => okLab(seen(linear(hex), matrix)));
  return Math.min(
    ...colors.flatMap((a, i) =>
      colors.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
    ),
  );
}

const surfaces = { light: ['#ffffff', '#fbfaf7'], dark: ['#1a2125', '#12171a'] } as const;
const palettes: [string, readonly ThemedColor[], number][] = [
  ['strategies', strategySlots.map(([color]) => color), 0.08],
  ['conditions', Object.values(conditionColors), 0.15],
];

describe.each(palettes)('colours of %s', (_, palette, apart) => {
  it.each(['light', 'dark'] as const)('reach 3:1 on every surface of the %s theme', (theme) => {
    for (const color of palette) {
      for (const surface of surfaces[theme])
        expect(
          contrast(color[theme === 'light' ? 0 : 1], surface),
          `${color} on ${surface}`,
        ).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.entries(sights))('stay apart with %s', (_name, matrix) => {
    for (const theme of [0, 1] as const)
      expect(
        nearestPair(
          palette.map((color) => color[theme]),
          matrix,
        ),
      ).toBeGreaterThanOrEqual(apart);
  });
});

describe('series styles', () => {
  it('never rest on colour alone: every strategy and every condition has its own marker', () => {
    const strategies = strategyIds.map((id) => strategyStyle(id).marker);
    expect(new Set(strategies).size).toBe(8);
    expect(
      new Set((['clean', 'stored', 'query', 'both'] as const).map((id) => conditionStyle(id).marker)).size,
    ).toBe(4);
  });

  it('tell retrievers of one strategy apart by their dashes', () => {
    const dashes = ['bm25', 'embedding', 'embedding-blend', 'hybrid', 'hybrid-blend'].map(
      (retriever) => strategyStyle('recursive', retriever).dash,
    );
    expect(new Set(dashes).size).toBe(5);
    expect(dashes[0]).toBe('');
  });

  it('give an unknown strategy the same look every time, also when it is called like an object’s own property', () => {
    expect(strategyStyle('__proto__')).toEqual(strategyStyle('__proto__'));
    expect(strategyStyle('constructor').color).toMatch(/^light-dark\(#/);
    expect(strategyStyle('')).toBeDefined();
  });
});
