import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzipSync } from 'fflate';
import { computePage, embedsBy, testEndpoint } from '../../testing/computeTasks';
import { startHostileEndpoint } from '../../testing/hostileEndpoint';
import { strategyIds } from '../../core/chunking/registry';
import type { BenchmarkSetup } from '../../experiments/chunking/own/setup';
import { createBundleTasks } from '../../worker/bundleTasks';
import { loadTokenizer } from '../tokenizer';
import { RecursiveChunker } from '@chonkiejs/core';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { ownFolder } from '../../testing/ownFolder';
import { squadShaped } from '../../testing/squadShaped';
import { nameQuestions, readQuestions } from '../../datasets/own/questions';
import { variantsOf } from '../../experiments/chunking/own/variants';
import { runBench } from '../bench';

async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

const texts: Readonly<Record<string, string>> = {
  'ferry.md':
    'The ferry leaves at noon. It carries salt 🙂 and letters.\n\nIn winter it waits for the ice.\n\nTickets cost four marks.',
  'rules/mill.txt': 'The mill grinds rye in March. A red flag means stop.\n\nThe keeper is Oda Brenn.',
};
const questionTable = `question,answer,document,family
When does the ferry leave?,at noon,ferry.md,time
What do tickets cost?,four marks,,money
Who keeps the mill?,Oda Brenn,rules/mill.txt,person
What does a red flag mean?,stop,,sign
Who painted the mill?,,,person
`;

let folder: string;
const inFolder = (name: string): string => join(folder, name);
const json = async (...path: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, ...path), 'utf8')) as Record<string, unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-own-'));
  await mkdir(inFolder('docs/rules'), { recursive: true });
  for (const [name, text] of Object.entries(texts)) await writeFile(inFolder(`docs/${name}`), text);
  await writeFile(inFolder('docs/.hidden.md'), 'not read');
  await writeFile(inFolder('docs/logo.png'), new Uint8Array([0x89, 0x50, 0x4e, 0x47, 255]));
  await writeFile(inFolder('docs/questions.csv'), questionTable);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  bench('run', '--docs', inFolder('docs'), '--questions', inFolder('docs/questions.csv'), ...args);

const silent = { signal: new AbortController().signal, emit: () => undefined };
const allStrategies = variantsOf(strategyIds, {}).variants;

/** What the page makes of the same documents and questions, with a model where `embed` gives its vectors. */
async function onThePage(setup: Partial<BenchmarkSetup>, embed: (text: string) => number[] = () => [1]) {
  const { tasks, context } = computePage(embedsBy(embed), loadTokenizer);
  await tasks.hold({ documents: Object.entries(texts).map(([id, text]) => ({ id, text })) }, silent);
  const { questions } = readQuestions('questions.csv', questionTable, new Map(Object.entries(texts)));
  const { files } = await tasks.runBenchmark(
    {
      spec: testEndpoint('words'),
      probe: false,
      questions: nameQuestions(questions).questions,
      setup: { variants: allStrategies, embedding: null, keepWithoutGold: false, ...setup },
      description: {
        id: 'own-run',
        title: 'Ours',
        corpusName: 'ferry.md and 1 more',
        neighbors: { neighborPrev: 3, neighborNext: 0 },
      },
    },
    context,
  );
  return files.map(({ name, bytes }) => ({
    name,
    value: JSON.parse(new TextDecoder().decode(bytes)) as unknown,
  }));
}

const files = async (out: string): Promise<string[]> =>
  (
    (await json(out, 'index.json')) as { experiments: { files: { name: string }[] }[] }
  ).experiments[0]!.files.map(({ name }) => name);

describe('a run on documents of your own', () => {
  it('makes the files that the page makes of the same documents and questions', async () => {
    const { code, err } = await run('--neighbors', '3/0', '--out', inFolder('out'), '--title', 'Ours');
    expect(code).toBe(0);
    expect(err).toContain('logo.png was left out: found a PNG image');
    expect(err).not.toContain('hidden');
    const made = await onThePage({});
    expect(await files('out')).toEqual(made.map(({ name }) => name));
    for (const { name, value } of made) expect(await json('out', 'own-run', name), name).toEqual(value);
  });

  it('is shown, verified and reported like any other, and is a zip that the page opens', async () => {
    const shown = await bench('show', 'own-run', '--json', '--artifacts', inFolder('out'));
    const rows = JSON.parse(shown.out) as Record<string, Record<string, unknown>>[];
    expect(rows.slice(0, 8).map(({ row }) => row)).toEqual(strategyIds);
    expect(Object.keys(rows[0]!['hitWithin']!)).toEqual(['64', '128', '256', '512', '1024', '2048', '4096']);
    const verified = await bench('verify', '--artifacts', inFolder('out'));
    expect(verified.code, verified.out).toBe(0);
    expect(verified.out).toContain('own-run: not made again');
    const report = await bench(
      'report',
      'own-run',
      '--artifacts',
      inFolder('out'),
      '--out',
      inFolder('r.html'),
    );
    expect(report.code).toBe(0);
    const zip = unzipSync(await readFile(inFolder('out/own-run.zip')));
    expect(Object.keys(zip)).toEqual([
      'index.json',
      ...(await files('out')).map((name) => `own-run/${name}`),
    ]);
    const bundle = createBundleTasks();
    const opened = await bundle.open(
      {
        files: [{ name: 'own-run.zip', bytes: Uint8Array.from(await readFile(inFolder('out/own-run.zip'))) }],
      },
      silent,
    );
    expect(opened).toMatchObject({ kind: 'runs', runs: [{ entry: { id: 'own-run', kind: 'chunking' } }] });
  });

  it('measures the strategies and sizes that are named, and reads a file that holds documents with questions', async () => {
    await writeFile(inFolder('vell.json'), JSON.stringify(squadShaped()));
    const { code, out } = await bench(
      'run',
      '--docs',
      inFolder('vell.json'),
      '--strategies',
      'recursive,fixed_size:chunkSize=16',
      '--out',
      inFolder('squad'),
      '--json',
    );
    expect(code).toBe(0);
    const { rows, notices } = JSON.parse(out) as {
      rows: { row: string; n: number; table: string }[];
      notices: string[];
    };
    expect(rows.filter(({ table }) => table === 'main').map(({ row }) => row)).toEqual([
      'recursive',
      'fixed_size-16',
    ]);
    expect(notices).toEqual([]);
  });

  it('cuts recursively by tokens and at separators of other programs, as a row beside our own', async () => {
    const { code, out, err } = await run(
      '--strategies',
      'recursive,recursive:lengthIn=tokens:chunkSize=12:separators=chroma,recursive:separators="\\n\\n" ", ":chunkSize=60',
      ...['--out', inFolder('cuts'), '--json'],
    );
    expect(code, err).toBe(0);
    const { rows } = JSON.parse(out) as { rows: { row: string }[] };
    expect(rows.map(({ row }) => row)).toEqual([
      'recursive',
      'recursive-tokens-chroma-12-0',
      'recursive-separators-60-0',
    ]);
    const { strategies } = (await json('cuts', 'own-run', 'summary.json')) as {
      strategies: { parameters: Record<string, unknown> }[];
    };
    expect(strategies.map(({ parameters }) => parameters)).toMatchObject([
      { chunkSize: 1000, unit: 'characters' },
      {
        chunkSize: 12,
        unit: 'tokens',
        tokenizer: 'cl100k_base',
        separators: String.raw`"\n\n" "\n" "." "?" "!" " " ""`,
      },
      { chunkSize: 60, unit: 'characters', separators: String.raw`"\n\n" ", "` },
    ]);
    expect((await bench('verify', '--artifacts', inFolder('cuts'))).code).toBe(0);
  });

  it('reads a folder that is a dataset of several files, its questions in the folder or named apart', async () => {
    const rye = 'The mill grinds rye in March.';
    const at = texts['rules/mill.txt']!.indexOf(rye);
    await mkdir(inFolder('spans'));
    await writeFile(inFolder('spans/mill.md'), texts['rules/mill.txt']!);
    const table = `question,references,corpus_id\nWhat is ground?,"[{""content"":""${rye}"",""start_index"":${at},""end_index"":${at + rye.length}}]",mill\n`;
    await writeFile(inFolder('spans.csv'), table);
    await mkdir(inFolder('beir/qrels'), { recursive: true });
    await writeFile(
      inFolder('beir/corpus.jsonl'),
      `{"_id":"m","text":"${rye}"}\n{"_id":"f","text":"Salt."}\n`,
    );
    await writeFile(inFolder('beir/queries.jsonl'), '{"_id":"q","text":"Who grinds rye?"}\n');
    await writeFile(inFolder('beir/qrels/test.tsv'), 'query-id\tcorpus-id\tscore\nq\tm\t1\n');
    for (const [docs, ...more] of [['spans', '--questions', inFolder('spans.csv')], ['beir']] as const) {
      const { code, out, err } = await bench(
        'run',
        '--docs',
        inFolder(docs!),
        ...more,
        '--strategies',
        'recursive',
        '--out',
        inFolder(`of-${docs}`),
        '--json',
      );
      expect(code, err).toBe(0);
      const { rows } = JSON.parse(out) as { rows: { n: number; hitAt: Record<string, number> }[] };
      expect(rows[0]).toMatchObject({ n: 1, hitAt: { 1: 1 } });
      const { questions } = (await json(`of-${docs}`, 'own-run', 'questions.json')) as {
        questions: { gold: unknown[]; answers: string[] }[];
      };
      // BEIR judges documents whole: no text of theirs is an answer.
      expect(questions[0]).toMatchObject({ answers: docs === 'beir' ? [] : [rye], gold: [{}] });
    }
  });

  it('takes questions as CSV, TSV, JSON and JSON lines, and those of a file with texts of its own', async () => {
    const asked = [
      { question: 'When does the ferry leave?', answers: ['at noon'] },
      { question: 'Who keeps the mill?', answers: 'Oda Brenn' },
    ];
    const given: Record<string, string> = {
      'q.tsv': 'question\tanswer\nWhen does the ferry leave?\tat noon\nWho keeps the mill?\tOda Brenn\n',
      'q.json': JSON.stringify({ questions: asked }),
      'q.jsonl': asked.map((one) => JSON.stringify(one)).join('\n'),
      'squad.json': JSON.stringify({
        version: '1.1',
        data: [
          {
            title: 'Elsewhere',
            paragraphs: [
              {
                context: 'They left at noon with Oda Brenn.',
                qas: [
                  { id: 'a', question: asked[0]!.question, answers: [{ text: 'at noon', answer_start: 10 }] },
                  {
                    id: 'b',
                    question: asked[1]!.question,
                    answers: [{ text: 'Oda Brenn', answer_start: 23 }],
                  },
                ],
              },
            ],
          },
        ],
      }),
    };
    for (const [name, text] of Object.entries(given)) {
      await writeFile(inFolder(name), text);
      const { code, err, out } = await bench(
        ...[
          'run',
          '--docs',
          inFolder('docs/ferry.md'),
          '--questions',
          inFolder(name),
          '--strategies',
          'paragraph',
        ],
        ...['--keep-without-gold', '--out', inFolder('forms'), '--json'],
      );
      expect(code, err).toBe(0);
      // The second answer stands in the other document only.
      expect(
        (JSON.parse(out) as { rows: { hitAt: Record<string, number> }[] }).rows[0]!.hitAt['5'],
        name,
      ).toBe(0.5);
    }
  });
});

describe('a gate', () => {
  const gated = (...gates: string[]) =>
    run(
      ...['--strategies', 'paragraph,sentence_window', '--out', inFolder('gate')],
      ...gates.flatMap((gate) => (gate === '--json' ? [gate] : ['--fail-under', gate])),
    );

  it('passes with exit code 0 and fails with 1, naming row, value and what was wanted', async () => {
    expect((await gated('hitWithin@512>=1', 'paragraph:contexts<6')).code).toBe(0);
    const { code, out } = await gated('contexts>=5');
    expect(code).toBe(1);
    expect(out).toMatch(/FAILED +sentence_window: contexts>=5: found 4, wanted >= 5/);
    expect(out).toMatch(/ok +paragraph: contexts>=5: found 5/);
    expect(await files('gate')).toContain('summary.json');
  });

  it('holds rows to any budget of tokens, exactly', async () => {
    const { code, out } = await gated(
      'hitWithin@11>=0',
      'evidenceCoverageWithin@29>=0',
      'hitWithin@64>=0',
      '--json',
    );
    expect(code, out).toBe(0);
    const { gates } = JSON.parse(out) as { gates: { gate: string; row: string; value: number }[] };
    const stored = (await json('gate', 'own-run', 'budgets', 'bm25.json')) as {
      rows: { row: string; answer: (number | null)[]; evidence: (number | null)[] }[];
    };
    const share = (least: (number | null)[], budget: number) =>
      least.filter((tokens) => tokens !== null && tokens <= budget).length / least.length;
    for (const { row, answer, evidence } of stored.rows) {
      const of = (gate: string) => gates.find((own) => own.row === row && own.gate.startsWith(gate))!.value;
      expect(of('hitWithin@11'), row).toBeCloseTo(share(answer, 11), 10);
      // Every question here has one span, which is covered as soon as a context holds it.
      expect(of('evidenceCoverageWithin@29'), row).toBeCloseTo(share(evidence, 29), 10);
      expect(of('hitWithin@64'), row).toBeCloseTo(share(answer, 64), 10);
    }
    expect(new Set(gates.map(({ value }) => value)).size).toBeGreaterThan(1);
  });

  it.each([
    ['hitWithin512', /expected \[ROW:\]FIELD\[@K\]>=NUMBER/],
    ['hitWithin@512>=most', /expected \[ROW:\]FIELD/],
    ['hitRate@512>=0.5', /a row has no figure "hitRate"; it has .*precisionOmega, hitWithin@…/],
    ['hitWithin@0>=0.5', /hitWithin is there @ every whole number of tokens from 1 to 4096/],
    ['spanRecallWithin@4097>=0.5', /spanRecallWithin is there @ every whole number of tokens/],
    ['hitWithin>=0.5', /hitWithin is there @ every whole number/],
    ['hitAt@7>=0.5', /hitAt is there @ 1, 3, 5, 10/],
    ['precisionOmega@5>=0.5', /precisionOmega is one figure and takes no @/],
    ['semantic:hitWithin@512>=0.5', /there is no row "semantic"; the rows are paragraph, sentence_window/],
  ])('that says %s is wrong usage, told before anything is measured', async (gate, message) => {
    await rm(inFolder('gate'), { recursive: true, force: true });
    const { code, err } = await gated(gate);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) });
    await expect(readFile(inFolder('gate/index.json'))).rejects.toThrow('ENOENT');
  });
});

describe('chunks of another program', () => {
  it('stand beside ours in every figure, with the file that they came from', async () => {
    const chunks = Object.entries(texts).flatMap(([document, text]) =>
      text.split('\n\n').map((part) => JSON.stringify({ document, text: part })),
    );
    await writeFile(inFolder('docs/My splitter.jsonl'), chunks.join('\n'));
    const { code, out, err } = await run(
      ...['--strategies', 'paragraph', '--chunks', inFolder('docs/My splitter.jsonl')],
      ...['--fail-under', 'my_splitter:hitWithin@512>=1', '--out', inFolder('theirs'), '--json'],
    );
    expect(code, err).toBe(0);
    expect(err).toContain('My splitter.jsonl: 5 chunks, row my_splitter, found by their text.');
    const { rows } = JSON.parse(out) as { rows: Record<string, unknown>[] };
    const [ours, theirs] = rows as [Record<string, unknown>, Record<string, unknown>];
    expect(theirs).toMatchObject({
      row: 'my_splitter',
      label: 'My splitter.jsonl',
      contexts: ours['contexts'],
    });
    expect(theirs['hitAt']).toEqual(ours['hitAt']);
    expect((await bench('verify', '--artifacts', inFolder('theirs'))).code).toBe(0);
    await rm(inFolder('docs/My splitter.jsonl'));
  });

  it('may be the only rows, and a wrong line is told with exit code 1', async () => {
    await writeFile(inFolder('c.csv'), 'document,start,end\nferry.md,0,40\nrules/mill.txt,0,999\n');
    const args = ['--strategies', 'none', '--chunks', inFolder('c.csv'), '--offset-unit', 'bytes'];
    const wrong = await run(...args, '--out', inFolder('only'));
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/c.csv at line 3: found 0–999 of rules\/mill.txt, which lies past its end/);
    await writeFile(inFolder('c.csv'), 'document,start,end\nferry.md,0,40\nrules/mill.txt,0,20\n');
    const { code, err } = await run(...args, '--fail-under', 'c:contexts>=2', '--out', inFolder('only'));
    expect(code, err).toBe(0);
    const summary = (await json('only', 'own-run', 'summary.json')) as { rows: { row: string }[] };
    expect(summary.rows.map(({ row }) => row)).toEqual(['c']);
  });
});

describe('twenty documents and thirty questions', () => {
  const { documents, questions, asked } = ownFolder();
  const call = (...args: string[]) =>
    bench('run', '--docs', inFolder('towers'), '--questions', inFolder('towers.csv'), ...args);

  beforeAll(async () => {
    for (const [path, text] of documents) {
      await mkdir(dirname(inFolder(`towers/${path}`)), { recursive: true });
      await writeFile(inFolder(`towers/${path}`), text);
    }
    await writeFile(inFolder('towers.csv'), questions);
    const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 300, chunkOverlap: 60 });
    const chunker = await RecursiveChunker.create({ chunkSize: 300 });
    const [langchain, chonkie]: string[][] = [[], []];
    for (const [path, text] of documents) {
      for (const made of await splitter.createDocuments([text], [{ source: path }]))
        langchain!.push(JSON.stringify(made));
      for (const { text: chunk, startIndex, endIndex } of await chunker.chunk(text))
        chonkie!.push(JSON.stringify({ document: path, text: chunk, startIndex, endIndex }));
    }
    await writeFile(inFolder('langchain.jsonl'), langchain!.join('\n'));
    await writeFile(inFolder('chonkie.jsonl'), chonkie!.join('\n'));
  });

  it('are measured with the chunks of @langchain/textsplitters and @chonkiejs/core beside ours, and gate', async () => {
    expect([documents.size, asked]).toEqual([20, 30]);
    const args = [
      ...['--strategies', 'recursive', '--chunks', inFolder('langchain.jsonl')],
      ...['--chunks', inFolder('chonkie.jsonl'), '--out', inFolder('towers-out'), '--json'],
    ];
    const passed = await call(...args, '--fail-under', 'langchain:hitWithin@500>=0.5');
    expect(passed.code, passed.err).toBe(0);
    const { rows } = JSON.parse(passed.out) as { rows: { row: string; n: number; contexts: number }[] };
    expect(rows.map(({ row, n }) => [row, n])).toEqual([
      ['recursive', 30],
      ['langchain', 30],
      ['chonkie', 30],
    ]);
    const failed = await call(...args, '--fail-under', 'chonkie:hitWithin@3>=0.9');
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/FAILED +chonkie: chonkie:hitWithin@3/),
    });
    expect((await bench('verify', '--artifacts', inFolder('towers-out'))).code).toBe(0);
  });

  it('go on where they were interrupted, with nothing embedded twice', async () => {
    const endpoint = await startHostileEndpoint({
      script: [{ kind: 'right' }, { kind: 'stall' }],
    });
    const args = [
      ...['run', '--docs', inFolder('towers'), '--questions', inFolder('towers.csv')],
      ...['--strategies', 'paragraph,semantic', '--embedder', endpoint.baseUrl, '--model', 'pseudo'],
      ...[
        '--retrievers',
        'embedding',
        '--cache',
        inFolder('towers-cache'),
        '--out',
        inFolder('towers-model'),
      ],
    ];
    const stopped = new AbortController();
    const silentOutput = { out: () => undefined, err: () => undefined, isTerminal: false };
    try {
      const first = runBench(args, silentOutput, stopped.signal);
      await expect.poll(() => endpoint.requests.length, { timeout: 30_000 }).toBeGreaterThan(1);
      stopped.abort();
      expect(await first).toBe(1);
      await expect(readFile(inFolder('towers-model/index.json'))).rejects.toThrow('ENOENT');
      const answered = endpoint.requests.slice(0, 1).flatMap(({ inputs }) => inputs);
      const before = endpoint.requests.length;
      expect(await runBench(args, silentOutput, new AbortController().signal)).toBe(0);
      const sent = endpoint.requests.slice(before).flatMap(({ inputs }) => inputs);
      expect(sent.filter((text) => answered.includes(text))).toEqual([]);
      expect(new Set(sent).size).toBe(sent.length);
    } finally {
      await endpoint.close();
    }
  });
});

describe('a run with a model', () => {
  it('goes on where it was interrupted: what was embedded once is not sent again', async () => {
    const endpoint = await startHostileEndpoint({
      // The sentences that the semantic strategy compares, then the chunks.
      script: [{ kind: 'right' }, { kind: 'status', status: 401, error: { message: 'expired' } }],
    });
    const args = [
      ...['--strategies', 'paragraph,semantic', '--embedder', endpoint.baseUrl, '--model', 'pseudo'],
      ...['--retrievers', 'embedding', '--cache', inFolder('cache'), '--out', inFolder('model')],
    ];
    try {
      const first = await run(...args);
      expect(first.code).toBe(1);
      expect(first.err).toContain('expired');
      const sentBefore = new Set(endpoint.requests.slice(0, 1).flatMap(({ inputs }) => inputs));
      expect(sentBefore.size).toBeGreaterThan(0);
      const before = endpoint.requests.length;
      const second = await run(...args);
      expect(second.code, second.err).toBe(0);
      const sent = endpoint.requests.slice(before).flatMap(({ inputs }) => inputs);
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent.filter((text) => sentBefore.has(text))).toEqual([]);
      const summary = (await json('model', 'own-run', 'summary.json')) as { rows: { row: string }[] };
      expect(summary.rows.map(({ row }) => row)).toEqual([
        'paragraph',
        'semantic',
        'paragraph-endpoint',
        'semantic-endpoint',
      ]);
    } finally {
      await endpoint.close();
    }
  });

  it('never sends OpenAI’s key to another endpoint', async () => {
    const endpoint = await startHostileEndpoint({});
    const key = process.env['OPENAI_API_KEY'];
    process.env['OPENAI_API_KEY'] = 'test-key';
    try {
      const { code } = await run(
        ...['--strategies', 'paragraph', '--embedder', endpoint.baseUrl, '--model', 'pseudo'],
        ...['--retrievers', 'embedding', '--fresh', '--out', inFolder('key')],
      );
      expect(code).toBe(0);
      expect(JSON.stringify(endpoint.requests.map(({ headers }) => headers))).not.toContain('test-key');
    } finally {
      if (key === undefined) delete process.env['OPENAI_API_KEY'];
      else process.env['OPENAI_API_KEY'] = key;
      await endpoint.close();
    }
  });
});

describe('wrong usage of run', () => {
  it.each([
    [[], /run needs --docs DIR/],
    [['--docs', '.'], /run needs --out DIR/],
    [['--docs', 'nowhere', '--out', 'x'], /--docs nowhere|there is no such file or folder/],
    [
      ['--docs', '.', '--out', 'x', '--strategies', 'recursiv'],
      /there is no "recursiv"; there are fixed_size/,
    ],
    [
      ['--docs', '.', '--out', 'x', '--strategies', 'recursive:size=5'],
      /recursive has no setting "size"; it has chunkSize, overlap, lengthIn, separators/,
    ],
    [
      ['--docs', '.', '--out', 'x', '--strategies', 'recursive:lengthIn=words'],
      /lengthIn is "words", expected tokens or characters/,
    ],
    [
      ['--docs', '.', '--out', 'x', '--strategies', 'recursive:separators=\\n'],
      /separators are a name \(langchain, chroma\) or strings in double quotes/,
    ],
    [
      ['--docs', '.', '--out', 'x', '--strategies', 'sentence_pack:lengthIn=tokens'],
      /sentence_pack has no setting "lengthIn"/,
    ],
    [['--docs', '.', '--out', 'x', '--strategies', 'recursive,recursive'], /names recursive twice/],
    [['--docs', '.', '--out', 'x', '--k', '7'], /--k is "7", expected 1, 3, 5, 10/],
    [['--docs', '.', '--out', 'x', '--neighbors', '9/0'], /--neighbors is "9\/0", expected P\/N/],
    [['--docs', '.', '--out', 'x', '--model', 'm'], /--model goes with --embedder/],
    [['--docs', '.', '--out', 'x', '--id', 'chunking-squad'], /is an experiment that is built here/],
  ])('%j is told', async (args, message) => {
    const { code, err } = await bench('run', ...args);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) });
  });
});
