import { chunkingFinding } from '../experiments/chunking/finding';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBenchmark } from '../experiments/chunking/measure/benchmark';
import { corpusHashInput } from '../datasets/corpus';
import { committedStrategies } from '../experiments/chunking/measure/strategyIndex';
import { sampleSquad, squadCorpus } from '../datasets/squad/sample';
import { chunkingFiles } from '../experiments/chunking/files';
import { examine } from '../analysis/doctor/examine';
import { chunkingKind } from '../experiments/chunking/kind';
import { kindOf } from '../experiments/kinds';
import type { ExaminedArtifact } from '../analysis/doctor/options';
import { indexFormat, type ExperimentEntry } from '../artifact/indexFile';
import { decode } from '../artifact/decode';
import { squadShapedArticles } from '../testing/squadShaped';
import { projectRoot } from './artifacts/store';
import { chunkingText } from './chunking/files';

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const encode = (text: string) => new TextEncoder().encode(text);
const sample = sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 });
const corpus = squadCorpus(sample);
const texts = {
  documents: corpus.documents.map(({ text }) => text),
  questions: corpus.questions.map(({ text, answers }) => ({ text, answers })),
};
const letters = (text: string): number[] =>
  Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length - 1);

/** A small benchmark with a hybrid table, its files as an index lists them. */
async function authored(): Promise<{ entry: ExperimentEntry; files: Map<string, Uint8Array> }> {
  const run = await runBenchmark(corpus, committedStrategies(), undefined, {
    embedding: { name: 'local', focusWeight: 0.8, embed: async (texts) => texts.map(letters) },
  });
  const made = await chunkingFiles(run, {
    id: 'authored',
    title: 'Authored',
    question: 'Which?',
    model: { provider: 'test', name: 'letters', revision: '1', dimensions: 26, windowing: 'none' },
    corpus: {
      name: 'authored',
      hash: createHash('sha256').update(corpusHashInput(corpus)).digest('hex'),
      licence: 'own',
      text: 'not included',
      source: null,
      sample: null,
    },
    headline: () => 'A headline.',
    draws: 200,
    switches: true,
  });
  const files = new Map<string, Uint8Array>(
    made.map(chunkingText).map(({ name, text }) => [name, encode(text)]),
  );
  const listed = await Promise.all(
    [...files].map(async ([name, bytes]) => ({ name, sha256: await sha256(bytes), bytes: bytes.byteLength })),
  );
  const provenance = {
    program: 'test',
    command: 'test',
    startedAt: '2026-01-01T00:00:00Z',
    durationMs: 1,
    node: '20',
    icu: 'none',
    packages: {},
  };
  return {
    entry: {
      id: 'authored',
      kind: 'chunking',
      title: 'Authored',
      question: 'Which?',
      headline: 'A headline.',
      finding: chunkingFinding(new Map(made.map(({ name, value }) => [name, value]))),
      data: 'authored',
      badges: [],
      files: listed,
      provenance,
    },
    files,
  };
}

type Json = { [key: string]: unknown };

describe('the check of figures', async () => {
  const patient = await authored();
  /** The artifact with one file changed; without hashes, as a run that came without an index. */
  const spoiled = (name: string, change: (value: Json) => void, hashes = false): ExaminedArtifact => {
    const value = JSON.parse(new TextDecoder().decode(patient.files.get(name))) as Json;
    change(value);
    const bytes = encode(JSON.stringify(value));
    const listed = patient.entry.files.map((file) =>
      hashes ? file : { ...file, sha256: '', bytes: file.name === name ? bytes.byteLength : file.bytes },
    );
    return {
      ...patient,
      entry: { ...patient.entry, files: listed },
      files: new Map(patient.files).set(name, bytes),
    };
  };
  const faults = async (given: ExaminedArtifact, figures = true) =>
    (await examine(chunkingKind, given, { sha256, figures })).filter(({ outcome }) => outcome === 'fails');
  const listOf = (value: unknown) => value as number[][];

  it('finds nothing wrong with an artifact as it was built, with its text or without', async () => {
    const without = await examine(chunkingKind, patient, { sha256 });
    expect(
      without.filter(({ outcome }) => outcome !== 'holds').map(({ id, outcome }) => [id, outcome]),
    ).toEqual([['text', 'open']]);
    const withText = await examine(chunkingKind, { ...patient, texts }, { sha256 });
    expect(withText.map(({ id, outcome }) => [id, outcome])).toEqual(
      [
        'files',
        'formats',
        'coverage',
        'offsets',
        'order',
        'relevant',
        'layout',
        'found',
        'fusion',
        'text',
        'bm25',
        'tokens',
        'budgets',
        'switches',
        'figures',
        'neighbors',
        'finding',
      ].map((id) => [id, 'holds']),
    );
  });

  it('finds one score changed in the last digit by its hash', async () => {
    const found = await faults(
      spoiled('rankings/paragraph.json', (value) => (listOf(value['scores'])[2]![1]! -= 1e-8), true),
      false,
    );
    expect(found.map(({ id }) => id)).toContain('files');
    expect(found[0]!.findings.at(-1)).toMatchObject({
      file: 'rankings/paragraph.json',
      path: '$',
      found: expect.stringContaining('SHA-256'),
      expected: expect.stringContaining('SHA-256'),
    });
  });

  it('finds one BM25 score changed within its order by the text, hashes or not', async () => {
    const change = (value: Json) => {
      const own = listOf(value['scores'])[2]!;
      own[1] = (own[0]! + own[1]!) / 2;
    };
    const [check] = (await faults({ ...spoiled('rankings/recursive.json', change), texts }, false)).filter(
      ({ id }) => id === 'bm25',
    );
    expect(check).toMatchObject({
      count: 1,
      findings: [{ file: 'rankings/recursive.json', path: '$.scores[2][1]', about: corpus.questions[2]!.id }],
    });
  });

  it('finds one fused score changed by the ranks that it fuses', async () => {
    const found = await faults(
      spoiled('rankings/paragraph-hybrid.json', (value) => (listOf(value['scores'])[3]![0]! += 1e-4)),
      false,
    );
    expect(found.map(({ id }) => id)).toContain('fusion');
    expect(found.find(({ id }) => id === 'fusion')!.findings[0]).toMatchObject({
      path: '$.scores[3][0]',
      expected: expect.stringContaining('from ranks'),
    });
  });

  it('finds a mean that does not follow from its rankings, and says what it should be', async () => {
    let honest = 0;
    const found = await faults(
      spoiled('summary.json', (value) => {
        const figure = (value['rows'] as { metrics: { ndcgAt10: { value: number } } }[])[4]!.metrics.ndcgAt10;
        honest = figure.value;
        figure.value = honest + 0.01;
      }),
    );
    expect(found).toHaveLength(1);
    expect(found[0]!.findings).toEqual([
      {
        file: 'summary.json',
        path: '$.rows[4].metrics.ndcgAt10.value',
        found: String(honest + 0.01),
        expected: String(honest),
        about: expect.any(String),
        row: 'paragraph',
      },
    ]);
  });

  it.each([
    [
      'a question twice',
      'questions.json',
      (value: Json) => ((value['questions'] as Json[])[1]!['id'] = (value['questions'] as Json[])[0]!['id']),
      'coverage',
      '$.questions[1]',
    ],
    [
      'a ranking short of a question',
      'rankings/semantic.json',
      (value: Json) => listOf(value['scores']).pop(),
      'coverage',
      '$.scores',
    ],
    [
      'a gold span past its document',
      'questions.json',
      (value: Json) => ((value['questions'] as { gold: { end: number }[] }[])[0]!.gold[0]!.end = 1e6),
      'offsets',
      '$.questions[0].gold[0]',
    ],
    [
      'a chunk that begins before the one before it',
      'chunks/0.json',
      (value: Json) =>
        ((value['strategies'] as Record<string, { indexed: number[] }>)['sentence_window']!.indexed[4] = 0),
      'offsets',
      '$.strategies["sentence_window"].indexed[4]',
    ],
    [
      'a context number that is none',
      'rankings/paragraph.json',
      (value: Json) => (listOf(value['contexts'])[0]![0] = 4242),
      'order',
      '$.contexts[0][0]',
    ],
    [
      'a context at two ranks',
      'rankings/paragraph.json',
      (value: Json) => (listOf(value['contexts'])[0]![1] = listOf(value['contexts'])[0]![0]!),
      'order',
      '$.contexts[0][1]',
    ],
    [
      'a score above the rank before it',
      'rankings/paragraph.json',
      (value: Json) => (listOf(value['scores'])[0]![1] = 99),
      'order',
      '$.scores[0][1]',
    ],
    [
      'contexts counted wrong',
      'summary.json',
      (value: Json) => ((value['strategies'] as { contextOffsets: number[] }[])[0]!.contextOffsets[1]! += 1),
      'offsets',
      '$.strategies[0].contextOffsets[1]',
    ],
    [
      'a relevant context out of order',
      'relevant/paragraph.json',
      (value: Json) => (listOf(value['answer'])[0] = [3, 1]),
      'relevant',
      '$.answer[0][1]',
    ],
    [
      'a loss that is none',
      'rankings/paragraph.json',
      (value: Json) => ((value['loss'] as unknown[])[0] = 'budget'),
      'found',
      '$.loss[0]',
    ],
  ])('finds %s', async (_, name, change, id, path) => {
    const found = await faults(spoiled(name, change), false);
    expect(found.map((check) => check.id)).toContain(id);
    expect(
      found.find((check) => check.id === id)!.findings.map((finding) => [finding.file, finding.path]),
    ).toContainEqual([name, path]);
  });

  const strategy = (value: Json, id: string) =>
    (value['strategies'] as Record<string, { indexed: number[]; contexts: number[]; contextOf: number[] }>)[
      id
    ]!;
  const setting = (value: Json, index: number) =>
    (
      value['settings'] as {
        strategies: Record<string, { answerMask: number[]; evidenceMask: number[]; tokensToHit: number[] }>;
      }[]
    )[index]!.strategies['paragraph']!;
  const rowOf = (value: Json, row: string) =>
    (
      value['rows'] as ({
        row: string;
        meanTokens: number;
        budgetCurve: { spanRecall: { value: number } }[];
        evidence: number[];
        spanRecall: number[][];
        metrics: { contextTokensAt90: { tokens: number; cutoff: number; interval: number[] } };
      } & Json)[]
    ).find((own) => own.row === row)!;
  const place = (value: Json, table: string, metric: string) =>
    (value['tieGroups'] as { table: string; metric: string; groups: string[][] }[]).findIndex(
      (group) => group.table === table && group.metric === metric,
    );
  const groupsOf = (value: Json, table: string, metric: string) =>
    (value['tieGroups'] as { groups: string[][] }[])[place(value, table, metric)]!;
  /** Two rows of one group set apart, or two groups made one: another order than the data support. */
  const regroup = (group: { groups: string[][] }): void => {
    if (group.groups.length > 1) group.groups = [group.groups.flat()];
    else group.groups = [group.groups[0]!.slice(0, 1), group.groups[0]!.slice(1)];
  };

  it.each<[string, string, (value: Json) => void, string, RegExp]>([
    [
      'a place in a column that is not nDCG@10',
      'summary.json',
      (value) => regroup(groupsOf(value, 'main', 'spanIoUAt.3')),
      'figures',
      /^\$\.tieGroups\[\d+\]\.groups/,
    ],
    [
      'a place in the second table',
      'summary.json',
      (value) => regroup(groupsOf(value, 'second', 'hitAt.5')),
      'figures',
      /^\$\.tieGroups\[\d+\]\.groups/,
    ],
    [
      'a column without places',
      'summary.json',
      (value) => void (value['tieGroups'] as unknown[]).splice(3, 1),
      'figures',
      /^\$\.tieGroups$/,
    ],
    [
      'another best row',
      'summary.json',
      (value) => void ((value['best'] as { row: string }).row = 'semantic'),
      'figures',
      /^\$\.best\.row$/,
    ],
    [
      'a p value that Holm did not correct',
      'summary.json',
      (value) => void ((value['comparisons'] as { adjustedP: number }[])[2]!.adjustedP /= 7),
      'figures',
      /^\$\.comparisons\[2\]\.adjustedP$/,
    ],
    [
      'an end of the interval of a difference',
      'summary.json',
      (value) => void ((value['comparisons'] as { interval: number[] }[])[1]!.interval[0]! += 0.01),
      'figures',
      /^\$\.comparisons\[1\]\.interval\[0\]$/,
    ],
    [
      'a verdict',
      'summary.json',
      (value) =>
        void ((value['comparisons'] as { verdict: string }[])[0]!.verdict =
          (value['comparisons'] as { verdict: string }[])[0]!.verdict === 'a beats b'
            ? 'not established'
            : 'a beats b'),
      'figures',
      /^\$\.comparisons\[0\]\.verdict$/,
    ],
    [
      'a cutoff of a token cost, without its text',
      'summary.json',
      (value) => void (rowOf(value, 'paragraph').metrics.contextTokensAt90.cutoff = 10),
      'figures',
      /contextTokensAt90\.cutoff$/,
    ],
    [
      'a mask of the published setting',
      'switches.json',
      (value) => void (setting(value, 0).answerMask[4]! ^= 1),
      'switches',
      /answerMask\[4\]$/,
    ],
    [
      'a mask with more ranks than are relevant',
      'switches.json',
      (value) => void (setting(value, 5).evidenceMask[2] = 1023),
      'switches',
      /evidenceMask\[2\]$/,
    ],
    [
      'a budget of the published setting',
      'switches.json',
      (value) => void (setting(value, 0).tokensToHit[1]! += 1),
      'switches',
      /tokensToHit\[1\]$/,
    ],
    [
      'a setting without a strategy',
      'switches.json',
      (value) => delete (value['settings'] as { strategies: Json }[])[3]!.strategies['recursive'],
      'switches',
      /^\$\.settings\[3\]\.strategies\["recursive"\]$/,
    ],
    [
      'a chunk that overlaps where the strategy does not',
      'chunks/1.json',
      (value) => {
        const own = strategy(value, 'parent_document');
        own.indexed[1]! += 2;
      },
      'layout',
      /\["parent_document"\]\.indexed\[2\]$/,
    ],
    [
      'a returned span that is not the chunk',
      'chunks/2.json',
      (value) => void (strategy(value, 'paragraph').contexts[1]! -= 1),
      'layout',
      /\["paragraph"\]\.contextOf\[0\]$/,
    ],
    [
      'a window with a sentence too few',
      'chunks/0.json',
      (value) => void (strategy(value, 'sentence_window').contextOf[3] = 0),
      'layout',
      /\["sentence_window"\]\.contextOf\[3\]$/,
    ],
    [
      'a family that no question has',
      'summary.json',
      (value) => void ((value['groupings'] as { families: string[] }[])[0]!.families[1] = 'nowhere'),
      'coverage',
      /^\$\.groupings\[0\]\.families$/,
    ],
    [
      'families in another order',
      'summary.json',
      (value) => void (value['groupings'] as { families: string[] }[])[0]!.families.reverse(),
      'coverage',
      /^\$\.groupings\[0\]\.families$/,
    ],
    [
      'a headline that the index does not share',
      'summary.json',
      (value) => void (value['headline'] = 'Another one.'),
      'formats',
      /^\$\.headline$/,
    ],
  ])('finds %s', async (_, name, change, id, path) => {
    const found = await faults(spoiled(name, change));
    expect(found.map((check) => check.id)).toContain(id);
    expect(found.find((check) => check.id === id)!.findings.map((finding) => finding.path)).toContainEqual(
      expect.stringMatching(path),
    );
  });

  it.each<[string, string, (value: Json) => void, string, RegExp]>([
    [
      'mean context tokens to >90 %',
      'summary.json',
      (value) => void (rowOf(value, 'paragraph').metrics.contextTokensAt90.tokens += 1),
      'figures',
      /contextTokensAt90\.tokens$/,
    ],
    [
      'the interval of a token cost in the second table',
      'summary.json',
      (value) => void (rowOf(value, 'paragraph-local').metrics.contextTokensAt90.interval[1]! += 1),
      'figures',
      /contextTokensAt90\.interval\[1\]$/,
    ],
    [
      'mean tokens of a context',
      'summary.json',
      (value) => void (rowOf(value, 'recursive').meanTokens += 0.5),
      'figures',
      /meanTokens$/,
    ],
    [
      'span recall within a budget',
      'summary.json',
      (value) => void (rowOf(value, 'recursive').budgetCurve[0]!.spanRecall.value += 0.01),
      'figures',
      /budgetCurve\[0\]\.spanRecall\.value$/,
    ],
    [
      'a place by token cost',
      'summary.json',
      (value) => regroup(groupsOf(value, 'main', 'contextTokensAt90')),
      'figures',
      /^\$\.tieGroups\[\d+\]\.groups/,
    ],
    [
      'tokens of a document',
      'summary.json',
      (value) => void ((value['corpus'] as { documents: { tokens: number }[] }).documents[1]!.tokens += 1),
      'tokens',
      /^\$\.corpus\.documents\[1\]\.tokens$/,
    ],
    [
      'the budget that covers a gold span',
      'budgets/bm25.json',
      (value) => void (rowOf(value, 'semantic').evidence[3] = 1),
      'budgets',
      /^\$\.rows\[\d+\]\.evidence\[3\]$/,
    ],
    [
      'more gold held than there is',
      'budgets/bm25.json',
      (value) => rowOf(value, 'semantic').spanRecall[0]!.push(5_000, 99_999),
      'budgets',
      /^\$\.rows\[\d+\]\.spanRecall\[0\]/,
    ],
    [
      'what a width holds within a budget',
      'budgets/bm25.json',
      (value) => void ((value['widths'] as { answer: number[] }[])[2]!.answer[0] = 1),
      'neighbors',
      /^\$\.widths\[2\]\.answer\[0\]$/,
    ],
    [
      'the budget that holds an answer',
      'rankings/semantic.json',
      (value) => void ((value['tokensToHit'] as number[])[3]! += 1),
      'tokens',
      /^\$\.tokensToHit\[3\]$/,
    ],
    [
      'a mask of a setting that is not the published one',
      'switches.json',
      (value) => void (setting(value, 6).answerMask[0] = setting(value, 6).answerMask[0] === 1 ? 2 : 1),
      'switches',
      /settings\[6\]/,
    ],
    [
      'a chunk boundary moved by a character',
      'chunks/0.json',
      (value) => {
        const own = strategy(value, 'fixed_size');
        own.indexed[1]! -= 1;
        own.contexts[1]! -= 1;
      },
      'text',
      /\["fixed_size"\]\.indexed/,
    ],
    [
      'the hash of the corpus',
      'summary.json',
      (value) => void ((value['corpus'] as Json)['hash'] = '0'.repeat(64)),
      'text',
      /^\$\.corpus\.hash$/,
    ],
  ])('finds with the text: %s', async (_, name, change, id, path) => {
    const found = await faults({ ...spoiled(name, change), texts });
    expect(found.map((check) => check.id)).toContain(id);
    expect(found.find((check) => check.id === id)!.findings.map((finding) => finding.path)).toContainEqual(
      expect.stringMatching(path),
    );
  });

  it('finds a finding that the figures do not give', async () => {
    const entry = { ...patient.entry, finding: { ...patient.entry.finding, sentence: 'Semantic wins.' } };
    const found = await faults({ ...patient, entry }, false);
    expect(found.map(({ id }) => id)).toEqual(['finding']);
    expect(found[0]!.findings[0]).toMatchObject({
      file: 'index.json',
      path: '$.finding.sentence',
      found: '"Semantic wins."',
    });
  });

  it('has nothing against a family without questions', async () => {
    expect(
      await faults(
        spoiled(
          'summary.json',
          (value) =>
            void (value['groupings'] as { families: string[] }[])[0]!.families.splice(1, 0, 'nobody'),
        ),
        false,
      ),
    ).toEqual([]);
  });

  it('counts the values that it looked at', async () => {
    const checks = await examine(chunkingKind, patient, { sha256, figures: false });
    expect(checks.find(({ id }) => id === 'order')!.values).toBeGreaterThan(2 * 40 * corpus.questions.length);
    expect(checks.find(({ id }) => id === 'files')!.values).toBe(2 * patient.entry.files.length);
    expect(checks.filter(({ outcome }) => outcome === 'open').map(({ values }) => values)).toEqual([0]);
  });

  it('leaves token counts open where their tokenizer is not at hand', async () => {
    const named = spoiled(
      'summary.json',
      (value) => void (value['tokenizer'] = { name: 'some_other', estimated: false }),
    );
    const found = await examine(chunkingKind, { ...named, texts }, { sha256, tokenizer: async () => null });
    expect(found.find(({ id }) => id === 'tokens')).toMatchObject({
      outcome: 'open',
      detail: 'no tokenizer called "some_other" is at hand',
    });
  });

  it('names a file that is missing, cut short, or of another kind, and goes on', async () => {
    const files = new Map(patient.files);
    files.delete('relevant/paragraph.json');
    files.set('switches.json', patient.files.get('switches.json')!.subarray(0, 50));
    files.set('rankings/recursive.json', encode('{"kind":"index"}'));
    const found = await faults({
      ...patient,
      files,
      unread: new Map([['relevant/paragraph.json', 'not found (the server answered 404)']]),
    });
    expect(found[0]!.findings).toContainEqual({
      file: 'relevant/paragraph.json',
      path: '$',
      found: 'not found (the server answered 404)',
      expected: expect.stringContaining('bytes'),
    });
    expect(found[1]!.findings.map(({ file, path }) => [file, path])).toEqual([
      ['rankings/recursive.json', '$.kind'],
      ['switches.json', '$'],
    ]);
    expect(found.map(({ id }) => id)).toContain('coverage');
  });
});

describe('the published artifacts', () => {
  const root = join(projectRoot, 'artifacts');
  const index = decode(indexFormat, 'index.json', JSON.parse(readFileSync(join(root, 'index.json'), 'utf8')));

  it.each(index.experiments.map((entry) => [entry.id, entry] as const))(
    '%s: files, formats, offsets, order and scores hold',
    async (id, entry) => {
      const files = new Map(
        entry.files.map(({ name }) => [name, new Uint8Array(readFileSync(join(root, id, name)))]),
      );
      const checks = await examine(await kindOf(entry), { entry, files }, { sha256, figures: false });
      expect(checks.length).toBeGreaterThan(4);
      expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    },
  );

  it('contextual-blend with one score changed: the doctor names it', async () => {
    const entry = index.experiments.find(({ id }) => id === 'contextual-blend')!;
    const files = new Map(
      entry.files.map(({ name }) => [name, new Uint8Array(readFileSync(join(root, entry.id, name)))]),
    );
    const results = JSON.parse(new TextDecoder().decode(files.get('intent-results.json'))) as {
      rankings: { scores: number[] }[];
    };
    results.rankings[7]!.scores[3]! -= 1e-6;
    files.set('intent-results.json', encode(JSON.stringify(results)));
    const found = (await examine(await kindOf(entry), { entry, files }, { sha256, figures: false })).filter(
      ({ outcome }) => outcome === 'fails',
    );
    expect(found.map(({ id }) => id)).toContain('scores');
    expect(found.find(({ id }) => id === 'scores')!.findings).toMatchObject([
      { file: 'intent-results.json', path: '$.rankings[7].scores[3]' },
    ]);
  });
});
