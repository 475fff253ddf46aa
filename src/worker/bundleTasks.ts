import { unzipSync } from 'fflate';
import { findingOf, nothingFound } from '../analysis/finding';
import { fileOf } from '../analysis/kind';
import { decode, describe } from '../artifact/decode';
import { isKindId, kindIds, kindOf, kinds, type KindId } from '../experiments/kinds';
import { ArtifactError } from '../artifact/errors';
import { indexFormat, type ExperimentEntry, type FileEntry } from '../artifact/indexFile';
import { encodeJson, packRun } from '../artifact/runBundle';
import { parseJsonText, readLimits } from '../artifact/jsonText';
import type { BundleTasks, NamedBytes, OpenAnswer, RunFiles } from './bundleProtocol';
import { sha256Hex } from '../artifact/sha256';
import type { TaskHandlers } from './taskChannel';

/** Files in one zip: more than any run has. */
const maxFiles = 5000;
const expectedBundle =
  'a zip that this page made (“Download the run”), or the JSON files of one run, summary.json among them';

/** The handlers of the bundle worker; tests run them without one. */
export function createBundleTasks(): TaskHandlers<BundleTasks> {
  return {
    pack: async ({ run, withText }) => packRun(withText ? run : await withoutText(run)),
    open: async ({ files }) => answer(() => openFiles(files)),
  };
}

async function answer(read: () => Promise<RunFiles[]>): Promise<OpenAnswer> {
  try {
    return { kind: 'runs', runs: await read() };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    const { kind, file, path, found, expected } = error;
    // A file in the reader's hand is there, whatever a server's would be.
    if (kind === 'missing')
      return {
        kind: 'refused',
        problem: {
          kind: 'wrong-kind',
          file,
          path,
          found: found.replace(/^(an HTML page),.*/, '$1'),
          expected,
        },
      };
    return { kind: 'refused', problem: { kind, file, path, found, expected } };
  }
}

/** The same run without anybody's words: offsets, ranks, scores and figures stay. */
async function withoutText({ entry, files }: RunFiles): Promise<RunFiles> {
  const kind = await kindOf(entry);
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [name, bytes] of files) {
    // What the kind does not know may hold anything.
    const file = fileOf(kind, name);
    if (!file || file.withoutText === 'left out') continue;
    if (file.withoutText === 'has none') kept.set(name, bytes);
    else {
      const value = decode(file.format, name, parseJsonText(name, bytes).value);
      kept.set(name, encodeJson(file.withoutText(value as never)));
    }
  }
  return {
    entry: { ...entry, files: await Promise.all([...kept].map(([name, bytes]) => fileEntry(name, bytes))) },
    files: kept,
  };
}

/** How a file stands in an index. Where no hash can be computed it is left open. */
async function fileEntry(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileEntry> {
  return { name, sha256: (await sha256Hex(bytes)) ?? '', bytes: bytes.byteLength };
}

async function openFiles(files: readonly NamedBytes[]): Promise<RunFiles[]> {
  const [first] = files;
  if (!first)
    throw new ArtifactError({
      kind: 'missing',
      file: 'what was dropped',
      found: 'no file',
      expected: expectedBundle,
    });
  const zip = files.find(({ bytes }) => isZip(bytes));
  if (zip && files.length > 1)
    throw new ArtifactError({
      kind: 'wrong-kind',
      file: zip.name,
      found: `a zip together with ${files.length - 1} other file(s)`,
      expected: 'one zip, or only JSON files of one run',
    });
  return zip ? openZip(zip) : [await openLoose(files)];
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

async function openZip({ name, bytes }: NamedBytes): Promise<RunFiles[]> {
  const inside = unzip(name, bytes);
  const indexes = [...inside.keys()]
    .filter((path) => /(^|\/)index\.json$/.test(path))
    .sort((a, b) => a.length - b.length);
  const [indexPath] = indexes;
  if (indexPath === undefined)
    return [
      await openLoose(
        [...inside].map(([path, content]) => ({ name: path, bytes: content })),
        name,
      ),
    ];
  const base = indexPath.slice(0, -'index.json'.length);
  const shown = `${indexPath} in ${name}`;
  const index = decode(indexFormat, shown, parseJsonText(shown, inside.get(indexPath)!).value);
  const runs = index.experiments.flatMap((entry): RunFiles[] => {
    const files = new Map(
      entry.files.flatMap(({ name: file }) =>
        inside.has(`${base}${entry.id}/${file}`)
          ? [[file, inside.get(`${base}${entry.id}/${file}`)!] as const]
          : [],
      ),
    );
    return files.size === 0 ? [] : [{ entry, files }];
  });
  if (runs.length === 0)
    throw new ArtifactError({
      kind: 'missing',
      file: name,
      found: `an index of ${index.experiments.length} experiment(s), and none of their files`,
      expected: expectedBundle,
    });
  for (const run of runs) await checkSummary(run, name);
  return runs;
}

function unzip(file: string, bytes: Uint8Array): Map<string, Uint8Array<ArrayBuffer>> {
  let count = 0;
  let total = 0;
  let unpacked: Record<string, Uint8Array<ArrayBuffer>>;
  try {
    unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        total += originalSize;
        if (count > maxFiles)
          throw new ArtifactError({
            kind: 'too-large',
            file,
            found: `more than ${maxFiles} files`,
            expected: `at most ${maxFiles}`,
          });
        if (total > readLimits.bytes)
          throw new ArtifactError({
            kind: 'too-large',
            file,
            found: `more than ${readLimits.bytes} bytes when unpacked`,
            expected: `at most ${readLimits.bytes}`,
          });
        // What operating systems add to archives is none of the run.
        return name.endsWith('.json') && !/(^|\/)(__MACOSX\/|\._)/.test(name);
      },
    });
  } catch (error) {
    if (error instanceof ArtifactError) throw error;
    throw new ArtifactError({
      kind: 'truncated',
      file,
      found: 'a zip that cannot be unpacked: it stops early or was changed',
      expected: expectedBundle,
    });
  }
  return new Map(Object.entries(unpacked));
}

/** A run from JSON files without an index: their contents say what each is, whatever it is called. */
async function openLoose(given: readonly NamedBytes[], archive?: string): Promise<RunFiles> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let entry: ExperimentEntry | undefined;
  for (const { name, bytes } of given) {
    const shown = archive === undefined ? name : `${name} in ${archive}`;
    const { value } = parseJsonText(shown, bytes);
    const kind = isRecord(value) ? value['kind'] : undefined;
    const own = isKindId(kind) ? kind : undefined;
    const canonical = own === undefined ? await canonicalName(value) : 'summary.json';
    if (kind === 'index' && given.length > 1) continue;
    if (canonical === null && given.length === 1)
      throw new ArtifactError({
        kind: 'wrong-kind',
        file: shown,
        path: isRecord(value) && 'kind' in value ? '$.kind' : '$',
        found: isRecord(value) && 'kind' in value ? describe(kind) : describe(value),
        expected: expectedBundle,
      });
    const place = canonical ?? baseName(name);
    // Of two that claim one place, the later must not replace the earlier unseen.
    if (canonical !== null && files.has(place))
      throw new ArtifactError({
        kind: 'wrong-kind',
        file: shown,
        found: `a second ${place}`,
        expected: 'the files of one run',
      });
    if (own !== undefined) entry = await entryOfSummary(own, value as Record<string, unknown>, shown);
    files.set(place, bytes);
  }
  if (!entry)
    throw new ArtifactError({
      kind: 'missing',
      file: archive ?? listed(given.map(({ name }) => name)),
      found: 'no summary.json',
      expected: expectedBundle,
    });
  const run = {
    entry: {
      ...entry,
      finding: findingOf(await kindOf(entry), files),
      files: [...files].map(([name, bytes]) => ({ name, sha256: '', bytes: bytes.byteLength })),
    },
    files,
  };
  await checkSummary(run, archive);
  return run;
}

/** Where a file stands in its artifact, by what it says of itself; null for a file that says nothing. */
async function canonicalName(value: unknown): Promise<string | null> {
  if (!isRecord(value)) return null;
  for (const id of kindIds) {
    const name = (await kinds[id]()).fileName(value);
    if (name !== null) return name;
  }
  return null;
}

/** A run whose summary cannot be read is refused when it is opened, not when a view is. */
async function checkSummary({ entry, files }: RunFiles, archive?: string): Promise<void> {
  const bytes = files.get('summary.json');
  if (!bytes) return;
  const { format } = fileOf(await kindOf(entry), 'summary.json')!;
  const shown = archive === undefined ? 'summary.json' : `summary.json in ${archive}`;
  decode(format, shown, parseJsonText(shown, bytes).value);
}

/** What an index would say of a summary that came without one. */
async function entryOfSummary(
  kind: KindId,
  value: Record<string, unknown>,
  file: string,
): Promise<ExperimentEntry> {
  decode(fileOf(await kinds[kind](), 'summary.json')!.format, file, value);
  const textOf = (name: string, otherwise: string): string =>
    typeof value[name] === 'string' ? value[name] : otherwise;
  return {
    id: textOf('id', 'run'),
    kind,
    title: textOf('title', textOf('id', 'A run')),
    question: textOf('question', ''),
    headline: textOf('headline', ''),
    finding: nothingFound(''),
    data: `from ${file}, which came without an index`,
    badges: [],
    files: [],
    provenance: {
      program: 'not stated',
      command: 'not stated',
      startedAt: 'not stated',
      durationMs: 0,
      node: 'not stated',
      icu: 'not stated',
      packages: {},
    },
  };
}

/** The first names of many. */
const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
