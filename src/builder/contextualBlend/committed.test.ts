import { beforeAll, describe, expect, it } from 'vitest';
import { dot, unit } from '../../core/vectors/vectors';
import { examine } from '../../analysis/doctor/examine';
import { queryWriting } from '../../experiments/blend/measure/fixtures';
import { blendKind } from '../../experiments/blend/kind';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { listFiles, publishedFolder, readArtifact, readIndex, sha256 } from '../artifacts/store';
import { createNodeProvider } from '../embeddings/nodeProvider';
import { experimentIds, experiments } from '../experiments';
import { blendFiles, decodeBlendFile, type BlendFileName } from './files';
import { checkRebuilt, compareRankings } from './verify';

const id = 'contextual-blend';
let entry: ExperimentEntry;
let texts: Map<string, string>;

beforeAll(async () => {
  entry = (await readIndex(publishedFolder)).experiments.find((experiment) => experiment.id === id)!;
  texts = new Map(
    await Promise.all(
      entry.files.map(
        async ({ name }) =>
          [name, Buffer.from(await readArtifact(publishedFolder, id, name)).toString('utf8')] as const,
      ),
    ),
  );
});

const file = <N extends BlendFileName>(name: N) => decodeBlendFile(name, texts.get(name)!);

/** What the doctor finds, figures included. */
const examined = (given: ReadonlyMap<string, string>) =>
  examine(
    blendKind,
    { entry, files: new Map([...given].map(([name, text]) => [name, new TextEncoder().encode(text)])) },
    { sha256: async (bytes) => sha256(bytes) },
  );

describe('the committed artifact', () => {
  it('consists of exactly the files that the index lists, with their hashes and bytes', async () => {
    expect(entry.files.map(({ name }) => name).sort()).toEqual(Object.keys(blendFiles).sort());
    expect(await listFiles(`${publishedFolder}/${id}`)).toEqual(Object.keys(blendFiles).sort());
    for (const { name, sha256: hash, bytes } of entry.files) {
      expect(sha256(texts.get(name)!), name).toBe(hash);
      expect(Buffer.byteLength(texts.get(name)!), name).toBe(bytes);
    }
  });

  it('decodes, every file as what it is', () => {
    for (const name of Object.keys(blendFiles) as BlendFileName[]) expect(() => file(name)).not.toThrow();
  });

  it('has figures that follow from its rankings and from its dot products, digit by digit', async () => {
    const checks = await examined(texts);
    expect(checks.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual([
      'files',
      'formats',
      'texts',
      'order',
      'scores',
      'figures',
      'finding',
    ]);
  });

  it('is described in the index by its own summary', () => {
    const { title, question, headline } = file('summary.json');
    expect(entry).toMatchObject({ title, question, headline, kind: id });
  });

  it('finds on clean texts, with whole passages, what the pages say was accepted: at least 95 of 100', () => {
    const { value, n } = file('summary.json').rows.find(({ row }) => row === 'whole')!.top1.clean;
    const { found, of } = queryWriting.accepted;
    expect([Math.round(value! * n), n]).toEqual([found, of]);
    expect(found / of).toBeGreaterThanOrEqual(0.95);
  });

  it('keeps one ranking a line, so that a change can be read', () => {
    const lines = texts
      .get('intent-results.json')!
      .split('\n')
      .filter((line) => line.startsWith('    {"method":'));
    expect(lines).toHaveLength(16 * 4 * 72);
    expect(file('context-results.json').rankings).toHaveLength(16 * 4 * 144);
  });

  it('holds no time and no version in a hashed file', () => {
    for (const [name, text] of texts)
      expect(/"(startedAt|durationMs|node|icu|packages|command)"/.test(text), name).toBe(false);
  });

  it('has the dot products that the model gives today, within 1e-6', async () => {
    const { families, records, queries } = file('context-fixtures.json');
    const similarities = file('similarities.json').context;
    const record = records[37]!;
    const family = families.find(({ id }) => id === record.family)!;
    const chosen = queries
      .flatMap((query, index) => (query.family === family.id ? [{ query, index }] : []))
      .slice(0, 3);
    const provider = await createNodeProvider('local', { cache: null });
    const embedded = [
      family.focus,
      record.clean,
      record.noisy,
      ...chosen.flatMap(({ query }) => [query.clean, query.noisy]),
    ];
    const { vectors } = await provider.embed(embedded);
    const [focus, clean, noisy, ...asked] = vectors.map((vector) => unit(vector!));
    const near = (a: number[], b: number[], stored: number) =>
      expect(Math.abs(dot(a, b) - stored)).toBeLessThan(1e-6);
    near(focus!, clean!, similarities.storedInner.clean[37]!);
    near(focus!, noisy!, similarities.storedInner.noisy[37]!);
    chosen.forEach(({ index }, i) => {
      near(asked[2 * i]!, clean!, similarities.contextToContext.cleanClean[index]![37]!);
      near(asked[2 * i + 1]!, noisy!, similarities.contextToContext.noisyNoisy[index]![37]!);
      near(
        asked[2 * i + 1]!,
        focus!,
        similarities.contextToPiece.noisy[index]![similarities.families.indexOf(family.id)]!,
      );
    });
  });
});

describe('verify', () => {
  const changed = (name: BlendFileName, change: (value: ReturnType<typeof JSON.parse>) => void) => {
    const value = JSON.parse(texts.get(name)!);
    change(value);
    return new Map(texts).set(name, JSON.stringify(value));
  };
  const failures = (checks: { name: string; ok: boolean | null; detail: string }[]) =>
    checks.filter(({ ok }) => ok === false).map(({ name, detail }) => `${name}: ${detail}`);

  it('names the file and the first place of everything that does not follow', async () => {
    const texts = new Map([
      ...changed('summary.json', (summary) => {
        summary.rows[4].top1.query.value = 0.9;
        summary.headline = 'It always helps.';
      }),
      [
        'intent-fixtures.json',
        changed('intent-fixtures.json', ({ records }) => (records[0].clean += '!')).get(
          'intent-fixtures.json',
        )!,
      ],
      [
        'context-results.json',
        changed('context-results.json', ({ rankings }) => (rankings[7].scores[2] += 0.001)).get(
          'context-results.json',
        )!,
      ],
    ]);
    const checks = await examined(texts);
    const found = checks.flatMap(({ id, findings: [first] }) =>
      first && id !== 'files' && id !== 'formats'
        ? [`${first.file}: ${first.path}: ${first.found} found, ${first.expected} expected`]
        : [],
    );
    expect(found).toEqual([
      expect.stringMatching(/^summary\.json: \$\.corpusHash\.intent: [0-9a-f]{64} found, [0-9a-f]{64}, the/),
      expect.stringContaining('1.001, above the rank before it found'),
      expect.stringMatching(
        /^context-results\.json: \$\.rankings\[7\]\.scores\[2\]: 1\.001 found, 1 expected$/,
      ),
      expect.stringMatching(
        /^summary\.json: \$\.rows\[4\]\.top1\.query\.value: 0\.9 found, 0\.\d+ expected$/,
      ),
    ]);
    const figures = checks.find(({ id }) => id === 'figures')!;
    expect(figures.findings.filter(({ path }) => path === '$.headline')).toMatchObject([
      { path: '$.headline', found: '"It always helps."', expected: expect.stringContaining('Measured with') },
    ]);
  });

  it('finds what it built again equal to itself', () => {
    expect(failures(checkRebuilt(texts, texts))).toEqual([]);
  });

  it('lets a score move by less than 1e-6 and neighbours that near swap, and no more', () => {
    const committed = file('intent-results.json');
    const similarity = file('similarities.json').intent;
    const moved = (by: number) => ({
      ...committed,
      rankings: committed.rankings.map((ranking, index) =>
        index === 2000 ? { ...ranking, scores: ranking.scores.map((score) => score + by) } : ranking,
      ),
    });
    expect(compareRankings(committed, moved(9e-7), similarity)).toEqual({ difference: null, swapped: 0 });
    expect(compareRankings(committed, moved(2e-6), similarity).difference).toMatch(
      /^\$\.rankings\[2000\] \(.*\): record \S+ scores/,
    );
    const swapped = (gap: number) => {
      const at = committed.rankings.findIndex(
        ({ scores, top1 }) => top1 === 0 && scores[30]! - scores[31]! > 1e-5,
      );
      const set = (order: number[], scores: number[]) => ({
        ...committed,
        rankings: committed.rankings.map((ranking, index) =>
          index === at ? { ...ranking, order, scores } : ranking,
        ),
      });
      const { order, scores } = committed.rankings[at]!;
      const close = [...scores.slice(0, 31), scores[30]! - gap];
      return compareRankings(
        set(order, close),
        set([...order.slice(0, 30), order[31]!, order[30]!], close),
        similarity,
      );
    };
    expect(swapped(5e-7).difference).toBeNull();
    expect(swapped(5e-6).difference).not.toBeNull();
  });
});

describe('the registry of experiments', () => {
  it('has each under its own id', () => {
    expect(experimentIds.map((key) => experiments[key].id)).toEqual(experimentIds);
  });
});
