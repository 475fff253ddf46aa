import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { groupBy } from '../../core/stats/aggregate';
import type { ThreadsCorpus } from '../../datasets/threads/threads';
import { turnChunks, wholeTurns } from '../../experiments/threads/measure/indexes';
import { loadTokenizer } from '../tokenizer';
import { authoredThreads, corpusFolder } from './corpus';

interface Message {
  role: string;
  content: string | null;
  time: string;
  tool_calls?: { id: string; function: { arguments: string } }[];
  tool_call_id?: string;
}

const messagesOf = (id: string): Message[] =>
  readFileSync(`${corpusFolder}${id}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Message);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

describe('the authored threads', () => {
  let corpus: ThreadsCorpus;
  beforeAll(async () => {
    corpus = await authoredThreads();
  });

  it('are as many as the experiment asks for, in two languages', () => {
    expect(corpus.threads.length).toBeGreaterThanOrEqual(14);
    expect(corpus.facts.length).toBeGreaterThanOrEqual(280);
    expect(corpus.mixed.length).toBeGreaterThanOrEqual(60);
    const lengths = corpus.threads.map(({ turns }) => turns.length);
    expect(Math.min(...lengths)).toBeLessThanOrEqual(15);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(40);
    expect(groupBy(corpus.threads, ({ language }) => language).get('de')!.length).toBeGreaterThanOrEqual(2);
    for (const { subjects, id } of corpus.mixed) {
      expect(subjects.length, id).toBeGreaterThanOrEqual(2);
      expect(subjects.length, id).toBeLessThanOrEqual(5);
    }
  });

  it('have ids once, and facts and subjects lie in turns that are there', () => {
    for (const items of [corpus.threads, corpus.facts, corpus.mixed])
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const placed = [
      ...corpus.facts,
      ...corpus.mixed.flatMap(({ id, thread, subjects }) =>
        subjects.map(({ turns }) => ({ id, thread, turns })),
      ),
    ];
    for (const { id, thread, turns } of placed) {
      expect(turns.length, id).toBeGreaterThan(0);
      for (const turn of turns)
        expect(corpus.threads[thread]!.turns[turn], `${id} in turn ${turn}`).toBeDefined();
    }
  });

  it('answer every tool call once, in ascending time', () => {
    for (const { id } of corpus.threads) {
      const messages = messagesOf(id);
      const calls = messages.flatMap(({ tool_calls: own = [] }) => own.map((call) => call.id));
      const answers = messages.flatMap(({ tool_call_id: own }) => own ?? []);
      expect(answers, id).toEqual(calls);
      const times = messages.map(({ time }) => Date.parse(time));
      expect(
        times.every((time, index) => index === 0 || time > times[index - 1]!),
        id,
      ).toBe(true);
      for (const { tool_calls: own = [] } of messages)
        for (const call of own) expect(() => JSON.parse(call.function.arguments) as unknown).not.toThrow();
    }
  });

  it('hold results as a tool writes them: logs run forward, and no later than the message that shows them', () => {
    const stamp = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?)(?=Z? )/;
    for (const { id } of corpus.threads)
      for (const { role, content, time } of messagesOf(id)) {
        if (role !== 'tool') continue;
        const stamps = content!
          .split('\n')
          .flatMap((line) => stamp.exec(line)?.[1]?.replace(' ', 'T').padEnd(23, ':00.000') ?? []);
        if (stamps.length < 20) continue;
        expect(stamps, `${id} ${time}`).toEqual([...stamps].sort());
        expect(stamps.at(-1)! < time, `${id} ${time}`).toBe(true);
      }
  });

  it('hide one detail in a result of 400 rows, and the dogs’ names in a long correction', () => {
    const [probe, ...others] = corpus.facts.filter((fact) => fact.probe);
    expect(others).toEqual([]);
    const turn = corpus.threads[probe!.thread]!.turns[probe!.turns[0]!]!;
    const rows = turn.sources.find(({ kind }) => kind === 'tool')!.text.split('\n');
    expect(rows.length).toBeGreaterThanOrEqual(400);
    expect(rows.filter((row) => row.includes('water stain'))).toHaveLength(1);
    const dogs = corpus.facts.find(({ text }) => text.includes('Juniper and Waffles'))!;
    const [user] = corpus.threads[dogs.thread]!.turns[dogs.turns[0]!]!.sources;
    expect(user!.text.length).toBeGreaterThan(1500);
    expect(user!.text.match(/Juniper/g)).toHaveLength(1);
  });

  it('hold turns of more than 8,192 tokens, large results and long arguments', async () => {
    const tokenizer = await loadTokenizer();
    const count = (text: string) => tokenizer.countTokens?.(text) ?? tokenizer.encode(text).length;
    const chunks = corpus.threads.flatMap(({ turns }) => turnChunks(turns, count));
    expect(chunks.filter(({ tokens }) => tokens > wholeTurns.maxTokens).length).toBeGreaterThanOrEqual(2);
    const tools = corpus.threads.flatMap(({ turns }) =>
      turns.flatMap(({ sources }) => sources.filter(({ kind }) => kind === 'tool')),
    );
    expect(
      tools.filter(({ text, argumentsEnd = 0 }) => text.length - argumentsEnd > wholeTurns.resultLength)
        .length,
    ).toBeGreaterThan(10);
    expect(tools.some(({ argumentsEnd = 0 }) => argumentsEnd > wholeTurns.argumentsLength)).toBe(true);
  });

  it('are recalled by facts, not quoted: no fact shares eight words in a row with its thread', () => {
    const said = corpus.threads.map(({ turns }) =>
      wordsOf(turns.flatMap(({ sources }) => sources.map(({ text }) => text)).join(' ')).join(' '),
    );
    for (const { id, thread, text } of corpus.facts) {
      const words = wordsOf(text);
      for (let at = 0; at + 8 <= words.length; at++)
        expect(said[thread]!.includes(words.slice(at, at + 8).join(' ')), `${id}: ${text}`).toBe(false);
    }
  });
});
