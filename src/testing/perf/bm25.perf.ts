import MiniSearch from 'minisearch';
import winkBm25 from 'wink-bm25-text-search';
import { buildBm25 } from '../../core/retrieval/bm25';
import { generatedQueries, generatedTexts } from './generatedText';
import { compare, type PerfRow } from './measure';

/** BM25 against two peers at 20,000 texts, and against its own plain path at 200,000. */
export async function run(): Promise<PerfRow[]> {
  const texts = generatedTexts(20_000);
  const queries = generatedQueries(40);
  const rows = await compare(
    'BM25 index of 20,000 texts',
    [
      { name: 'chunkscope', run: () => buildBm25(texts) },
      { name: 'minisearch', run: () => mini(texts), target: '≥ 8' },
      { name: 'wink-bm25-text-search', run: () => wink(texts), target: '≥ 5' },
    ],
    3,
    1,
  );
  const ours = buildBm25(texts);
  const minisearch = mini(texts);
  const engine = wink(texts);
  rows.push(
    ...(await compare(
      'BM25 top 10 of 20,000 texts, 40 queries',
      [
        { name: 'chunkscope', run: () => queries.map((query) => ours.search(query, 10)) },
        {
          name: 'minisearch',
          run: () => queries.map((query) => minisearch.search(query).slice(0, 10)),
          target: '≥ 100',
        },
        {
          name: 'wink-bm25-text-search',
          run: () => queries.map((query) => engine.search(query, 10)),
          target: '≥ 50',
        },
      ],
      5,
      1,
    )),
  );
  const large = buildBm25(generatedTexts(200_000, 0.7));
  for (const query of queries) {
    if (JSON.stringify(large.search(query, 10)) !== JSON.stringify(large.searchPlain(query, 10)))
      throw new Error(`BM25: skipping changed the result of ${JSON.stringify(query)}`);
  }
  rows.push(
    ...(await compare('BM25 top 10 of 200,000 texts, 40 queries', [
      { name: 'chunkscope, skipping', run: () => queries.map((query) => large.search(query, 10)) },
      {
        name: 'chunkscope, plain',
        run: () => queries.map((query) => large.searchPlain(query, 10)),
        target: '≥ 2',
      },
    ])),
  );
  return rows;
}

function mini(texts: readonly string[]): MiniSearch {
  const index = new MiniSearch({ fields: ['text'] });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return index;
}

function wink(texts: readonly string[]): winkBm25.Engine {
  const engine = winkBm25();
  engine.defineConfig({ fldWeights: { text: 1 } });
  engine.definePrepTasks([(text) => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)]);
  texts.forEach((text, id) => engine.addDoc({ text }, id));
  engine.consolidate();
  return engine;
}
