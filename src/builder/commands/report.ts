import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { corporaOf } from '../../analysis/compare/compare';
import { compareMetrics, type CompareMetric } from '../../analysis/compare/figures';
import { MISS_CUTOFF } from '../../core/metrics/loss';
import { bytes } from '../../core/stats/format';
import { rules, type HitRule, type Rule } from '../../analysis/compare/hitRule';
import { canonicalRunId, parseRunId } from '../../analysis/compare/runId';
import type { ComparedRun } from '../../analysis/report/comparedDetails';
import { reportFileNames, runFileNames } from '../../analysis/kind';
import { kindOf } from '../../experiments/kinds';
import { buildAcrossReport, buildComparisonReport, buildReport } from '../../analysis/report/report';
import { acrossName, acrossOf } from '../across';
import { readIndex } from '../artifacts/store';
import { decodedFiles } from '../decodedFiles';
import { exitCode, UsageError, type Command } from '../commandLine';
import type { OptionValues } from '../experiment';
import { artifactsFolder, artifactsOption, namedExperiment } from './show';

/** Most and fewest runs of one comparison. */
const [fewestRuns, mostRuns] = [2, 4];

/** `bench -- report <id> --out FILE`, `bench -- report --compare <run> <run> --out FILE`. */
export const reportCommand: Command = {
  usage:
    'report <experiment>|across --out FILE\n       npm run bench -- report --compare <run> <run> [<run> [<run>]] --out FILE',
  summary: 'write an experiment, all corpora side by side (across), or a comparison of runs as one HTML file',
  details: [
    'One file under 1 MB that opens from disk without a network: the result for somebody who decides, tables, curves,',
    'comparisons, misses and provenance for somebody who checks. The figures are those of the page and of show.',
    '',
    'A run is named as the page’s link names it: <experiment>~<row>, for a controlled blend <experiment>~<row>~<condition>;',
    'for example: chunking-squad~paragraph, chunking-squad~fixed_size-1-1, contextual-blend~blend80~both.',
  ].join('\n'),
  options: {
    out: { type: 'string', value: 'FILE', help: 'file to write' },
    compare: { type: 'boolean', help: 'compare the runs that are named' },
    k: { type: 'string', value: 'N', help: `with --compare: a hit is by rank N, 1 to 10 (${MISS_CUTOFF})` },
    rule: {
      type: 'string',
      value: 'RULE',
      choices: rules,
      help: 'with --compare: answer or evidence (answer)',
    },
    metric: {
      type: 'string',
      value: 'METRIC',
      choices: compareMetrics,
      help: 'with --compare: differences of hit or reciprocalRank (hit)',
    },
    artifacts: artifactsOption,
  },
  run: async ({ values, positionals, output }) => {
    const root = artifactsFolder(values);
    if (typeof values['out'] !== 'string') throw new UsageError('report needs --out FILE, the file to write');
    const page = values['compare']
      ? await comparisonReport(root, positionals, values)
      : positionals[0] === acrossName
        ? await acrossReportOf(root, positionals, values)
        : await experimentReport(root, positionals, values);
    const file = resolve(values['out']);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, page);
    await rename(`${file}.part`, file);
    output.out(`${values['out']}: ${bytes(Buffer.byteLength(page))}\n`);
    return exitCode.done;
  },
};

function refuseComparing(values: OptionValues): void {
  for (const name of ['k', 'rule', 'metric'])
    if (values[name] !== undefined) throw new UsageError(`--${name} belongs to --compare`);
}

async function acrossReportOf(
  root: string,
  [, more]: readonly string[],
  values: OptionValues,
): Promise<string> {
  refuseComparing(values);
  if (more !== undefined) throw new UsageError(`report across takes no further name, found "${more}"`);
  return buildAcrossReport(await acrossOf(root), (await readIndex(root)).experiments);
}

async function experimentReport(
  root: string,
  positionals: readonly string[],
  values: OptionValues,
): Promise<string> {
  refuseComparing(values);
  const id = await namedExperiment(root, 'report', positionals);
  const entry = (await readIndex(root)).experiments.find((experiment) => experiment.id === id)!;
  const kind = await kindOf(entry);
  return buildReport(kind, entry, await decodedFiles(root, kind, entry, reportFileNames(kind, entry)));
}

async function comparisonReport(
  root: string,
  names: readonly string[],
  values: OptionValues,
): Promise<string> {
  const ids = [...new Set(names.map(canonicalRunId))];
  if (ids.length < fewestRuns || ids.length > mostRuns)
    throw new UsageError(
      `report --compare takes ${fewestRuns} to ${mostRuns} different runs, found ${ids.length}`,
    );
  const rule: HitRule = { k: cutoffOf(values['k']), rule: (values['rule'] as Rule | undefined) ?? 'answer' };
  const { experiments } = await readIndex(root);
  const runs: ComparedRun[] = [];
  for (const id of ids) {
    const name = parseRunId(id);
    const entry = name && experiments.find((experiment) => experiment.id === name.experiment);
    if (!name || !entry)
      throw new UsageError(
        `“${id}” names no run; a run is <experiment>~<row>, of ${experiments.map((experiment) => experiment.id).join(', ')}`,
      );
    const kind = await kindOf(entry);
    const files = await decodedFiles(root, kind, entry, runFileNames(kind, entry, name));
    const run = kind.compare.run(entry, files, name, rule);
    if (!run)
      throw new UsageError(
        `“${id}” names no run: ${entry.id} has no row “${name.row}”${name.condition === undefined ? '' : ` under “${name.condition}”`}${kind.compare.runForm === undefined ? '' : `; its runs are ${kind.compare.runForm}`}`,
      );
    runs.push({ run, entry, kind, files });
  }
  const corpora = corporaOf(runs.map(({ run }) => run));
  if (corpora.length > 1)
    throw new UsageError(
      `runs on different corpora are not compared: ${corpora.map(({ name, hash, runs: own }) => `${own.join(', ')} on ${name} (hash ${hash})`).join('; ')}`,
    );
  return buildComparisonReport({
    runs,
    rule,
    metric: (values['metric'] as CompareMetric | undefined) ?? 'hit',
    pair: [0, 1],
    grouping: null,
  });
}

function cutoffOf(given: OptionValues[string]): number {
  if (given === undefined) return MISS_CUTOFF;
  const k = Number(given);
  if (!Number.isInteger(k) || k < 1 || k > 10)
    throw new UsageError(`--k is "${String(given)}", expected a whole number from 1 to 10`);
  return k;
}
