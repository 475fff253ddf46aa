import { publishedCorpora } from '../datasets/published';
import { describe, expect, it } from 'vitest';
import { authoredExperiment, authoredSquadFile } from '../testing/authoredSquad';
import { createCorpusTasks } from './corpusTasks';
import type { CorpusAnswer, ExpectedCorpus } from './protocol';

const sha256 = async (text: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
const tasks = createCorpusTasks();
const context = { signal: new AbortController().signal, emit: () => undefined };
const read = (text: string, expected: ExpectedCorpus) =>
  tasks.read({ files: [{ name: 'file.json', content: new TextEncoder().encode(text) }], expected }, context);

const { summary } = await authoredExperiment(sha256);
const expected: ExpectedCorpus = {
  documents: summary.corpus.documents,
  questions: summary.corpus.questions,
  hash: 'of the authored texts',
};

function refusal(answer: CorpusAnswer): string {
  return answer.kind === 'refused'
    ? `${answer.problem.kind}: found ${answer.problem.found}; expected ${answer.problem.expected}`
    : 'accepted';
}

describe('texts that a reader brings', () => {
  it('are drawn from a file, with the hash that the experiment names', async () => {
    const answer = await read(authoredSquadFile(), expected);
    if (answer.kind !== 'content') throw new Error(answer.problem.found);
    expect(answer.content.documents.map(({ length }) => length)).toEqual(
      summary.corpus.documents.map(({ utf16Length }) => utf16Length),
    );
    expect(answer.content.questions).toHaveLength(summary.corpus.questions);
    expect(answer.content.questions[0]).toEqual({
      id: 'q001',
      text: 'Who kept the lamp on the pier of Velm?',
      answers: ['Ada Morrow'],
    });
    expect(await sha256(answer.content.hashInput)).toBe(summary.corpus.hash);
  });

  it('come back from what was kept exactly as they were', async () => {
    const first = await read(authoredSquadFile(), expected);
    if (first.kind !== 'content') throw new Error(first.problem.found);
    expect(
      await tasks.readKept({ file: 'kept', hashInput: first.content.hashInput, expected }, context),
    ).toEqual(first);
  });

  it.each([
    ['a file cut short', authoredSquadFile().slice(0, 5_000), /^truncated: /],
    ['another JSON file', '{"formatVersion":1}', /^wrong-kind: found an object with "formatVersion"/],
    ['SQuAD 2.0', '{"version":"v2.0","data":[]}', /found 0 documents; expected at least 5/],
    ['a page in place of the file', '<!doctype html><title>x</title>', /^missing: found an HTML page/],
    ['nothing', '', /^empty: /],
    ['too few articles', '{"version":"1.1","data":[]}', /found 0 documents; expected at least 5/],
    [
      'another text in one article',
      authoredSquadFile().replace('dug by hand', 'dug by hands'),
      /document 1 of the sample; expected \d+, the length of “Harbour_of_Velm”/,
    ],
  ])('are refused in words when the file is %s', async (_, text, words) => {
    expect(refusal(await read(text, expected))).toMatch(words);
  });

  it('tells another SQuAD file by its counts when SQuAD v1.1 dev is wanted', async () => {
    expect(
      refusal(await read(authoredSquadFile(), { ...expected, hash: publishedCorpora.squadDev.hash })),
    ).toMatch(
      /found 5 articles, 68 paragraphs, 20 questions; expected SQuAD v1\.1 dev .*48 articles, 2067 paragraphs, 10570 questions/,
    );
  });

  it('are refused when what was kept is damaged', async () => {
    expect(refusal(await tasks.readKept({ file: 'kept', hashInput: '[[', expected }, context))).toMatch(
      /^invalid: found something that is no kept corpus/,
    );
    expect(
      refusal(await tasks.readKept({ file: 'kept', hashInput: '[[["a",["b"]]],[]]', expected }, context)),
    ).toMatch(/found 1 documents/);
  });

  it('counts tokens of cl100k_base', async () => {
    expect(await tasks.countTokens({ texts: ['', 'hello world', 'tiktoken is great!'] }, context)).toEqual({
      counts: [0, 2, 6],
      tokenizer: 'cl100k_base',
    });
  });
});
