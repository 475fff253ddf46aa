import type { BenchmarkRun } from '../../core/experiments/chunking/benchmark';
import { bm25Ranker } from '../../core/experiments/chunking/rankers';
import { findAnswers, relevantContexts } from '../../core/experiments/chunking/relevance';
import { indexedTexts } from '../../core/experiments/chunking/strategyIndex';
import { indexTokens } from '../../core/retrieval/bm25Index';
import { comparableText } from '../../core/text/findText';
import type { StoredBenchmark } from '../chunkingStored';
import type { CorpusTexts } from './chunkingChecks';
import { openCheck, type CheckBook, type DoctorCheck } from './findings';

/** What follows from the text: lengths, gold spans, coverage of the chunks, the answer rule, and every BM25 score. */
export async function textChecks(stored: StoredBenchmark, run: BenchmarkRun, texts: CorpusTexts): Promise<DoctorCheck[]> {
  const text = openCheck('text', 'Offsets and answers follow from the text');
  const { documents } = stored.summary.corpus;
  documents.forEach(({ id, utf16Length }, place) => {
    const length = texts.documents[place]?.length;
    if (length !== utf16Length) text.add({ file: 'summary.json', path: `$.corpus.documents[${place}].utf16Length`, found: String(utf16Length), expected: length === undefined ? 'a text, and there is none' : `${length}, the length of its text`, about: id });
  });
  const { questions } = stored.questions;
  if (questions.length !== texts.questions.length) text.add({ file: 'questions.json', path: '$.questions', found: `${questions.length} questions`, expected: `${texts.questions.length}, as the text has` });
  const detail = `${documents.length} documents, ${questions.length} questions`;
  const partial = text.close(detail);
  if (partial.outcome === 'fails') return [partial];

  checkGoldTexts(text, stored, texts);
  checkGaps(text, run, texts);
  const corpus = { ...run.corpus, documents: run.corpus.documents.map((document, place) => ({ ...document, text: texts.documents[place]! })), questions: run.corpus.questions.map((question, q) => ({ ...question, ...texts.questions[q]! })) };
  const places = await findAnswers(corpus);
  const scores = openCheck('bm25', 'BM25 scores follow from the text');
  let compared = 0;
  for (const { index } of run.strategies) {
    const { id } = index.strategy;
    const again = relevantContexts(corpus, index, places);
    stored.relevant.get(id)!.answer.forEach((list, q) => {
      const own = [...again.answer[q]!];
      if (list.join() !== own.join()) text.add({ file: `relevant/${id}.json`, path: `$.answer[${q}]`, found: `[${list.slice(0, 8).join(', ')}]`, expected: `[${own.slice(0, 8).join(', ')}], the contexts that hold an answer`, about: questions[q]!.id });
    });
    const row = stored.summary.rows.find(({ strategy, retriever }) => strategy === id && retriever === 'bm25');
    const rankings = row && stored.rankings.get(row.row);
    if (!rankings) continue;
    const { k1, b, idf, tokenRule } = stored.summary.bm25;
    const ranker = bm25Ranker(indexTokens(indexedTexts(corpus, index), tokenRule === 'ascii' ? 'ascii' : 'unicode'), { k1, b, idf: idf === 'robertson' ? 'robertson' : 'lucene' }, index, corpus.questions);
    rankings.contexts.forEach((contexts, q) => {
      const ranking = ranker(q);
      contexts.forEach((context, place) => {
        compared += 1;
        const hit = ranking.at(place + 1);
        const about = questions[q]!.id;
        const file = `rankings/${row.row}.json`;
        const listed = rankings.scores[q]![place]!;
        if (hit?.index !== context) scores.add({ file, path: `$.contexts[${q}][${place}]`, found: String(context), expected: hit ? String(hit.index) : 'no further context', about });
        // Eight decimals of a score are stored.
        else if (Math.abs(hit.score - listed) > 1e-8) scores.add({ file, path: `$.scores[${q}][${place}]`, found: String(listed), expected: String(hit.score), about });
      });
    });
  }
  return [text.close(`${detail}: lengths, gold spans, gaps and the answer rule`), scores.close(`${compared} ranks searched again`)];
}

/** A single gold span and its answers must share their words; a question may have further spans and answers. */
function checkGoldTexts(check: CheckBook, { questions: { questions } }: StoredBenchmark, texts: CorpusTexts): void {
  questions.forEach(({ id, gold }, q) => {
    const answers = texts.questions[q]!.answers.map(comparableText);
    gold.forEach(({ document, start, end }, index) => {
      const span = comparableText(texts.documents[document]!.slice(start, end));
      const fits = span !== '' && (gold.length > 1 || answers.length === 0 || answers.some((answer) => span.includes(answer) || answer.includes(span)));
      if (!fits) check.add({ file: 'questions.json', path: `$.questions[${q}].gold[${index}]`, found: span === '' ? 'a blank span' : `a span of ${end - start} code units that no answer shares`, expected: 'the text of an answer', about: id });
    });
  });
}

/** Between chunks nothing but white space may be left out. */
function checkGaps(check: CheckBook, { strategies }: BenchmarkRun, { documents }: CorpusTexts): void {
  for (const { index } of strategies) {
    documents.forEach((text, document) => {
      let reached = 0;
      const visit = (start: number): void => {
        if (start > reached && /\S/.test(text.slice(reached, start))) check.add({ file: `chunks/${document}.json`, path: `$.strategies[${JSON.stringify(index.strategy.id)}].indexed`, found: `no chunk over [${reached}, ${start})`, expected: 'every character that is not white space in a chunk' });
      };
      for (const { start, end } of index.chunks.slice(index.chunkOffsets[document], index.chunkOffsets[document + 1])) {
        visit(start);
        reached = Math.max(reached, end);
      }
      visit(text.length);
    });
  }
}
