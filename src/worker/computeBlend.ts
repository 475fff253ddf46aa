import { blendResults, blendSimilarities, blendSummary } from '../experiments/blend/measure/files';
import { evaluateBlend, type BlendBlocks } from '../experiments/blend/measure/evaluation';
import { similarityBlock } from '../experiments/blend/measure/similarity';
import type { BlendBlock } from '../experiments/blend/measure/methods';
import { blendFinding } from '../experiments/blend/finding';
import { blendFixturesFormat } from '../experiments/blend/formats';
import { decode } from '../artifact/decode';
import { formatJson } from '../artifact/jsonFormat';
import { parseJsonText } from '../artifact/jsonText';
import type { BlendModel } from '../experiments/blend/measure/files';
import type { VectorCache } from '../providers/shared/vectorCache';
import type { BlendRunInput, BlendRunResult, ComputeTasks } from './computeProtocol';
import type { RunFile } from './runFile';
import type { RunWork } from './embedProtocol';
import type { Embedders } from './embedders';
import { embedSets, planSets, prefixesOf, tokenSums } from './embedLists';
import { sha256Hex } from '../artifact/sha256';
import { storedModel } from './storedModel';
import type { TaskHandlers } from './taskChannel';

/** The controlled experiment on the page: its published texts, embedded with a model of the reader's. */
export function blendHandlers(
  embedders: Embedders,
  cache: VectorCache,
): TaskHandlers<Pick<ComputeTasks, 'planBlend' | 'runBlend'>> {
  return {
    // No question whether texts are read to their end: they are single sentences.
    planBlend: ({ spec, texts, queries }, { signal }) =>
      planSets(spec, embedders, cache, [texts], { probe: false, queries, signal }),

    async runBlend({ spec, texts, queries, fixtures, knownHashes, ticket }, { signal, emit }) {
      const provider = embedders.open(spec, emit, ticket, signal);
      const [embedded] = await embedSets(provider, cache, [texts], {
        signal,
        prefixOf: prefixesOf(spec, { queries }),
        onProgress: (progress) => emit({ kind: 'embed', stage: 'all', ...progress }),
      });
      const made = await blendRun(
        {
          fixtures,
          knownHashes,
          vectors: new Map(texts.map((text, at) => [text, embedded!.vectors[at]!])),
          model: storedModel(provider.model),
        },
        (kind) => emit({ kind: 'step', step: { kind }, done: 0, total: 1 }),
      );
      return { ...made, spec, model: provider.model, windowed: tokenSums([embedded!]).windowed };
    },
  };
}

interface EmbeddedBlend extends Pick<BlendRunInput, 'fixtures' | 'knownHashes'> {
  vectors: ReadonlyMap<string, Float32Array>;
  model: BlendModel;
}

/**
 * The six files of the controlled experiment from the vectors of its texts: the same
 * computation, and the same layout of the files, as the command line makes. The fixtures
 * go through unchanged.
 */
export async function blendRun(
  { fixtures, vectors, model, knownHashes }: EmbeddedBlend,
  onStep: (work: RunWork) => void,
): Promise<Omit<BlendRunResult, 'spec' | 'model' | 'windowed'>> {
  const read = (block: BlendBlock) => {
    const { value } = parseJsonText(`${block}-fixtures.json`, fixtures[block]);
    return { value, decoded: decode(blendFixturesFormat, `${block}-fixtures.json`, value) };
  };
  const [context, intent] = [read('context'), read('intent')];
  const vectorOf = (text: string) => vectors.get(text);
  onStep('ranking under every method');
  const blocks: BlendBlocks = {
    context: similarityBlock(context.decoded, vectorOf),
    intent: similarityBlock(intent.decoded, vectorOf),
  };
  // Of the value as it stands in the file, as the builder takes it.
  const hashOf = async (block: BlendBlock, value: unknown) =>
    (await sha256Hex(new TextEncoder().encode(JSON.stringify(value)))) ?? knownHashes[block];
  const corpusHash = {
    context: await hashOf('context', context.value),
    intent: await hashOf('intent', intent.value),
  };
  onStep('drawing families');
  const evaluation = evaluateBlend(blocks);
  const summary = blendSummary({
    fixtures: { context: context.decoded, intent: intent.decoded },
    evaluation,
    model,
    corpusHash,
  });
  onStep('writing files');
  const file = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<RunFile> => ({
    name,
    bytes,
    sha256: await sha256Hex(bytes),
  });
  const json = (name: string, value: unknown, rowsOf: readonly string[] = []) =>
    file(name, new TextEncoder().encode(formatJson(value, rowsOf)));
  const { counts } = summary;
  return {
    files: [
      await file('context-fixtures.json', Uint8Array.from(fixtures.context)),
      await file('intent-fixtures.json', Uint8Array.from(fixtures.intent)),
      await json('context-results.json', blendResults('context', blocks.context, model), ['rankings']),
      await json('intent-results.json', blendResults('intent', blocks.intent, model), ['rankings']),
      await json('summary.json', summary),
      await json('similarities.json', blendSimilarities(blocks, model)),
    ],
    title: summary.title,
    question: summary.question,
    headline: summary.headline,
    finding: blendFinding(summary),
    data: `${counts.families} authored families, ${counts.records} records, ${counts.specificEvaluationQueries} specific and ${counts.genericEvaluationQueries} generic evaluation queries`,
    clusters: summary.bootstrap.clusters,
    draws: summary.bootstrap.draws,
  };
}
