import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBenchmark } from '../../experiments/chunking/measure/benchmark';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import { publishedCorpora, readPublished } from '../../datasets/published';
import { sentenceSpans } from '../../core/text/sentences';
import { projectRoot, publishedFolder } from '../artifacts/store';
import { loadTokenizer } from '../tokenizer';
import { decodeSquad } from '../../datasets/squad/squadReader';
import { findCorpusFiles, publishedDataset } from '../corpusFile';

const { squadDev } = publishedCorpora;

const found = await findCorpusFiles(squadDev, {
  download: false,
  progress: { note: () => {}, step: () => {}, end: () => {} },
  signal: new AbortController().signal,
});

if (!found) {
  it('is not tested with the real SQuAD text: no data file was found', () => {
    console.warn(
      'The tests on the real SQuAD text did not run: no data file. Name it in CHUNKSCOPE_SQUAD to run them.',
    );
    expect(found).toBeNull();
  });
} else {
  describe('the real SQuAD file', () => {
    const { corpus, hash } = publishedDataset(squadDev, found);
    const { articles } = decodeSquad(found[0]!.name, found[0]!.content);

    it('has the known counts, sample and hash', () => {
      expect(readPublished(squadDev, found).counts).toEqual({
        articles: 48,
        paragraphs: 2_067,
        questions: 10_570,
      });
      expect(corpus.documents).toHaveLength(40);
      expect(corpus.documents.slice(0, 5).map(({ id }) => id)).toEqual([
        'Super_Bowl_50',
        'Warsaw',
        'Normans',
        'Nikola_Tesla',
        'Computational_complexity_theory',
      ]);
      expect(corpus.questions.slice(0, 3).map(({ id }) => id)).toEqual([
        '56be4db0acb8001400a502ef',
        '56be8e613aeaaa14008c90d2',
        '56d98a59dc89441400fdb52b',
      ]);
      expect(corpus.questions).toHaveLength(800);
      expect(corpus.questions.every(({ gold }) => gold.length === 1)).toBe(true);
      expect(hash).toBe(squadDev.hash);
    });

    it('gives the committed rankings of a strategy again', async () => {
      const tokenizer = await loadTokenizer();
      const paragraphs = committedStrategies(tokenizer).filter(({ id }) => id === 'paragraph');
      const { rows, strategies } = await runBenchmark(corpus, paragraphs, tokenizer);
      const committed = JSON.parse(
        await readFile(join(publishedFolder, 'chunking-squad', 'rankings', 'paragraph.json'), 'utf8'),
      ) as { contexts: number[][]; tokensToHit: (number | null)[] };
      expect(strategies[0]!.index.contexts).toHaveLength(1_770);
      expect(rows[0]!.rankings.map((hits) => hits.map(({ index }) => index))).toEqual(committed.contexts);
      expect(rows[0]!.outcomes.map(({ budget }) => budget.answer)).toEqual(committed.tokensToHit);
    });

    it('has left no sentence and no question in the repository', async () => {
      const length = 40;
      const beginnings = new Map<number, Set<string>>();
      const base = 31;
      const hashOf = (text: string): number => {
        let hash = 0;
        for (let i = 0; i < length; i++) hash = (Math.imul(hash, base) + text.charCodeAt(i)) | 0;
        return hash;
      };
      for (const { paragraphs } of articles) {
        for (const { context, questions } of paragraphs) {
          for (const text of [
            ...sentenceSpans(context).map(({ start, end }) => context.slice(start, end)),
            ...questions.map(({ question }) => question),
          ]) {
            if (text.length < length) continue;
            const beginning = text.slice(0, length);
            const same = beginnings.get(hashOf(beginning));
            if (same) same.add(beginning);
            else beginnings.set(hashOf(beginning), new Set([beginning]));
          }
        }
      }
      expect(beginnings.size).toBeGreaterThan(10_000);
      let leaving = 1;
      for (let i = 1; i < length; i++) leaving = Math.imul(leaving, base);
      /** Rolls a hash of the window along a text, and compares text only where it is a known one. */
      const findIn = (text: string): string | null => {
        let hash = hashOf(text.padEnd(length));
        for (let end = length; end <= text.length; end++) {
          const start = end - length;
          if (beginnings.get(hash)?.has(text.slice(start, end))) return text.slice(start, end);
          hash =
            (Math.imul(hash - Math.imul(text.charCodeAt(start), leaving), base) + text.charCodeAt(end)) | 0;
        }
        return null;
      };
      expect(findIn(`… ${articles[7]!.paragraphs[3]!.context}`), 'the search itself').not.toBeNull();
      const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, maxBuffer: 1 << 26 })
        .toString('utf8')
        .split('\0')
        .filter((name) => name !== '');
      expect(tracked.length).toBeGreaterThan(100);
      for (const name of tracked) {
        const content = await readFile(join(projectRoot, name), 'utf8').catch(() => '');
        // Which sentence it is must not be printed: that would be another copy of it.
        expect(findIn(content) === null, `${name} holds text of SQuAD`).toBe(true);
      }
    });
  });
}
