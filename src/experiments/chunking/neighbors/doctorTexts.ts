import { counted } from '../../../core/stats/words';
import type { BenchmarkCorpus, GoldSpan } from '../../../datasets/corpus';
import { documentTokens } from '../measure/documentTokens';
import { bm25Ranker } from '../measure/rankers';
import { findAnswers, relevantContexts } from '../measure/relevance';
import { indexedTexts, type StrategyIndex } from '../measure/strategyIndex';
import { chunkText } from '../../../core/chunking/registry';
import { firstOf } from '../measure/outcomes';
import { relevantRuns } from './answerRuns';
import { indexTokens } from '../../../core/retrieval/bm25Index';
import type { NeighborChunks, NeighborHits, NeighborQuestions, NeighborSummary } from './formats';
import type { CorpusTexts } from '../../../analysis/doctor/options';
import { tokenizerOf } from '../doctor/measured';
import { checkGoldTexts, checkHash } from '../doctor/texts';
import type { ContentOptions } from '../../../analysis/doctor/options';
import { compareValues, leftOpen, openCheck, type DoctorCheck } from '../../../analysis/doctor/findings';

export interface StoredExpansion {
  summary: NeighborSummary;
  questions: NeighborQuestions;
  chunks: NeighborChunks;
  hits: NeighborHits;
}

/** The chunks of an expansion as an index of them; each is its own context. */
export function indexOf({ strategy }: NeighborSummary, { documents }: NeighborChunks): StrategyIndex {
  const chunks: GoldSpan[] = documents.flatMap(({ spans }, document) =>
    Array.from({ length: spans.length / 2 }, (_, chunk) => ({
      document,
      start: spans[2 * chunk]!,
      end: spans[2 * chunk + 1]!,
    })),
  );
  const offsets = new Int32Array(documents.length + 1);
  documents.forEach(({ spans }, document) => (offsets[document + 1] = offsets[document]! + spans.length / 2));
  return {
    strategy: { ...strategy, chunk: () => [] },
    chunks,
    chunkOffsets: offsets,
    contexts: chunks,
    contextOffsets: offsets,
    contextOf: Int32Array.from(chunks.keys()),
    contextTokens: Int32Array.from(documents.flatMap(({ tokens }) => tokens)),
  };
}

/** Chunks that cover one of these spans whole, ascending. */
export function coveringChunks(
  { chunks, chunkOffsets }: StrategyIndex,
  gold: readonly GoldSpan[],
): Int32Array {
  const found = new Set<number>();
  for (const span of gold) {
    for (let i = chunkOffsets[span.document]!; i < chunkOffsets[span.document + 1]!; i++)
      if (chunks[i]!.start <= span.start && span.end <= chunks[i]!.end) found.add(i);
  }
  return Int32Array.from([...found].sort((a, b) => a - b));
}

interface TextCase {
  corpus: BenchmarkCorpus;
  index: StrategyIndex;
  texts: CorpusTexts;
  /** Whether tokens are counted and hits searched again too. */
  figures: boolean;
}

/** What follows from the text: its hash and lengths, gold spans, the chunks, runs that hold an answer, every hit, every token count. */
export async function* neighborTextChecks(
  { summary, questions: { questions }, chunks, hits }: StoredExpansion,
  { corpus: bare, index, texts, figures }: TextCase,
  { sha256, tokenizer: load, step }: Pick<ContentOptions, 'sha256' | 'tokenizer' | 'step'>,
): AsyncGenerator<DoctorCheck> {
  const text = openCheck('text', 'Offsets and answers follow from the text');
  summary.corpus.documents.forEach(({ id, utf16Length }, place) => {
    text.looked(1);
    const length = texts.documents[place]?.length;
    if (length !== utf16Length)
      text.add({
        file: 'summary.json',
        path: `$.corpus.documents[${place}].utf16Length`,
        found: String(utf16Length),
        expected: length === undefined ? 'a text, and there is none' : `${length}, the length of its text`,
        about: id,
      });
  });
  if (questions.length !== texts.questions.length)
    text.add({
      file: 'questions.json',
      path: '$.questions',
      found: `${questions.length} questions`,
      expected: `${texts.questions.length}, as the text has`,
    });
  const partial = text.close(
    `${counted(texts.documents.length, 'document')}, ${counted(questions.length, 'question')}`,
  );
  if (partial.outcome === 'fails') return yield partial;

  const corpus = {
    ...bare,
    documents: bare.documents.map((document, place) => ({ ...document, text: texts.documents[place]! })),
    questions: bare.questions.map((question, q) => ({ ...question, ...texts.questions[q]! })),
  };
  const tokenizer = await tokenizerOf(summary.tokenizer, load);
  checkGoldTexts(text, questions, texts);
  await checkHash(text, summary.corpus.hash, corpus, sha256);
  const { chunkSize } = summary.strategy.parameters;
  if (tokenizer !== null && typeof chunkSize === 'number') {
    chunks.documents.forEach(({ spans }, document) => {
      const cut = chunkText(texts.documents[document]!, 'fixed_size', {
        chunkSize,
        ...(tokenizer ? { tokenizer } : {}),
      }).flatMap(({ indexed: { start, end } }) => [start, end]);
      compareValues(
        text,
        {
          file: 'chunks.json',
          path: ['documents', document, 'spans'],
          about: corpus.documents[document]!.id,
        },
        spans,
        cut,
      );
    });
  }
  const places = await findAnswers(corpus, step);
  const relevant = relevantContexts(corpus, index, places);
  const again = relevantRuns(corpus, index, places, relevant);
  questions.forEach(({ id: about, answerRuns }, q) =>
    compareValues(
      text,
      { file: 'questions.json', path: ['questions', q, 'answerRuns'], about },
      answerRuns,
      again.answer[q],
    ),
  );
  yield text.close(
    `${counted(texts.documents.length, 'document')}, ${counted(questions.length, 'question')}: the hash of the corpus, lengths, gold spans, the chunks cut again, and the runs that hold an answer`,
  );
  if (!figures) return;

  yield await searchedAgain({ summary, hits }, corpus, index, relevant.answer, step);
  if (tokenizer === null)
    return yield leftOpen(
      'tokens',
      'Token counts follow from the text',
      `no tokenizer called ${JSON.stringify(summary.tokenizer.name)} is at hand`,
    );
  const tokens = openCheck('tokens', 'Token counts follow from the text');
  for (const [document, { spans, tokens: stored }] of chunks.documents.entries()) {
    await step?.('counting tokens', document, chunks.documents.length);
    const counter = documentTokens(texts.documents[document]!, tokenizer);
    const { id, tokens: whole, utf16Length } = summary.corpus.documents[document]!;
    compareValues(
      tokens,
      { file: 'summary.json', path: ['corpus', 'documents', document, 'tokens'], about: id },
      whole,
      counter.count(0, utf16Length),
    );
    compareValues(
      tokens,
      { file: 'chunks.json', path: ['documents', document, 'tokens'], about: id },
      stored,
      stored.map((_, chunk) => counter.count(spans[2 * chunk]!, spans[2 * chunk + 1]!)),
    );
  }
  yield tokens.close(
    `${counted(index.chunks.length, 'chunk')} and ${counted(chunks.documents.length, 'document')} with ${summary.tokenizer.name}`,
  );
}

/** Every hit, its score, and the first rank of an answer however deep. */
async function searchedAgain(
  { summary, hits }: Pick<StoredExpansion, 'summary' | 'hits'>,
  corpus: BenchmarkCorpus,
  index: StrategyIndex,
  answers: readonly Int32Array[],
  step: ContentOptions['step'],
): Promise<DoctorCheck> {
  const check = openCheck('bm25', 'Hits and their scores follow from the text');
  const { k1, b, idf, tokenRule } = summary.bm25;
  const ranker = bm25Ranker(
    indexTokens(indexedTexts(corpus, index), tokenRule === 'ascii' ? 'ascii' : 'unicode'),
    { k1, b, idf: idf === 'robertson' ? 'robertson' : 'lucene' },
    index,
    corpus.questions,
  );
  for (const [q, { id: about }] of corpus.questions.entries()) {
    if (q % 64 === 0) await step?.('searching again', q, corpus.questions.length);
    const ranking = ranker(q);
    hits.chunks[q]!.forEach((chunk, place) => {
      check.looked(2);
      const hit = ranking.at(place + 1);
      const listed = hits.scores[q]![place]!;
      if (hit?.index !== chunk)
        check.add({
          file: 'hits.json',
          path: `$.chunks[${q}][${place}]`,
          found: String(chunk),
          expected: hit ? String(hit.index) : 'no further hit',
          about,
        });
      // Eight decimals of a score are stored.
      else if (Math.abs(hit.score - listed) > 1e-8)
        check.add({
          file: 'hits.json',
          path: `$.scores[${q}][${place}]`,
          found: String(listed),
          expected: String(hit.score),
          about,
        });
    });
    check.looked(1);
    const { rank } = firstOf(ranking, new Set(answers[q]));
    if (rank !== hits.answerRank[q])
      check.add({
        file: 'hits.json',
        path: `$.answerRank[${q}]`,
        found: String(hits.answerRank[q]),
        expected: String(rank),
        about,
      });
  }
  return check.close(`${counted(hits.chunks.length, 'question')} searched again`);
}
