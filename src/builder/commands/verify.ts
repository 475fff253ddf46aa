import { isKindId, kindOf } from '../../experiments/kinds';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acrossFinding } from '../../analysis/across/finding';
import { compareValues, openCheck, type DoctorCheck } from '../../analysis/doctor/findings';
import { examine } from '../../analysis/doctor/examine';
import { fileOf, type ExperimentKind } from '../../analysis/kind';
import { decode } from '../../artifact/decode';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { formatJson } from '../../artifact/jsonFormat';
import { parseJsonText } from '../../artifact/jsonText';
import { acrossName, acrossOf } from '../across';
import { listFiles, readArtifact, readIndex, sha256, writeFiles } from '../artifacts/store';
import { exitCode, jsonOption, type Command, type CommandCall } from '../commandLine';
import type { Check } from '../experiment';
import { toolsOf } from '../experiments';
import { createProgress } from '../progress';
import { artifactsFolder, artifactsOption, namedExperiment } from './show';

interface NamedCheck extends Check {
  experiment: string;
}

/** Whether the files are those that the index lists and can be read; `committed` holds the texts when they can. */
async function checkFiles(
  root: string,
  entry: ExperimentEntry,
  kind: ExperimentKind | null,
): Promise<{ checks: Check[]; committed: Map<string, string> }> {
  const checks: Check[] = [];
  const committed = new Map<string, string>();
  for (const { name, sha256: hash, bytes } of entry.files) {
    const outcome = await (async () => {
      const content = await readArtifact(root, entry.id, name);
      if (content.byteLength !== bytes) return `${content.byteLength} bytes, the index says ${bytes}`;
      const found = sha256(content);
      if (found !== hash) return `SHA-256 is ${found}, the index says ${hash}`;
      const file = kind && fileOf(kind, name);
      if (file) decode(file.format, name, parseJsonText(name, content).value);
      committed.set(name, Buffer.from(content).toString('utf8'));
      return null;
    })().catch((error: Error) => error.message);
    checks.push({
      name,
      ok: outcome === null,
      detail: outcome ?? `hash, ${bytes} bytes and format as listed`,
    });
  }
  const listed = new Set(entry.files.map(({ name }) => name));
  const strays = (await listFiles(join(root, entry.id))).filter((name) => !listed.has(name));
  checks.push({
    name: `${entry.id}/`,
    ok: strays.length === 0,
    detail:
      strays.length === 0
        ? 'holds no other file'
        : `holds files that the index does not list: ${strays.join(', ')}`,
  });
  return { checks, committed };
}

/** What the page's check of figures checks. */
async function examineContents(
  kind: ExperimentKind,
  entry: ExperimentEntry,
  committed: ReadonlyMap<string, string>,
  figures: boolean,
): Promise<Check[]> {
  const files = new Map([...committed].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const found = await examine(kind, { entry, files }, { sha256: async (bytes) => sha256(bytes), figures });
  return found.filter(({ id }) => id !== 'files' && id !== 'formats').map(checkOf);
}

const checkOf = ({ title, outcome, detail, findings: [first], count }: DoctorCheck): Check => ({
  name: title,
  ok: outcome === 'open' ? null : outcome === 'holds',
  detail: first
    ? `${first.file} at ${first.path}: found ${first.found}; expected ${first.expected}${count > 1 ? `; and ${count - 1} more` : ''}`
    : detail,
});

async function verifyOne(
  root: string,
  entry: ExperimentEntry,
  { values, output, signal }: CommandCall,
): Promise<{ checks: Check[]; keptIn: string | null }> {
  const kind = isKindId(entry.kind) ? await kindOf(entry) : null;
  const { checks, committed } = await checkFiles(root, entry, kind);
  const tools = toolsOf(entry);
  const failed = () => checks.some(({ ok }) => ok === false);
  if (kind && !failed())
    checks.push(...(await examineContents(kind, entry, committed, tools?.checksFigures !== true)));
  if (!tools)
    checks.push({
      name: entry.id,
      ok: null,
      detail: `this version does not build it; ${kind ? 'nothing was built again' : 'only its files were checked'}`,
    });
  if (!tools || failed()) return { checks, keptIn: null };
  const request = {
    committed,
    full: values['full'] === true,
    requireData: values['require-data'] === true,
    progress: createProgress(output),
    signal,
  };
  const rebuilt = await tools.verify(request);
  if (rebuilt.files.length === 0 || rebuilt.checks.every(({ ok }) => ok !== false))
    return { checks: [...checks, ...rebuilt.checks], keptIn: null };
  const folder = await mkdtemp(join(tmpdir(), 'chunkscope-verify-'));
  await writeFiles(folder, rebuilt.files).catch(async (error: Error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return { checks: [...checks, ...rebuilt.checks], keptIn: folder };
}

/** Whether what the index says of all corpora follows from their files; null where nothing is said and nothing follows. */
async function acrossCheck(root: string): Promise<NamedCheck | null> {
  const name = 'The finding across corpora follows from their figures';
  const { across = null } = await readIndex(root);
  const made = acrossFinding(await acrossOf(root));
  if (!made && !across) return null;
  const check = openCheck('across', name);
  compareValues(check, { file: 'index.json', path: ['across'] }, across, made);
  const found = check.close(made?.sentence ?? 'there are fewer than two corpora');
  return { experiment: acrossName, ...checkOf(found) };
}

const marks = new Map<boolean | null, string>([
  [true, 'ok     '],
  [false, 'FAILED '],
  [null, 'skipped'],
]);

/** A check as a line. That an experiment as a whole was not verified stands at the very beginning of its line. */
export function lineOf(experiment: string, { name, ok, detail }: Check): string {
  if (name === '') return `${ok === null ? '' : `${marks.get(ok)} `}${experiment}: ${detail}`;
  return `${marks.get(ok)} ${experiment}: ${name}: ${detail}`;
}

/** `bench -- verify`. */
export const verifyCommand: Command = {
  usage: 'verify [experiment] [options]',
  summary: 'rebuild what is committed and compare',
  details: [
    'Checks the files against the index, every figure against the stored rankings, and what is built again against what',
    'is committed: lexical results byte for byte, embedded ones by ranks and within 1e-6 in scores. Nothing is read from',
    'the vector cache and nothing is replaced. Exit code 1 when anything differs; the rebuilt files are then kept.',
  ].join('\n'),
  options: {
    full: { type: 'boolean', help: 'rebuild everything, also where that takes long' },
    'require-data': { type: 'boolean', help: 'fail when the data of an experiment is not found' },
    ...jsonOption,
    artifacts: artifactsOption,
  },
  run: async (call) => {
    const { values, positionals, output } = call;
    const root = artifactsFolder(values);
    const wanted = positionals.length > 0 ? await namedExperiment(root, 'verify', positionals) : null;
    const all: NamedCheck[] = [];
    for (const entry of (await readIndex(root)).experiments) {
      if (wanted !== null && entry.id !== wanted) continue;
      const { checks, keptIn } = await verifyOne(root, entry, call);
      all.push(...checks.map((check) => ({ experiment: entry.id, ...check })));
      if (values['json']) continue;
      for (const check of checks) output.out(`${lineOf(entry.id, check)}\n`);
      if (keptIn) output.out(`rebuilt files are in ${keptIn}\n`);
    }
    const across = wanted === null && all.every(({ ok }) => ok !== false) ? await acrossCheck(root) : null;
    if (across) {
      all.push(across);
      if (!values['json']) output.out(`${lineOf(acrossName, across)}\n`);
    }
    if (values['json']) output.out(formatJson(all));
    return all.some(({ ok }) => ok === false) ? exitCode.failed : exitCode.done;
  },
};
