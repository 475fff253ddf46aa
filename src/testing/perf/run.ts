import { readFileSync, readdirSync } from 'node:fs';
import type { PerfModule, PerfRow } from './measure';

/**
 * Runs the comparisons of this folder, or those whose file names begin with one
 * of the arguments, and prints times and ratios; `--json` for machines. Figures,
 * not tests: a busy machine changes them, and nothing fails.
 */
const wanted = process.argv.slice(2).filter((argument) => argument !== '--json');
const json = process.argv.includes('--json');
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.perf.ts') && (wanted.length === 0 || wanted.some((name) => file.startsWith(name))));
if (files.length === 0) {
  console.error(`no comparison begins with ${wanted.join(' or ')}`);
  process.exit(2);
}

const rows: PerfRow[] = [];
for (const file of files.sort()) {
  if (!json) console.log(`\n${file.replace('.perf.ts', '')}`);
  const { run } = (await import(`./${file}`)) as PerfModule;
  const measured = await run();
  rows.push(...measured);
  if (!json) print(measured);
}
if (json) console.log(JSON.stringify({ node: process.version, icu: process.versions.icu, packages: packageVersions(), rows }, null, 2));
else console.log(`\nNode ${process.version}; ${Object.entries(packageVersions()).map(([name, version]) => `${name} ${version}`).join(', ')}`);

function print(measured: readonly PerfRow[]): void {
  let group = '';
  for (const row of measured) {
    if (row.group !== group) console.log(`  ${(group = row.group)}`);
    console.log(`    ${row.name.padEnd(42)} median ${milliseconds(row.medianMs)}  least ${milliseconds(row.leastMs)}  × ${row.ratio.toPrecision(3)}${row.target ? `  (wanted ${row.target})` : ''}`);
  }
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`.padStart(9);
}

/** Installed versions of every package that a comparison may stand on. */
function packageVersions(): Record<string, string> {
  const root = new URL('../../../', import.meta.url);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const peers = /tokenizer|tiktoken|textsplitters|chonkie|minisearch|wink|usearch|onnx|tensorflow|hyparquet/;
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => peers.test(name));
  return Object.fromEntries(names.map((name) => [name, (JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')) as { version: string }).version]));
}
