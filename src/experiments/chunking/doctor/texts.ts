import { counted } from '../../../core/stats/words';
import { chunkText } from '../../../core/chunking/registry';
import type { Tokenizer } from '../../../core/chunking/tokens';
import type { BenchmarkRun } from '../measure/benchmark';
import { corpusHashInput } from '../../../datasets/corpus';
import { bm25Ranker, wordOverlapRanker } from '../measure/rankers';
import { usesModel } from '../measure/setups';
import { firstRanking } from '../scorecard';
import { findAnswers, relevantContexts } from '../measure/relevance';
import { indexedTexts } from '../measure/strategyIndex';
import { indexTokens } from '../../../core/retrieval/bm25Index';
import { comparableText } from '../../../core/text/findText';
import type { StoredBenchmark } from '../stored';
import type { CorpusTexts } from '../../../analysis/doctor/options';
import { isKnownStrategy } from './layout';
import { tokenizerOf } from './measured';
import type { ExamineOptions } from '../../../analysis/doctor/options';
import { openCheck, type CheckBook, type DoctorCheck } from '../../../analysis/doctor/findings';

/** What follows from the text: its hash, lengths, gold spans, the chunks themselves, the answer rule, and every score of the first table. */
export async function textChecks(
  stored: StoredBenchmark,
  run: BenchmarkRun,
  texts: CorpusTexts,
  { sha256, tokenizer, step }: Pick<ExamineOptions, 'sha256' | 'tokenizer' | 'step'>,
): Promise<DoctorCheck[]> {
  const text = openCheck('text', 'Offsets and answers follow from the text');
  const { documents } = stored.summary.corpus;
  documents.forEach(({ id, utf16Length }, place) => {
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
  const { questions } = stored.questions;
  if (questions.length !== texts.questions.length)
    text.add({
      file: 'questions.json',
      path: '$.questions',
      found: `${questions.length} questions`,
      expected: `${texts.questions.length}, as the text has`,
    });
  const detail = `${counted(documents.length, 'document')}, ${counted(questions.length, 'question')}`;
  const partial = text.close(detail);
  if (partial.outcome === 'fails') return [partial];

  checkGoldTexts(text, questions, texts);
  checkGaps(text, run, texts);
  const ownTokenizer = await tokenizerOf(stored.summary.tokenizer, tokenizer);
  await step?.({ kind: 'chunking again' }, 0, 1);
  const cutAgain = checkChunks(text, run, texts, ownTokenizer);
  const corpus = {
    ...run.corpus,
    documents: run.corpus.documents.map((document, place) => ({
      ...document,
      text: texts.documents[place]!,
    })),
    questions: run.corpus.questions.map((question, q) => ({ ...question, ...texts.questions[q]! })),
  };
  await checkHash(text, stored.summary.corpus.hash, corpus, sha256);
  const places = await findAnswers(corpus, step);
  const scores = openCheck('bm25', `Scores by ${firstRanking(stored.summary)} follow from the text`);
  let compared = 0;
  for (const { index } of run.strategies) {
    const { id } = index.strategy;
    const again = relevantContexts(corpus, index, places);
    await step?.({ kind: 'searching again', of: index.strategy.label }, 0, 1);
    stored.relevant.get(id)!.answer.forEach((list, q) => {
      text.looked(list.length);
      const own = [...again.answer[q]!];
      if (list.join() !== own.join())
        text.add({
          file: `relevant/${id}.json`,
          path: `$.answer[${q}]`,
          found: `[${list.slice(0, 8).join(', ')}]`,
          expected: `[${own.slice(0, 8).join(', ')}], the contexts that hold an answer`,
          about: questions[q]!.id,
        });
    });
    const row = stored.summary.rows.find(
      ({ strategy, retriever }) => strategy === id && !usesModel(retriever),
    );
    const rankings = row && stored.rankings.get(row.row);
    if (!rankings) continue;
    const { k1, b, idf, tokenRule } = stored.summary.bm25;
    const indexed = indexedTexts(corpus, index);
    const ranker =
      row.retriever === 'word-overlap'
        ? wordOverlapRanker(indexed, index, corpus.questions)
        : bm25Ranker(
            indexTokens(indexed, tokenRule === 'ascii' ? 'ascii' : 'unicode'),
            { k1, b, idf: idf === 'robertson' ? 'robertson' : 'lucene' },
            index,
            corpus.questions,
          );
    rankings.contexts.forEach((contexts, q) => {
      const ranking = ranker(q);
      contexts.forEach((context, place) => {
        compared += 1;
        scores.looked(2);
        const hit = ranking.at(place + 1);
        const about = questions[q]!.id;
        const file = `rankings/${row.row}.json`;
        const listed = rankings.scores[q]![place]!;
        if (hit?.index !== context)
          scores.add({
            file,
            path: `$.contexts[${q}][${place}]`,
            found: String(context),
            expected: hit ? String(hit.index) : 'no further context',
            about,
          });
        // Eight decimals of a score are stored.
        else if (Math.abs(hit.score - listed) > 1e-8)
          scores.add({
            file,
            path: `$.scores[${q}][${place}]`,
            found: String(listed),
            expected: String(hit.score),
            about,
          });
      });
    });
  }
  return [
    text.close(
      `${detail}: the hash of the corpus, lengths, gold spans, gaps, the answer rule, and the chunks of ${cutAgain} of ${counted(run.strategies.length, 'strategy', 'strategies')} cut again`,
    ),
    scores.close(`${counted(compared, 'rank')} searched again`),
  ];
}

/** A single gold span and its answers must share their words; a question may have further spans and answers. */
export function checkGoldTexts(
  check: CheckBook,
  questions: readonly { id: string; gold: readonly { document: number; start: number; end: number }[] }[],
  texts: CorpusTexts,
): void {
  questions.forEach(({ id, gold }, q) => {
    const answers = texts.questions[q]!.answers.map(comparableText);
    gold.forEach(({ document, start, end }, index) => {
      check.looked(1);
      const span = comparableText(texts.documents[document]!.slice(start, end));
      const fits =
        span !== '' &&
        (gold.length > 1 ||
          answers.length === 0 ||
          answers.some((answer) => span.includes(answer) || answer.includes(span)));
      if (!fits)
        check.add({
          file: 'questions.json',
          path: `$.questions[${q}].gold[${index}]`,
          found: span === '' ? 'a blank span' : `a span of ${end - start} code units that no answer shares`,
          expected: 'the text of an answer',
          about: id,
        });
    });
  });
}

/** Between chunks nothing but white space may be left out. */
function checkGaps(check: CheckBook, { strategies }: BenchmarkRun, { documents }: CorpusTexts): void {
  for (const { index } of strategies) {
    documents.forEach((text, document) => {
      let reached = 0;
      const visit = (start: number): void => {
        if (start > reached && /\S/.test(text.slice(reached, start)))
          check.add({
            file: `chunks/${document}.json`,
            path: `$.strategies[${JSON.stringify(index.strategy.id)}].indexed`,
            found: `no chunk over [${reached}, ${start})`,
            expected: 'every character that is not white space in a chunk',
          });
      };
      for (const { start, end } of index.chunks.slice(
        index.chunkOffsets[document],
        index.chunkOffsets[document + 1],
      )) {
        visit(start);
        reached = Math.max(reached, end);
      }
      visit(text.length);
    });
  }
}

/** The corpus hash, where one could be computed when the run was made and can be now. */
export async function checkHash(
  check: CheckBook,
  listed: string,
  corpus: Parameters<typeof corpusHashInput>[0],
  sha256: ExamineOptions['sha256'],
): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(listed)) return;
  const actual = await sha256(new TextEncoder().encode(corpusHashInput(corpus)));
  check.looked(1);
  if (actual !== null && actual !== listed)
    check.add({
      file: 'summary.json',
      path: '$.corpus.hash',
      found: listed,
      expected: `${actual}, the SHA-256 of documents and questions`,
    });
}

/**
 * Cuts the text again by every strategy that this program knows with these parameters, and
 * compares every chunk; how many strategies that were. `tokenizer` is null for one that is
 * not at hand.
 */
function checkChunks(
  check: CheckBook,
  { strategies }: BenchmarkRun,
  { documents }: CorpusTexts,
  tokenizer: Tokenizer | undefined | null,
): number {
  let again = 0;
  for (const { index } of strategies) {
    const { id, label, parameters } = index.strategy;
    // Sentence vectors are not stored, so what was cut by them cannot be cut again.
    const byVectors =
      typeof parameters['distances'] === 'string' && !parameters['distances'].startsWith('TF-IDF');
    if (!isKnownStrategy(id) || byVectors || (parameters['unit'] === 'tokens' && tokenizer === null))
      continue;
    again += 1;
    const sizes = Object.fromEntries(
      Object.entries(parameters).filter(([, value]) => typeof value === 'number'),
    );
    documents.forEach((text, document) => {
      const own = index.chunks.slice(index.chunkOffsets[document], index.chunkOffsets[document + 1]);
      const cut = chunkText(text, id, { ...sizes, ...(tokenizer ? { tokenizer } : {}) });
      const place = { file: `chunks/${document}.json`, about: label };
      const path = `$.strategies[${JSON.stringify(id)}].indexed`;
      check.looked(2 * own.length);
      if (cut.length !== own.length)
        check.add({
          ...place,
          path,
          found: `${own.length} chunks`,
          expected: `${cut.length}, as this strategy cuts the text`,
        });
      const wrong = own.findIndex(
        ({ start, end }, chunk) =>
          cut[chunk] && (cut[chunk].indexed.start !== start || cut[chunk].indexed.end !== end),
      );
      if (wrong >= 0)
        check.add({
          ...place,
          path: `${path}[${2 * wrong}]`,
          found: `[${own[wrong]!.start}, ${own[wrong]!.end})`,
          expected: `[${cut[wrong]!.indexed.start}, ${cut[wrong]!.indexed.end}), as this strategy cuts the text`,
        });
    });
  }
  return again;
}
