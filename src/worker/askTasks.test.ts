import { describe, expect, it } from 'vitest';
import { chunkingStrategies, strategyIds } from '../core/chunking/registry';
import { textAt } from '../core/text/packedTexts';
import { searchBenchmark } from '../experiments/chunking/measure/benchmark';
import { askedRetrievers, type AskedRetriever } from '../experiments/chunking/measure/setups';
import { computePage, embedsBy, testEndpoint } from '../testing/computeTasks';
import type { HeldDocument } from '../datasets/own/asked';
import { createGoldFinder } from '../datasets/own/locate';
import { prepareOwnRun } from '../experiments/chunking/own/run';
import type { BenchmarkSetup, SecondRetriever } from '../experiments/chunking/own/setup';
import { createStepper } from './benchmarkSteps';
import type { EmbedderSpec } from './embedProtocol';
import { estimateTokenizer } from '../core/chunking/tokens';

/** Sentences of invented words, enough for several chunks of every strategy. */
const words = 'amber basil cedar delta ember fjord grove heron inlet jetty knoll larch marsh north'.split(
  ' ',
);
const sentence = (seed: number) =>
  Array.from({ length: 9 }, (_, place) => words[(seed * 7 + place * place + place) % words.length]).join(' ');
const paragraph = (seed: number) =>
  `${Array.from({ length: 6 }, (_, place) => `The ${sentence(seed + place)}.`).join(' ')}\n\n`;
const documents: HeldDocument[] = [
  { id: 'a.md', text: Array.from({ length: 8 }, (_, place) => paragraph(place)).join('') },
  { id: 'b.md', text: `Otters sleep afloat, hand in hand. ${paragraph(40)}` },
];

/** How often each letter occurs: near for texts of like words. */
const letters = (text: string) =>
  Array.from(
    { length: 26 },
    (_, place) => 0.1 + text.toLowerCase().split(String.fromCharCode(97 + place)).length,
  );

const variants = strategyIds.map((id) => ({
  id,
  strategy: id,
  label: chunkingStrategies[id].label,
  parameters: {},
}));
const setupOf = (retriever: AskedRetriever): BenchmarkSetup => ({
  variants,
  keepWithoutGold: true,
  embedding:
    retriever === 'bm25'
      ? null
      : { name: 'letters', retrievers: [retriever satisfies SecondRetriever], focusWeight: 0.8 },
});
/** An endpoint without windows: a vector is that of the whole text. */
function readsWhole(): EmbedderSpec {
  const spec = testEndpoint();
  if (spec.kind === 'remote') spec.endpoint.model = { ...spec.endpoint.model, maxTokens: null };
  return spec;
}

const question = 'Where do otters sleep?';
const inputOf = (retriever: AskedRetriever, asked = question) => ({
  question: asked,
  setup: setupOf(retriever),
  spec: readsWhole(),
  probe: false,
});
const plain = { signal: new AbortController().signal, emit: () => undefined };

describe('a question without gold', () => {
  it.each(askedRetrievers)('is answered with what a run would return, by %s', async (retriever) => {
    const { tasks, context } = computePage(embedsBy(letters));
    await tasks.hold({ documents }, plain);
    const { rows } = await tasks.ask(inputOf(retriever), context);

    const asked = { id: 'q', text: question, document: null, answers: [], marks: [], family: null };
    const { prepared } = await prepareOwnRun(
      {
        documents,
        questions: [asked],
        setup: setupOf(retriever),
        finder: createGoldFinder(documents),
        tokenizer: estimateTokenizer,
      },
      createStepper(plain),
    );
    const { embedding } = setupOf(retriever);
    const run = await searchBenchmark({
      ...prepared,
      options: embedding
        ? {
            embedding: {
              ...embedding,
              embed: async (texts) =>
                texts.map((text) => {
                  const vector = letters(text);
                  const norm = Math.hypot(...vector);
                  return vector.map((value) => value / norm);
                }),
            },
            retrievers: [retriever],
          }
        : {},
    });
    expect(rows.map(({ strategy }) => strategy)).toEqual(strategyIds);
    for (const { strategy, contexts, chunks, around } of rows) {
      // By a model the semantic strategy cuts by sentence vectors, which the plain run here does not.
      if (strategy === 'semantic' && retriever !== 'bm25') continue;
      const own = run.rows.find((row) => row.strategy === strategy && row.retriever === retriever)!;
      const { index } = run.strategies.find((known) => known.index.strategy.id === strategy)!;
      const expected = own.rankings[0]!.slice(0, 10);
      expect(contexts.map(({ score }) => score)).toHaveLength(expected.length);
      contexts.forEach((context, place) => {
        expect(context).toMatchObject(index.contexts[expected[place]!.index]!);
        expect(context.score).toBeCloseTo(expected[place]!.score, 6);
        expect(context.tokens).toBe(index.contextTokens[expected[place]!.index]);
      });
      expect(chunks).toBe(index.chunks.length);
      for (const { document, first, starts } of around)
        expect([first, starts.length]).toEqual([
          index.chunkOffsets[document],
          index.chunkOffsets[document + 1]! - index.chunkOffsets[document]!,
        ]);
    }
  });

  it('cuts and indexes once for all questions, until other documents are held', async () => {
    const { tasks, context, events } = computePage(embedsBy(letters));
    await tasks.hold({ documents }, plain);
    await tasks.ask(inputOf('bm25'), context);
    const steps = events.length;
    expect(steps).toBeGreaterThan(0);
    const again = await tasks.ask(inputOf('bm25', 'amber heron'), context);
    expect(events).toHaveLength(steps);
    expect(again.rows[0]!.contexts[0]).toMatchObject({ document: 0 });

    await tasks.hold({ documents: [documents[1]!] }, plain);
    const { rows } = await tasks.ask(inputOf('bm25'), context);
    expect(events.length).toBeGreaterThan(steps);
    expect(rows.every(({ contexts }) => contexts.every(({ document }) => document === 0))).toBe(true);
  });

  it('embeds of a second question nothing but its own words, as its plan says', async () => {
    const { tasks, context, events } = computePage(embedsBy(letters));
    await tasks.hold({ documents }, plain);
    await tasks.ask(inputOf('embedding'), context);
    const sent = events.length;
    // Without the strategy that the plan cuts by words.
    const other = (asked: string) => {
      const input = inputOf('embedding', asked);
      return {
        ...input,
        setup: { ...input.setup, variants: variants.filter(({ id }) => id !== 'semantic') },
      };
    };
    const plan = await tasks.planAsk(other('amber heron'), context);
    // The other input is a kept one, asked again to see whether the model is still the same.
    expect([plan.inputs, plan.check, textAt(plan.listed, 0)]).toEqual([2, true, 'amber heron']);
    await tasks.ask(other('amber heron'), context);
    const sends = events.slice(sent).flatMap((event) => (event.kind === 'send' ? event.inputs : []));
    expect(sends).toEqual(['amber heron']);
  });

  it('finds nothing with nothing to compare, and says so with an empty list', async () => {
    const { tasks, context } = computePage(embedsBy(letters));
    await tasks.hold({ documents }, plain);
    const { rows } = await tasks.ask(inputOf('bm25', 'zzz qqq'), context);
    expect(rows.every(({ contexts, around }) => contexts.length === 0 && around.length === 0)).toBe(true);
  });
});
