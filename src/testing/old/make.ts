import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256, type ArtifactFile } from '../../builder/artifacts/store';
import { chunkingText } from '../../builder/chunking/files';
import { neighborText } from '../../builder/neighborExpansion/files';
import { runBenchmark } from '../../experiments/chunking/measure/benchmark';
import { corpusHashInput } from '../../datasets/corpus';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import { evaluateBlend } from '../../experiments/blend/measure/evaluation';
import { blendResults, blendSimilarities, blendSummary } from '../../experiments/blend/measure/files';
import { composeBlendFixtures, noiseRule, type AuthoredSet } from '../../experiments/blend/measure/fixtures';
import { blendBlocks, type BlendBlock } from '../../experiments/blend/measure/methods';
import { similarityBlock } from '../../experiments/blend/measure/similarity';
import { runNeighborExpansion } from '../../experiments/chunking/neighbors/experiment';
import { sampleSquad, squadCorpus } from '../../datasets/squad/sample';
import { GENERATOR } from '../../core/stats/rng';
import { chunkingFiles } from '../../experiments/chunking/files';
import type { BlendFixtures } from '../../experiments/blend/formats';
import { experimentKinds, type ExperimentEntry, type ExperimentKind } from '../../artifact/indexFile';
import { importedText, importTrec } from '../../experiments/items/files';
import { formatJson } from '../../artifact/jsonFormat';
import { neighborFiles } from '../../experiments/chunking/neighbors/files';
import { squadShapedArticles } from '../squadShaped';

/**
 * Writes one small valid artifact of every kind into a new folder below `artifacts/` beside
 * this file, in the formats of today: `npx tsx src/testing/old/make.ts NAME`, and only some
 * kinds with `npx tsx src/testing/old/make.ts NAME KIND …`. What is
 * there is never written again: an old file stays as it was written.
 */

/** A vector of letter counts: enough of a model for rankings that are neither perfect nor random. */
const letters = (text: string): number[] => Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length - 1);
const model = { provider: 'test', name: 'letter counts', revision: '1', dimensions: 26, windowing: 'none' };
const draws = 200;
const corpus = squadCorpus(sampleSquad(squadShapedArticles().slice(0, 2), { articles: 2, questions: 99 }));
const about = { name: 'two invented articles', hash: sha256(corpusHashInput(corpus)), licence: 'MIT', source: null, sample: null };

/** Families of the controlled experiment: a focus in four contexts, with a query each. */
const families = {
  gate: { focus: 'The gate opens at noon.', senses: ['At the lock the water is level by then, and barges wait in pairs.', 'Guests of the fair queue along the meadow wall.', 'The circuit lets a pulse through once a day.', 'Riders hear the bell and the horses bolt.'] },
  bark: { focus: 'The bark is rough.', senses: ['An old oak sheds it in plates.', 'A seal answers another across the bay.', 'The small ship was never planed below its rail.', 'The dog has a cold and sounds like a saw.'] },
  seal: { focus: 'They renewed the seal.', senses: ['Rubber in the pump had cracked.', 'The clerk melted red wax for the charter.', 'A keeper gave the animal a new collar.', 'The committee confirmed its approval of the cheese.'] },
} as const;
const noise = {
  stored: ['Nobody counted the chairs.', 'Soup was served late.', 'Snow lay on two roofs.'],
  query: ['A letter came from Korr.', 'Somebody lost a glove.', 'Paint dries slowly here.'],
};
const setOf = (split: AuthoredSet['split'], ids: readonly (keyof typeof families)[]): AuthoredSet => ({
  split,
  noise,
  families: ids.map((id) => ({
    id,
    title: id,
    domain: 'words with several senses',
    focus: families[id].focus,
    contexts: families[id].senses.map((sense, index) => ({ id: `${id}-${index + 1}`, meaning: `sense ${index + 1}`, text: `${families[id].focus} ${sense}`, queries: [`${families[id].focus} What about ${sense.split(' ').slice(-3).join(' ')}`] })),
  })),
});

function fixturesOf(block: BlendBlock, sets: readonly AuthoredSet[], seed: number): BlendFixtures {
  const countTokens = (text: string): number => text.split(' ').length;
  const { families, records, queries, redrawn } = composeBlendFixtures(block, sets, { seed, sentences: 1, maxTokens: 64, countTokens });
  const longestText = Math.max(...[...records, ...queries].map(({ noisy }) => countTokens(noisy)));
  return { formatVersion: 1, kind: 'blend-fixtures', block, noiseDraw: { seed, generator: GENERATOR, rule: noiseRule, sentencesPerText: 1, maxTokens: 64, tokenizer: 'words', longestText, redrawn }, families, records, queries };
}

function blend(): ArtifactFile[] {
  const fixtures = { context: fixturesOf('context', [setOf('development', ['gate']), setOf('evaluation', ['bark'])], 1), intent: fixturesOf('intent', [setOf('evaluation', ['seal'])], 2) };
  const blocks = { context: similarityBlock(fixtures.context, letters), intent: similarityBlock(fixtures.intent, letters) };
  const corpusHash = { context: sha256(JSON.stringify(fixtures.context)), intent: sha256(JSON.stringify(fixtures.intent)) };
  return [
    ...blendBlocks.map((block) => ({ name: `${block}-fixtures.json`, text: formatJson(fixtures[block], ['records', 'queries']) })),
    ...blendBlocks.map((block) => ({ name: `${block}-results.json`, text: formatJson(blendResults(block, blocks[block], model), ['rankings']) })),
    { name: 'summary.json', text: formatJson(blendSummary({ fixtures, evaluation: evaluateBlend(blocks, { draws }), model, corpusHash })) },
    { name: 'similarities.json', text: formatJson(blendSimilarities(blocks, model)) },
  ];
}

async function chunking(): Promise<ArtifactFile[]> {
  const strategies = committedStrategies().filter(({ id }) => ['fixed_size', 'paragraph', 'sentence_window'].includes(id));
  const run = await runBenchmark(corpus, strategies, undefined, { embedding: { name: 'letters', focusWeight: 0.8, embed: async (texts) => texts.map(letters) } });
  const files = await chunkingFiles(run, { id: 'chunking', title: 'Old chunking', question: 'Is a benchmark of this version still read?', headline: () => 'It is.', model, corpus: { ...about, text: 'included' }, draws, switches: true });
  return files.map(chunkingText);
}

async function neighbors(): Promise<ArtifactFile[]> {
  const strategy = committedStrategies().find(({ id }) => id === 'fixed_size')!;
  const run = await runNeighborExpansion(corpus, strategy, undefined);
  return neighborFiles(run, { id: 'neighbor-expansion', title: 'Old neighbors', question: 'Is an expansion of this version still read?', headline: () => 'It is.', corpus: { ...about, text: 'not included' }, draws }).map(neighborText);
}

/** Runs of other programs: one with ties and an unanswered question, one without. */
async function imported(): Promise<ArtifactFile[]> {
  const file = (name: string, lines: readonly string[]) => ({ name, bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) });
  const qrels = ['q1 0 d1 2', 'q1 0 d2 0', 'q2 0 d3 1', 'q2 0 d4 1', 'q3 0 d5 1', 'q4 0 d6 0'];
  const first = ['q1 Q0 d2 1 3.5 first', 'q1 Q0 d1 2 3.5 first', 'q2 Q0 d3 1 2.25 first', 'q2 Q0 d9 2 1 first', 'q4 Q0 d6 1 0.5 first', 'q9 Q0 d1 1 1 first'];
  const second = ['q1 Q0 d1 1 9 second', 'q2 Q0 d9 1 8 second', 'q2 Q0 d4 2 7 second', 'q3 Q0 d5 1 6 second', 'q4 Q0 d1 1 5 second'];
  const families = ['q1 a', 'q2 a', 'q3 b', 'q4 c'];
  const { files } = await importTrec({ runs: [file('first.run', first), file('second.run', second)], qrels: [file('all.qrels', qrels)], families: file('families.txt', families) }, { id: 'imported', title: 'Old imported runs', sha256 });
  return files.map(importedText);
}

function entryOf(kind: ExperimentKind, files: readonly ArtifactFile[]): ExperimentEntry {
  const { title, question, headline } = JSON.parse(files.find(({ name }) => name === 'summary.json')!.text) as ExperimentEntry;
  const listed = files.map(({ name, text }) => ({ name, sha256: sha256(text), bytes: Buffer.byteLength(text) }));
  const provenance = { program: '0.1.0', command: 'npx tsx src/testing/old/make.ts', startedAt: '2026-11-30T00:00:00.000Z', durationMs: 1, node: '20', icu: '75', packages: {}, measurements: { buildMs: { fixed_size: 1 } } };
  return { id: kind, kind, title, question, headline, data: 'invented', badges: [{ label: 'old', title: 'Kept to be read' }], files: listed, provenance };
}

const [name, ...kinds] = process.argv.slice(2);
if (!name || !/^\d+[\w-]*$/.test(name)) throw new Error(`name the new folder: the format version, and a word where one is there already (2, 2-imported), found ${String(name)}`);
const root = join(import.meta.dirname, 'artifacts', name);
if ((await readdir(root).catch(() => [])).length > 0) throw new Error(`${root} exists: old files are kept as they are`);
const makers: Record<ExperimentKind, () => ArtifactFile[] | Promise<ArtifactFile[]>> = { 'contextual-blend': blend, chunking, 'neighbor-expansion': neighbors, imported };
const wanted = experimentKinds.filter((kind) => kinds.length === 0 || kinds.includes(kind));
const unknown = kinds.find((kind) => !experimentKinds.some((known) => known === kind));
if (unknown !== undefined) throw new Error(`no kind of experiment is called ${unknown}; known: ${experimentKinds.join(', ')}`);
const made: [ExperimentKind, ArtifactFile[]][] = [];
for (const kind of wanted) made.push([kind, await makers[kind]()]);
for (const [kind, files] of made) {
  for (const file of files) {
    const path = join(root, kind, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.text);
  }
}
await writeFile(join(root, 'index.json'), formatJson({ formatVersion: 1, kind: 'index', experiments: made.map(([kind, files]) => entryOf(kind, files)) }));
