import { beforeAll, describe, expect, it } from 'vitest';
import { examine } from '../../../analysis/doctor/examine';
import { formatJson } from '../../../artifact/jsonFormat';
import { estimateTokenizer } from '../../../core/chunking/tokens';
import { utf8Length } from '../../../core/text/sizes';
import { pseudoVector } from '../../../testing/pseudoVector';
import { toyThreads } from '../../../testing/toyThreads';
import { entryFixture } from '../../../testing/summaryFixtures';
import { threadsKind } from '../kind';
import { threadFile } from '../formats';
import { indexThread, turnInChunk, wholeTurns } from './indexes';
import { measureThreads, prepareThreads, threadsDefaults, threadTexts, type ThreadsFiles } from './measure';
import { messageOutcomes, searchFact } from './search';

const corpus = toyThreads();
/** Texts that share words have vectors that share directions. */
function wordVector(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? ['none'];
  const sum = new Array<number>(64).fill(0);
  for (const word of words) pseudoVector(word, 64).forEach((value, at) => (sum[at]! += value));
  return sum;
}

async function measured(setup = threadsDefaults): Promise<ThreadsFiles> {
  const prepared = await prepareThreads(corpus, setup, estimateTokenizer);
  const known = new Set(threadTexts(prepared));
  return measureThreads(
    prepared,
    (text) => {
      if (!known.has(text)) throw new Error(`not among the texts to embed: ${text}`);
      return wordVector(text);
    },
    {
      id: 'toy',
      title: 'Toy threads',
      question: 'What is found?',
      corpusHash: '0',
      model: { provider: 'test', name: 'words', revision: '1', dimensions: 64, windowing: 'none' },
      notices: [],
    },
  );
}

const filesOf = ({ summary, facts, messages, threads }: ThreadsFiles) =>
  new Map<string, unknown>([
    ['summary.json', summary],
    ['facts.json', facts],
    ['messages.json', messages],
    ...threads.map((thread): [string, unknown] => [threadFile(thread.thread), thread]),
  ]);

const hash = async () => 'h';
const examined = (files: ThreadsFiles) => {
  const texts = [...filesOf(files)].map(
    ([name, value]) => [name, new TextEncoder().encode(formatJson(value))] as const,
  );
  return examine(
    threadsKind,
    {
      entry: {
        ...entryFixture(
          'threads',
          'toy',
          texts.map(([name, bytes]) => ({ name, sha256: 'h', bytes: bytes.length })),
        ),
        question: files.summary.question,
        title: files.summary.title,
        headline: files.summary.headline,
        finding: threadsKind.finding.of(filesOf(files)),
      },
      files: new Map(texts),
    },
    { sha256: hash, figures: true },
  );
};

describe('both indexes of a thread', () => {
  const [warehouse] = corpus.threads;
  const index = indexThread(warehouse!, { pieceBytes: 1200, tokenizer: estimateTokenizer });

  it('leaves large tool results out of whole turns and cuts long arguments', () => {
    const text = turnInChunk(warehouse!.turns[1]!);
    expect(text).not.toContain('seal broken');
    expect(text).toContain('n'.repeat(wholeTurns.argumentsLength - 40));
    expect(text).not.toContain('n'.repeat(wholeTurns.argumentsLength));
    expect(turnInChunk(warehouse!.turns[0]!)).toContain('in repair until Monday');
  });

  it('joins whole turns until 200 words, every turn in one chunk', () => {
    expect(index.chunks.map(({ first, last }) => [first, last])).toEqual([[0, 2]]);
    const words = (count: number) => ({
      number: 1,
      sources: [{ kind: 'user' as const, text: 'word '.repeat(count) }],
    });
    const turns = [words(150), words(60), words(300), words(10)];
    expect(
      indexThread({ turns }, { pieceBytes: 1200, tokenizer: estimateTokenizer }).chunks.map(
        ({ first, last }) => [first, last],
      ),
    ).toEqual([
      [0, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('gives a chunk of more than 8,192 tokens no vector', () => {
    const turns = [{ number: 1, sources: [{ kind: 'user' as const, text: 'word '.repeat(8000) }] }];
    const [chunk] = indexThread({ turns }, { pieceBytes: 1200, tokenizer: estimateTokenizer }).chunks;
    expect(chunk!.tokens).toBeGreaterThan(8192);
    expect(chunk!.hasVector).toBe(false);
  });

  it('keeps every row of a large result in pieces within their budget, and the same pieces without label', () => {
    expect(index.pieces.some(({ labelled }) => labelled.includes('seal broken'))).toBe(true);
    for (const { labelled, bare, label, bytes } of index.pieces) {
      expect(labelled).toBe(`${label}\n${bare}`);
      expect(bytes).toBe(utf8Length(labelled));
      expect(bytes).toBeLessThanOrEqual(1200);
    }
    expect(index.pieces[0]!.label).toBe('[Turn 1 · User · Mar 2, 9:01 AM]');
  });
});

describe('a search for a fact', () => {
  const stored = (vectors: number[][]) => ({
    vectors,
    of: [...vectors.keys()],
    first: [...vectors.keys()],
    last: [...vectors.keys()],
  });

  it('shares a first place that ties', () => {
    const found = searchFact(
      [1, 0],
      [1],
      stored([
        [1, 0],
        [1, 0],
        [0, 1],
      ]),
    );
    expect(found).toMatchObject({ hit: 0.5, reciprocalRank: 0.75, rank: 2 });
  });

  it('is a miss where the right turn has no vector', () => {
    expect(searchFact([1, 0], [7], stored([[1, 0]]))).toMatchObject({
      hit: 0,
      reciprocalRank: 0,
      rank: null,
    });
    expect(searchFact([1, 0], [7], stored([]))).toMatchObject({ hit: 0, rank: null, topScore: 0 });
  });
});

describe('a message of several subjects', () => {
  it('counts subjects, starved parts and the tokens of distinct pieces', () => {
    const pieces = [0, 1, 2].map((turn) => ({ turn, tokens: 10 * (turn + 1) }));
    const hit = (index: number) => ({ index, score: 0.9 });
    const outcome = messageOutcomes(
      {
        whole: [hit(0)],
        list: [
          { ...hit(0), part: 0 },
          { ...hit(1), part: 0 },
        ],
        groups: [[hit(0)], [hit(0), hit(2)]],
      },
      [{ turns: [0] }, { turns: [2] }],
      pieces,
    );
    expect(outcome.whole).toEqual({
      covered: [true, false],
      starved: 0,
      attached: 1,
      tokens: 10,
      searches: 1,
    });
    expect(outcome['one-list']).toMatchObject({
      covered: [true, false],
      starved: 1,
      attached: 2,
      tokens: 30,
    });
    expect(outcome.groups).toEqual({
      covered: [true, true],
      starved: 0,
      attached: 3,
      tokens: 40,
      searches: 2,
    });
  });
});

describe('an experiment on threads', () => {
  let files: ThreadsFiles;
  beforeAll(async () => {
    files = await measured();
  });

  it('says of a probe where its piece stands and what the whole turn scores', () => {
    const [probe] = files.summary.probes;
    expect(probe!.rank).not.toBeNull();
    expect(probe!.of).toBe(files.threads[0]!.pieces.length);
    expect(probe!.cosine).toBe(files.facts.rows[4]!.rightScore[probe!.fact]);
    expect(probe!.whole).toBe(files.facts.rows[0]!.rightScore[probe!.fact]);
  });

  it('reports languages apart and every row on every fact', () => {
    const { rows, searches, sweep } = files.summary;
    expect(rows.map(({ n }) => n)).toEqual(rows.map(() => 4));
    expect(rows[0]!.languages.map(({ language, n }) => [language, n])).toEqual([
      ['en', 2],
      ['de', 2],
    ]);
    expect(searches.map(({ search, subjects }) => [search, subjects])).toEqual([
      ['whole', 2],
      ['one-list', 2],
      ['groups', 2],
    ]);
    const at = (limit: number, threshold: number) =>
      sweep.find((cell) => cell.limit === limit && cell.threshold === threshold)!;
    expect(at(10, 0).found).toBeGreaterThanOrEqual(at(1, 0).found);
    expect(at(5, 0.2).found).toBeGreaterThanOrEqual(at(5, 0.7).found);
  });

  it('passes its own checks, and fails them where a figure or a piece was changed', async () => {
    expect((await examined(files)).filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    const changed = structuredClone(files);
    changed.summary.rows[4]!.metrics.topRight.value = 0.123;
    changed.threads[0]!.pieces[0]!.bytes = 5;
    changed.messages.searches[2]!.tokens[0]! += 1;
    const failed = (await examined(changed)).filter(({ outcome }) => outcome === 'fails');
    expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(['offsets', 'outcomes', 'figures']));
  });

  it('holds nobody’s words once they are taken out, and its checks still pass', async () => {
    const stripped = Object.fromEntries(
      [...filesOf(files)].map(([name, value]) => {
        const { withoutText } = threadsKind.files[name.startsWith('threads/') ? 'threads/' : name]!;
        return [name, (withoutText as (value: unknown) => unknown)(value)];
      }),
    );
    const left = JSON.stringify(stripped);
    const words = corpus.threads
      .flatMap(({ title, turns }) => [
        title,
        ...turns.flatMap(({ sources }) =>
          sources.flatMap(({ text, name = '' }) => [name, ...text.split(/\n|(?<=[.?]) /)]),
        ),
      ])
      .concat(
        corpus.facts.map(({ text }) => text),
        corpus.mixed.map(({ text }) => text),
        'Tool van_list',
        'toy threads',
      )
      .filter(({ length }) => length > 6);
    for (const word of words) expect(left, word).not.toContain(JSON.stringify(word).slice(1, -1));
    const { 'summary.json': summary, 'facts.json': facts, 'messages.json': messages } = stripped;
    const again = {
      summary,
      facts,
      messages,
      threads: files.threads.map(({ thread }) => stripped[threadFile(thread)]),
    } as ThreadsFiles;
    expect((await examined(again)).filter(({ outcome }) => outcome === 'fails')).toEqual([]);
  });

  it('has a report and runs to compare', () => {
    const decoded = filesOf(files);
    const contents = threadsKind.report.contents(entryFixture('threads', 'toy', []), decoded);
    expect(contents.tables.map(({ id }) => id)).toEqual(['rows', 'searches']);
    const run = threadsKind.compare.run(
      entryFixture('threads', 'toy', []),
      decoded,
      { experiment: 'toy', row: 'pieces' },
      { k: 1, rule: 'answer' },
    );
    expect(run!.questions).toHaveLength(4);
  });

  it('sweeps other piece sizes with the method', async () => {
    const { summary } = await measured({ ...threadsDefaults, pieceBytes: [1200, 300] });
    expect(new Set(summary.sweep.map(({ pieceBytes }) => pieceBytes))).toEqual(new Set([1200, 300]));
    expect(summary.settings.pieceBytes).toBe(1200);
  });
});
