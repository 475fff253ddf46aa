import { readFileSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PerfModule, PerfRow } from './measure';

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.perf.ts'))
  .map((file) => file.replace('.perf.ts', ''))
  .sort();

const help = `Usage: npm run bench:perf -- [--only NAME]... [--json]

Compares this program's fast paths with its plain ones and with its peers: medians and
least times of rounds in turn, and how many times as long as the first row each took: by
medians, by least times and by processor time. Figures, not tests: a busy machine changes them, and nothing
fails because of them.

  --only NAME  one of ${names.join(', ')}; may be given again
  --json       one JSON object instead of tables
`;

/** `null` when the command line makes no sense. */
function readArguments(): { only: string[]; json: boolean; help: boolean } | null {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const { only = [], json = false } = values;
    const unknown = only.filter((name) => !names.includes(name));
    if (unknown.length > 0)
      console.error(`--only ${unknown.join(', ')}: expected one of ${names.join(', ')}`);
    return unknown.length > 0 ? null : { only, json, help: values.help === true };
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

const wanted = readArguments();
if (!wanted) process.exit(2);
if (wanted.help) {
  console.log(help);
  process.exit(0);
}

const rows: PerfRow[] = [];
for (const name of names) {
  if (wanted.only.length > 0 && !wanted.only.includes(name)) continue;
  if (!wanted.json) console.log(`\n${name}`);
  const { run } = (await import(`./${name}.perf`)) as PerfModule;
  const measured = await run();
  rows.push(...measured);
  if (!wanted.json) print(measured);
}
if (wanted.json)
  console.log(
    JSON.stringify(
      {
        node: process.version,
        v8: process.versions.v8,
        icu: process.versions.icu,
        packages: packageVersions(),
        rows,
      },
      null,
      2,
    ),
  );
else
  console.log(
    `\nNode ${process.version}, V8 ${process.versions.v8}; ${Object.entries(packageVersions())
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
  );

function print(measured: readonly PerfRow[]): void {
  let group = '';
  for (const row of measured) {
    if (row.group !== group) console.log(`  ${(group = row.group)}`);
    const target = row.target ? `  wanted ${row.target}` : '';
    if (row.kind === 'figure')
      console.log(
        `    ${row.name.padEnd(48)} ${row.value.toLocaleString('en', { maximumSignificantDigits: 9 })} ${row.unit}${target}`,
      );
    else
      console.log(
        `    ${row.name.padEnd(48)} median ${milliseconds(row.medianMs)}  least ${milliseconds(row.leastMs)}  × ${row.ratio.toPrecision(3)} (least × ${row.leastRatio.toPrecision(3)}${row.cpuRatio === undefined ? '' : `, processor × ${row.cpuRatio.toPrecision(3)}`})${target}`,
      );
  }
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`.padStart(9);
}

/** Installed versions of every package that a comparison may stand on. */
function packageVersions(): Record<string, string> {
  const root = new URL('../../../', import.meta.url);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL('package.json', root), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const peers =
    /tokenizer|tiktoken|textsplitters|chonkie|minisearch|wink|usearch|onnx|tensorflow|hyparquet|model-embeddings/;
  const found = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => peers.test(name));
  return Object.fromEntries(
    found.map((name) => [
      name,
      (
        JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')) as {
          version: string;
        }
      ).version,
    ]),
  );
}
