import { textsToEmbed } from '../../experiments/blend/measure/similarity';
import {
  blendFixturesFormat,
  blendSummaryFormat,
  type BlendBlock,
  type BlendSummary,
} from '../../experiments/blend/formats';
import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { loadExperimentFile, loadIndex } from './artifacts';
import { loadTogether } from './promiseCache';
import { publishedArtifacts } from './artifactSource';
import { compute, type RunFile } from './liveCompute';
import type { EmbeddedTexts } from './liveEmbed';
import { packagesOf, program } from './provenance';

/** The published experiment, as far as running it anew needs it. */
export interface PublishedBlend {
  entry: ExperimentEntry;
  summary: BlendSummary;
  /** The fixtures files, byte for byte. */
  fixtures: Record<BlendBlock, Uint8Array>;
  /** Every distinct text that is embedded. */
  texts: string[];
}

/** One promise, fit for `use()`. */
export const loadPublishedBlend = (): Promise<PublishedBlend> => loadTogether('published blend', load);

async function load(): Promise<PublishedBlend> {
  const { value: index } = await loadIndex();
  const entry = index.experiments.find(({ kind }) => kind === blendSummaryFormat.kind);
  if (!entry)
    throw new ArtifactError({
      kind: 'missing',
      file: 'index.json',
      found: 'no controlled experiment',
      expected: 'one of the kind contextual-blend',
    });
  const source = publishedArtifacts;
  const read = async (block: BlendBlock) => {
    const name = `${block}-fixtures.json`;
    const [{ value }, content] = await Promise.all([
      loadExperimentFile(source, entry, name, blendFixturesFormat),
      source.read(`${entry.id}/${name}`, {
        sha256: entry.files.find((file) => file.name === name)?.sha256,
      }),
    ]);
    return { value, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content };
  };
  const [context, intent, { value: summary }] = await Promise.all([
    read('context'),
    read('intent'),
    loadExperimentFile(source, entry, 'summary.json', blendSummaryFormat),
  ]);
  const texts = [...new Set([...textsToEmbed(context.value), ...textsToEmbed(intent.value)])];
  return { entry, summary, fixtures: { context: context.bytes, intent: intent.bytes }, texts };
}

/** A run made in this page, with what to say of it. */
export interface BlendRun {
  entry: ExperimentEntry;
  /** By the names that the entry lists. */
  files: Map<string, RunFile['bytes']>;
  /** Files that equal the published ones byte for byte; null where the browser cannot tell. */
  identical: string[] | null;
  /** Texts that were read in more than one window, which the experiment means to avoid. */
  windowed: number;
}

/** Everything that follows from the vectors of the experiment's texts. */
export async function computeBlend(
  { entry: published, summary, fixtures, texts }: PublishedBlend,
  { vectors: rows, windowed, model }: EmbeddedTexts,
  { id, startedAt }: { id: string; startedAt: Date },
  { signal, onStep }: { signal: AbortSignal; onStep: (step: string) => void },
): Promise<BlendRun> {
  const { provider, name, revision, windowing } = model;
  const { dimensions } = rows;
  const input = {
    fixtures,
    texts,
    vectors: rows,
    model: { provider, name, revision, dimensions, windowing },
    knownHashes: summary.corpusHash,
  };
  const result = await compute().run('blendRun', input, {
    signal,
    onEvent: ({ step }) => onStep(step),
    transfer: [rows.values.buffer],
  });
  const entry: ExperimentEntry = {
    id,
    kind: 'contextual-blend',
    title: `${result.title}, run with ${name}`,
    question: result.question,
    headline: result.headline,
    data: result.data,
    badges: [
      { label: name, title: `Embedded with ${name} (${revision}), ${dimensions} dimensions` },
      {
        label: 'run in this page',
        title: 'Made in a browser from the published texts; not part of the published figures',
      },
      {
        label: `${result.clusters} families`,
        title: `Intervals: ${result.draws} bootstrap draws over ${result.clusters} evaluation families`,
      },
    ],
    files: result.files.map((file) => ({
      name: file.name,
      bytes: file.bytes.length,
      sha256: file.sha256 ?? '',
    })),
    provenance: {
      program: `${program}, in the browser`,
      command: 'live panel, reproduce the controlled experiment',
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      node: `none (${navigator.userAgent})`,
      icu: 'of the browser',
      packages: packagesOf(provider),
    },
  };
  const publishedHash = new Map(published.files.map((file) => [file.name, file.sha256]));
  const hashed = result.files.every(({ sha256 }) => sha256 !== null);
  return {
    entry,
    files: new Map(result.files.map((file) => [file.name, file.bytes])),
    identical: hashed
      ? result.files.filter((file) => publishedHash.get(file.name) === file.sha256).map((file) => file.name)
      : null,
    windowed,
  };
}
