import { blendResults, blendSimilarities, blendSummary } from '../experiments/blend/measure/files';
import { evaluateBlend, type BlendBlocks } from '../experiments/blend/measure/evaluation';
import { similarityBlock } from '../experiments/blend/measure/similarity';
import type { BlendBlock } from '../experiments/blend/measure/methods';
import { blendFixturesFormat } from '../experiments/blend/formats';
import { decode } from '../artifact/decode';
import { formatJson } from '../artifact/jsonFormat';
import { parseJsonText } from '../artifact/jsonText';
import type { BlendRunInput, BlendRunResult, PackedVectors, RunFile } from './computeProtocol';

/**
 * The six files of the controlled experiment from the vectors of its texts: the same
 * computation, and the same layout of the files, as the command line makes. The fixtures
 * go through unchanged.
 */
export async function blendRun(
  { fixtures, texts, vectors, model, knownHashes }: BlendRunInput,
  onStep: (step: string) => void,
): Promise<BlendRunResult> {
  const rows = new Map(texts.map((text, row) => [text, rowOf(vectors, row)]));
  const read = (block: BlendBlock) => {
    const { value } = parseJsonText(`${block}-fixtures.json`, fixtures[block]);
    return { value, decoded: decode(blendFixturesFormat, `${block}-fixtures.json`, value) };
  };
  const [context, intent] = [read('context'), read('intent')];
  const vectorOf = (text: string) => rows.get(text);
  onStep('Ranking every query under every method and condition');
  const blocks: BlendBlocks = {
    context: similarityBlock(context.decoded, vectorOf),
    intent: similarityBlock(intent.decoded, vectorOf),
  };
  // Of the value as it stands in the file, as the builder takes it.
  const hashOf = async (block: BlendBlock, value: unknown) =>
    (await sha256(new TextEncoder().encode(JSON.stringify(value)))) ?? knownHashes[block];
  const corpusHash = {
    context: await hashOf('context', context.value),
    intent: await hashOf('intent', intent.value),
  };
  onStep('Drawing 10,000 bootstrap samples of families');
  const evaluation = evaluateBlend(blocks);
  const summary = blendSummary({
    fixtures: { context: context.decoded, intent: intent.decoded },
    evaluation,
    model,
    corpusHash,
  });
  onStep('Writing the files');
  const file = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<RunFile> => ({
    name,
    bytes,
    sha256: await sha256(bytes),
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
    data: `${counts.families} authored families, ${counts.records} records, ${counts.specificEvaluationQueries} specific and ${counts.genericEvaluationQueries} generic evaluation queries`,
    clusters: summary.bootstrap.clusters,
    draws: summary.bootstrap.draws,
  };
}

export function rowOf({ dimensions, values }: PackedVectors, row: number): Float32Array {
  return values.subarray(row * dimensions, (row + 1) * dimensions);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
  return digest
    ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    : null;
}
