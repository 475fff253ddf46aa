import { beforeAll, describe, expect, it } from 'vitest';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import { runBenchmark } from '../../experiments/chunking/measure/benchmark';
import { loadTokenizer } from '../tokenizer';
import { questionFamilies, readHandbook, type Handbook } from './corpus';

/** Words and numbers in lower case; each Han character is one. */
const words = (text: string): string[] =>
  text.toLowerCase().match(/\p{Script=Han}|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? [];

/** Runs of so many words. */
const runs = (text: string, length: number): Set<string> => {
  const all = words(text);
  return new Set(
    Array.from({ length: Math.max(0, all.length - length + 1) }, (_, at) =>
      all.slice(at, at + length).join(' '),
    ),
  );
};

/** English and German words that say nothing of the subject. */
const functionWords = new Set(
  words(`a about after all also an and any are as at be been before between but by can could did do does for from
    get had has have he her him his how i if in into is it its just long many may me must my no not of on once one
    only or our out over own per same she should so some still than that the their them then there they this to
    under up us was we were what when where which while who whose will with without would you your
    am auf aus das dem den der des die ein eine einer es für gilt habe hier ich im in ist kann man mir mit muss
    nicht oder sie sind trotzdem um und uns von was warum wer werden wie wird wo wir womit zu zum`),
);

let handbook: Handbook;
beforeAll(async () => {
  handbook = await readHandbook();
});

describe('the handbook', () => {
  it('has at least 24 documents and 25,000 words, in three languages', () => {
    expect(handbook.documents.length).toBeGreaterThanOrEqual(24);
    const total = handbook.documents.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    expect(total).toBeGreaterThanOrEqual(25_000);
    expect(new Set(handbook.documents.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'zh']));
  });

  it('has at least 300 questions in eight families, of which it leaves at least 15 % open', () => {
    const { corpus, unanswered } = handbook;
    const total = corpus.questions.length + unanswered.length;
    expect(total).toBeGreaterThanOrEqual(300);
    expect(unanswered.length / total).toBeGreaterThanOrEqual(0.15);
    const counts = new Map<string, number>();
    for (const { families } of corpus.questions)
      counts.set(families['family']!, (counts.get(families['family']!) ?? 0) + 1);
    expect(counts.size).toBe(Object.keys(questionFamilies).length - 1);
    for (const [family, count] of counts) expect(count, family).toBeGreaterThanOrEqual(25);
  });

  it('has questions of every document, each with an id of its own that names it', () => {
    const { corpus, unanswered, documents } = handbook;
    const all = [...corpus.questions, ...unanswered];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const [document, { id }] of documents.entries()) {
      const own = all.filter((question) => question.document === document);
      expect(own.length, id).toBeGreaterThanOrEqual(6);
      for (const question of own) expect(question.id).toMatch(new RegExp(`^${id}-\\d\\d$`));
    }
  });

  it('asks for evidence of several sections where the family says so', () => {
    for (const { id, families, gold } of handbook.corpus.questions) {
      for (const [at, span] of gold.entries())
        for (const other of gold.slice(0, at))
          expect(
            span.document !== other.document || span.end <= other.start || other.end <= span.start,
            id,
          ).toBe(true);
      if (families['family'] === questionFamilies.factoid) expect(gold.length, id).toBe(1);
    }
    const several = handbook.corpus.questions.filter(({ gold }) => gold.length > 1);
    expect(several.length).toBeGreaterThanOrEqual(30);
  });

  it('never holds the words that an answer to an open question would need', () => {
    for (const { id, absent } of handbook.unanswered)
      for (const words of absent)
        for (const { text, id: document } of handbook.documents)
          expect(text.toLowerCase().includes(words.toLowerCase()), `${id}: ${words} in ${document}`).toBe(
            false,
          );
  });

  it('asks in words of its own: no run of five words of the evidence', () => {
    for (const { id, text, answers, families } of handbook.corpus.questions) {
      if (families['family'] === questionFamilies.code || families['language'] === 'zh') continue;
      const asked = runs(text, 5);
      const shared = answers.flatMap((answer) => [...runs(answer, 5)].filter((run) => asked.has(run)));
      expect(shared, id).toEqual([]);
    }
  });

  it('paraphrases without a word of the evidence, or without two Chinese characters in a row', () => {
    for (const { id, text, answers, families } of handbook.corpus.questions) {
      if (families['family'] !== questionFamilies.paraphrase) continue;
      const chinese = families['language'] === 'zh';
      const parts = (value: string): string[] =>
        chinese ? [...runs(value, 2)] : words(value).filter((word) => !functionWords.has(word));
      const held = new Set(answers.flatMap(parts));
      expect(
        parts(text).filter((word) => held.has(word)),
        id,
      ).toEqual([]);
    }
  });

  it('has no document that is a template of another', () => {
    const shingles = handbook.documents.map(({ text }) => runs(text, 5));
    for (const [at, one] of shingles.entries())
      for (const [before, other] of shingles.slice(0, at).entries()) {
        const shared = [...one].filter((run) => other.has(run)).length;
        expect(
          shared / Math.min(one.size, other.size),
          `${handbook.documents[at]!.id} and ${handbook.documents[before]!.id}`,
        ).toBeLessThan(0.03);
      }
  });

  it('is neither trivial nor hopeless: recursive chunks with BM25 hit at 5 between 30 and 95 %', async () => {
    const tokenizer = await loadTokenizer();
    const recursive = committedStrategies(tokenizer).filter(({ id }) => id === 'recursive');
    const run = await runBenchmark(handbook.corpus, recursive, tokenizer);
    const ranks = run.rows[0]!.outcomes.map(({ evidence }) => evidence.rank);
    const hits = ranks.filter((rank) => rank > 0 && rank <= 5).length / ranks.length;
    expect(hits).toBeGreaterThan(0.3);
    expect(hits).toBeLessThan(0.95);
  });
});
