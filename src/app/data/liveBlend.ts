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
import type { RunFile } from './liveCompute';
import { sendPlan, type SendPlan } from './liveEmbed';
import { runTask, type EmbedWith, type RunHooks } from './liveTasks';
import { packagesOf, program } from './provenance';

/** The published experiment, as far as running it anew needs it. */
export interface PublishedBlend {
  entry: ExperimentEntry;
  summary: BlendSummary;
  /** The fixtures files, byte for byte. */
  fixtures: Record<BlendBlock, Uint8Array>;
  /** Every distinct text that is embedded. */
  texts: string[];
  /** Of these, whole queries. */
  queries: string[];
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
  const queries = [...context.value.queries, ...intent.value.queries].flatMap(({ clean, noisy }) => [
    clean,
    noisy,
  ]);
  return { entry, summary, fixtures: { context: context.bytes, intent: intent.bytes }, texts, queries };
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

/** What a run with a model over the network would send. */
export async function planBlend(
  { texts, queries }: PublishedBlend,
  embedWith: EmbedWith,
  hooks: RunHooks,
): Promise<SendPlan> {
  return sendPlan(embedWith.choice, await runTask('planBlend', embedWith, { texts, queries }, hooks));
}

/** Embeds the published texts and makes everything that follows from their vectors. */
export async function runBlend(
  { entry: published, summary, fixtures, texts, queries }: PublishedBlend,
  embedWith: EmbedWith,
  { id, startedAt }: { id: string; startedAt: Date },
  hooks: RunHooks,
): Promise<BlendRun> {
  const input = { fixtures, texts, queries, knownHashes: summary.corpusHash };
  const result = await runTask('runBlend', embedWith, input, hooks);
  const { provider, name, revision, dimensions } = result.model;
  const entry: ExperimentEntry = {
    id,
    kind: 'contextual-blend',
    title: `${result.title}, run with ${name}`,
    question: result.question,
    headline: result.headline,
    finding: result.finding,
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
    windowed: result.windowed,
  };
}
