import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PerfRow } from './measure';

const dist = new URL('../../../dist/', import.meta.url).pathname;
const kilobyte = 1000;

/** JavaScript of the built page, gzipped as a static host would send it: the first load alone, and with the parts of each view. */
export async function run(): Promise<PerfRow[]> {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('page: no dist/index.html, run npm run build first');
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const entries = [
    ...html.matchAll(/<(?:script|link rel="modulepreload")[^>]+?(?:src|href)="\.\/assets\/([^"]+\.js)"/g),
  ].map((match) => match[1]!);
  if (entries.length === 0) throw new Error('page: dist/index.html names no script');
  const names = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const part = (stem: string) => names.filter((name) => name.replace(/-[\w-]{8}\.js$/, '') === stem);
  const figure = (name: string, files: ReadonlySet<string>, target?: string): PerfRow => ({
    kind: 'figure',
    group: 'JavaScript of the built page, gzipped',
    name,
    value:
      Math.round(
        [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, 'assets', file))).length, 0) /
          10,
      ) /
      (kilobyte / 10),
    unit: 'kB',
    ...(target && { target }),
  });
  return [
    figure('first load', withImports(entries), '≤ 150'),
    figure('first load and start page', withImports([...entries, ...part('Start')]), '≤ 150'),
    ...names
      .filter((name) => /^(Blend|Chunking)Scorecard-/.test(name))
      .map((name) =>
        figure(
          `first load and ${name.replace(/-[\w-]{8}\.js$/, '')}`,
          withImports([...entries, ...part('ExperimentPage'), name]),
        ),
      ),
    figure('all of it, workers too', new Set(names)),
  ];
}

/** Files with everything that they import at once, but not what they load later. */
function withImports(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(join(dist, 'assets', file), 'utf8');
    for (const match of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)) visit(match[1]!);
  };
  files.forEach(visit);
  return found;
}
