import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { acrossFinding } from '../../analysis/across/finding';
import { findingOf } from '../../analysis/finding';
import { kindOf } from '../../experiments/kinds';
import { bytes, duration } from '../../core/stats/format';
import type { Provenance } from '../../artifact/indexFile';
import { formatJson } from '../../artifact/jsonFormat';
import { acrossOf } from '../across';
import { projectRoot, publishAcross, publishedFolder, publishExperiment } from '../artifacts/store';
import { exitCode, jsonOption, UsageError, type Command, type CommandCall } from '../commandLine';
import type { BuiltExperiment, ExperimentBuilder, Options } from '../experiment';
import { experimentIds, experiments } from '../experiments';
import { createProgress } from '../progress';

const buildOptions: Options = {
  out: { type: 'string', value: 'DIR', help: 'artifacts folder to write into (artifacts)' },
  fresh: { type: 'boolean', help: 'embed everything again instead of reading the vector cache' },
  ...jsonOption,
};

interface BuildReport {
  id: string;
  folder: string;
  finding: string;
  headline: string;
  files: { name: string; bytes: number }[];
  durationMs: number;
}

/** Where a call writes an experiment. */
const folderOf = (experiment: ExperimentBuilder, { values }: CommandCall): string =>
  typeof values['out'] === 'string'
    ? resolve(values['out'])
    : (experiment.defaultOut?.(values) ?? publishedFolder);

/** Builds one experiment and puts it in place of the old one. */
async function buildOne(experiment: ExperimentBuilder, call: CommandCall): Promise<BuildReport> {
  const { values, output, signal, line } = call;
  const started = new Date();
  const out = folderOf(experiment, call);
  const built = await experiment.build({
    values,
    progress: createProgress(output),
    signal,
    fresh: values['fresh'] === true,
  });
  signal.throwIfAborted();
  const provenance = await provenanceOf(line, started, built);
  const { durationMs } = provenance;
  const finding = findingOf(
    await kindOf(experiment),
    new Map(built.files.map(({ name, text }) => [name, text])),
  );
  const entry = await publishExperiment(
    out,
    { id: experiment.id, kind: experiment.kind, ...built.entry, finding, provenance },
    built.files,
    experimentIds,
  );
  return {
    id: experiment.id,
    folder: relative(process.cwd(), join(out, experiment.id)) || '.',
    finding: entry.finding.sentence,
    headline: entry.headline,
    files: entry.files.map(({ name, bytes }) => ({ name, bytes })),
    durationMs,
  };
}

/** How and with what a run was made, as of now. */
export async function provenanceOf(
  command: string,
  started: Date,
  { packages, measurements }: Partial<Pick<BuiltExperiment, 'packages' | 'measurements'>> = {},
): Promise<Provenance> {
  return {
    program: await programVersion(),
    command,
    startedAt: started.toISOString(),
    durationMs: Date.now() - started.getTime(),
    node: process.versions.node,
    icu: process.versions.icu ?? 'none',
    packages: Object.fromEntries(
      await Promise.all(
        (packages ?? []).map(async (name) => [name, await versionOf(join('node_modules', name))]),
      ),
    ),
    ...(measurements && { measurements }),
  };
}

/** Name and version of this program, for provenance. */
async function programVersion(): Promise<string> {
  return `chunkscope ${await versionOf('.')}`;
}

async function versionOf(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectRoot, folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

async function buildAndReport(
  chosen: readonly ExperimentBuilder[],
  call: CommandCall,
): Promise<typeof exitCode.done> {
  const reports: BuildReport[] = [];
  for (const experiment of chosen) {
    const report = await buildOne(experiment, call);
    reports.push(report);
    if (call.values['json']) continue;
    call.output.out(
      `${report.folder}: ${report.files.length} files, ${bytes(report.files.reduce((sum, file) => sum + file.bytes, 0))}, ${duration(report.durationMs)}\n${report.headline}\n`,
    );
  }
  for (const root of new Set(chosen.map((experiment) => folderOf(experiment, call))))
    await publishAcross(root, acrossFinding(await acrossOf(root)));
  if (call.values['json']) call.output.out(formatJson(reports));
  return exitCode.done;
}

/** `bench -- <experiment>`. */
export function buildCommand(experiment: ExperimentBuilder): Command {
  return {
    usage: `${experiment.id} [options]`,
    summary: `build ${experiment.id}: ${experiment.summary}`,
    details: experiment.details,
    options: { ...experiment.options, ...buildOptions },
    run: (call) => {
      if (call.positionals.length > 0)
        throw new UsageError(`${experiment.id} takes no further argument, found "${call.positionals[0]}"`);
      return buildAndReport([experiment], call);
    },
  };
}

/** `bench -- all`. */
export const buildAllCommand: Command = {
  usage: 'all [options]',
  summary: 'build every experiment, each as it is committed',
  options: buildOptions,
  run: (call) => {
    if (call.positionals.length > 0)
      throw new UsageError(`all takes no further argument, found "${call.positionals[0]}"`);
    return buildAndReport(Object.values(experiments), call);
  },
};
