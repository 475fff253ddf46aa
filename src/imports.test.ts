import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = dirname(fileURLToPath(import.meta.url));

/** What each zone may import from, besides itself. Narrower rooms come before wider ones. */
const allowed: Record<string, string[]> = {
  core: [],
  artifact: ['core'],
  datasets: ['core', 'artifact'],
  providers: ['core'],
  analysis: ['core', 'artifact', 'datasets'],
  experiments: ['core', 'artifact', 'datasets', 'analysis'],
  worker: [
    'core',
    'artifact',
    'datasets',
    'analysis',
    'experiments',
    'providers/local',
    'providers/modelDescription',
    'providers/provider',
    'providers/shared',
    'providers/tokenizer',
  ],
  serviceWorker: [],
  builder: ['core', 'artifact', 'datasets', 'analysis', 'experiments', 'providers'],
  'app/components': [],
  'app/charts': [
    'core/units',
    'analysis/palette',
    'analysis/findingPicture',
    'core/stats/format',
    'core/stats/csv',
    'app/components',
  ],
  'app/data': [
    'core',
    'artifact',
    'datasets',
    'analysis',
    'experiments',
    'providers',
    'worker/browserDatabase',
    'worker/client',
    'worker/protocol',
    'serviceWorker/caches',
  ],
  'app/state': ['core', 'artifact', 'datasets', 'analysis', 'experiments', 'app/data'],
  'app/views': [
    'core',
    'artifact',
    'datasets',
    'analysis',
    'experiments',
    'app/data',
    'app/state',
    'app/charts',
    'app/components',
  ],
  app: ['core', 'artifact', 'datasets', 'analysis', 'experiments', 'app'],
};

/** Packages that only one zone may import. */
const exclusive: [RegExp, (file: string) => boolean, string][] = [
  [/^openai($|\/)/, (file) => file.startsWith('providers/'), 'providers'],
  [/^node:/, (file) => file.startsWith('builder/') || file.startsWith('testing/'), 'builder and testing'],
  [
    /^@tensorflow/,
    (file) => file.startsWith('providers/local/') || file.startsWith('testing/'),
    'providers/local',
  ],
];

const corePackages = /^(d3-array|d3-random|unicode-segmenter)($|\/)/;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const found = [
    ...text.matchAll(
      /^\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+\.tsx?)['"],\s*import\.meta\.url/gm,
    ),
  ];
  return found.map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
}

function zoneOf(file: string): string | undefined {
  return Object.keys(allowed).find((zone) => file === zone || file.startsWith(`${zone}/`));
}

describe('imports', () => {
  const files = sources(src)
    .map((path) => ({ path, file: relative(src, path).replaceAll('\\', '/') }))
    .filter(({ file }) => !file.startsWith('testing/'));

  it('finds source files to check', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  it.each(files.map(({ file, path }) => [file, path] as const))(
    '%s imports along the arrow',
    (file, path) => {
      const zone = zoneOf(file);
      expect(zone, `${file} lies in no known zone`).toBeDefined();
      for (const specifier of importsOf(path)) {
        if (specifier.startsWith('.')) {
          const target = relative(src, resolve(dirname(path), specifier.replace(/\?.*$/, ''))).replaceAll(
            '\\',
            '/',
          );
          const own = target === zone || target.startsWith(`${zone}/`);
          const fits =
            own || allowed[zone!]!.some((door) => target === door || target.startsWith(`${door}/`));
          expect(
            fits,
            `${file} imports ${target}; ${zone} may import only ${[zone, ...allowed[zone!]!].join(', ')}`,
          ).toBe(true);
        } else {
          for (const [pattern, may, owner] of exclusive) {
            if (pattern.test(specifier))
              expect(may(file), `${file} imports ${specifier}, which belongs to ${owner}`).toBe(true);
          }
          if (zone === 'core')
            expect(
              specifier,
              `${file}: core imports no package but d3-array, d3-random and the grapheme splitter`,
            ).toMatch(corePackages);
        }
      }
    },
  );
});
