import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { formatJson } from '../../artifact/jsonFormat';
import { packRun } from '../../artifact/runBundle';
import { bytes } from '../../core/stats/format';
import { readOwnFacts } from '../../datasets/threads/ownFacts';
import { readOwnThreads } from '../../datasets/threads/ownThreads';
import { ownThreadsQuestion, threadsEntry, threadsTexts } from '../../experiments/threads/files';
import { publishExperiment } from '../artifacts/store';
import { exitCode, type CommandCall, type ExitCode } from '../commandLine';
import { provenanceOf } from '../commands/build';
import { experimentIds } from '../experiments';
import { namedText } from '../own/inputs';
import { createProgress } from '../progress';
import { buildThreads } from './build';
import { threadsScorecard } from './scorecard';
import type { OwnThreadsCall } from './setup';

/** Measures a reader's own threads: the same artifact as the page makes. */
export async function runOwnThreads(
  { output, signal, line, values }: CommandCall,
  wanted: OwnThreadsCall,
): Promise<ExitCode> {
  const started = new Date();
  const progress = createProgress(output);
  const files = [];
  for (const path of wanted.threads) files.push(await namedText('--threads', path));
  const read = readOwnThreads(files);
  const asked = await namedText('--facts', wanted.facts);
  const found = readOwnFacts(asked.name, asked.text, read.threads);
  const notices = [...read.notices, ...found.notices];
  for (const notice of notices) progress.note(notice);
  const [{ openEmbedder }, { createDiskCache }] = await Promise.all([
    import('../own/embedder'),
    import('../embeddings/diskCache'),
  ]);
  const cache = wanted.fresh ? null : createDiskCache(wanted.cache && resolve(wanted.cache));
  const provider = await openEmbedder(wanted.embedder, wanted, cache);
  const { id } = wanted;
  const made = await buildThreads({
    corpus: {
      name: files.map(({ name }) => name).join(', '),
      threads: read.threads,
      facts: found.facts,
      mixed: [],
    },
    setup: wanted.setup,
    provider,
    id,
    title: wanted.title ?? 'My threads',
    question: ownThreadsQuestion,
    notices,
    progress,
    signal,
  }).finally(() => cache?.close());
  signal.throwIfAborted();
  const texts = threadsTexts(made);
  const provenance = await provenanceOf(line, started, {
    packages: ['gpt-tokenizer', 'unicode-segmenter', 'd3-array', 'd3-random'],
  });
  const out = resolve(wanted.out);
  const entry = await publishExperiment(
    out,
    {
      id,
      kind: 'threads',
      ...threadsEntry(made.summary, { label: 'own run', title: 'Measured on the command line' }),
      provenance,
    },
    texts,
    experimentIds,
  );
  const zip = join(out, `${id}.zip`);
  await mkdir(out, { recursive: true });
  await writeFile(
    `${zip}.part`,
    packRun({ entry, files: new Map(texts.map(({ name, text }) => [name, new TextEncoder().encode(text)])) }),
  );
  await rename(`${zip}.part`, zip);
  const { rows, text } = threadsScorecard(made.summary);
  const folder = relative(process.cwd(), join(out, id)) || '.';
  output.out(
    values['json']
      ? formatJson({ id, folder, headline: made.summary.headline, notices, rows })
      : `${folder}: ${texts.length} files, ${bytes(entry.files.reduce((sum, file) => sum + file.bytes, 0))}; drop ${folder}.zip on the page to open it\n${text}\n`,
  );
  return exitCode.done;
}
