import { chunkingFinding } from '../finding';
import { describe, expect, it } from 'vitest';
import { examine } from '../../../analysis/doctor/examine';
import type { ExaminedArtifact } from '../../../analysis/doctor/options';
import { corpusHashInput } from '../../../datasets/corpus';
import { sampleSquad, squadCorpus } from '../../../datasets/squad/sample';
import { squadShapedArticles } from '../../../testing/squadShaped';
import { chunkingFiles } from '../files';
import { chunkingKind } from '../kind';
import { runBenchmark } from '../measure/benchmark';
import { committedStrategies } from '../measure/strategyIndex';
import type { ChunkingNeighbors } from './formats';
import type { ChunkingSummary } from '../formats';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const sha256 = async (bytes: Uint8Array) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
const texts = {
  documents: corpus.documents.map(({ text }) => text),
  questions: corpus.questions.map(({ text, answers }) => ({ text, answers })),
};

/** A benchmark of the committed windows, with their neighbors. */
async function benchmark(): Promise<ExaminedArtifact> {
  const strategies = committedStrategies().filter(({ id }) => id === 'fixed_size');
  const made = await chunkingFiles(await runBenchmark(corpus, strategies, undefined), {
    id: 'n',
    title: 'Neighbors',
    question: 'Do they help?',
    model: null,
    corpus: {
      name: 'authored',
      hash: await sha256(new TextEncoder().encode(corpusHashInput(corpus))),
      licence: 'own',
      text: 'not included',
      source: null,
      sample: null,
    },
    headline: () => 'They do.',
    draws: 100,
    switches: false,
  });
  const files = new Map(made.map(({ name, value }) => [name as string, encode(value)]));
  return {
    entry: {
      id: 'n',
      kind: 'chunking',
      title: 'Neighbors',
      question: 'Do they help?',
      headline: 'They do.',
      finding: chunkingFinding(new Map(made.map(({ name, value }) => [name, value]))),
      data: 'authored',
      badges: [],
      files: [...files].map(([name, bytes]) => ({ name, sha256: '', bytes: bytes.byteLength })),
      provenance: {
        program: 'test',
        command: 'test',
        startedAt: '2026-01-01T00:00:00Z',
        durationMs: 1,
        node: '20',
        icu: 'none',
        packages: {},
      },
    },
    files,
  };
}

describe('the doctor on neighbor expansion', async () => {
  const sound = await benchmark();
  const spoiled = <T>(name: string, change: (value: T) => void): ExaminedArtifact => {
    const value = JSON.parse(new TextDecoder().decode(sound.files.get(name))) as T;
    change(value);
    const bytes = encode(value);
    return {
      entry: {
        ...sound.entry,
        files: sound.entry.files.map((file) =>
          file.name === name ? { ...file, bytes: bytes.byteLength } : file,
        ),
      },
      files: new Map(sound.files).set(name, bytes),
    };
  };
  const neighbors = (change: (value: ChunkingNeighbors) => void) =>
    spoiled('neighbors/fixed_size.json', change);
  const summary = (change: (value: ChunkingSummary) => void) => spoiled('summary.json', change);
  const checked = async (given: ExaminedArtifact) =>
    (await examine(chunkingKind, given, { sha256 })).find(({ id }) => id === 'neighbors')!;
  const first = async (given: ExaminedArtifact) => (await checked(given)).findings[0];

  it('finds nothing in a sound one, without its text and with it', async () => {
    expect(await checked(sound)).toMatchObject({ outcome: 'holds' });
    const all = await examine(chunkingKind, { ...sound, texts }, { sha256 });
    expect(all.filter(({ outcome }) => outcome !== 'holds').map(({ id }) => id)).toEqual(['fusion']);
    expect(all.find(({ id }) => id === 'neighbors')!.detail).toContain('from the text');
  });

  it('names the figure, the comparison or the example that does not follow', async () => {
    expect(
      await first(summary(({ expansions }) => (expansions[0]!.rows[3]!.rescuedAt['5'] = 99))),
    ).toMatchObject({
      file: 'summary.json',
      path: '$.expansions[0].rows[3].rescuedAt["5"]',
      found: '99',
      row: 'fixed_size-1-1',
    });
    expect(
      (await first(summary(({ expansions }) => (expansions[0]!.comparisons[2]!.difference = 0.5))))!.path,
    ).toBe('$.expansions[0].comparisons[2].difference');
    expect(
      (await first(neighbors(({ examples }) => (examples[3]!.expansionTree[0]!.chunkIndex += 1))))!.path,
    ).toMatch(/^\$\.examples\[3\]/);
  });

  it('names a run, a count of tokens, a file or a row that is not what the rest says', async () => {
    expect((await first(neighbors(({ answerRuns }) => answerRuns[0]!.push([3, 3]))))!).toMatchObject({
      path: '$.answerRuns[0][0]',
      found: '3 to 3',
    });
    expect((await first(neighbors(({ tokens }) => tokens[1]!.pop())))!.path).toBe('$.tokens[1]');
    expect((await first(neighbors(({ evidenceRuns }) => evidenceRuns.pop())))!.path).toBe('$.evidenceRuns');
    const files = new Map(sound.files);
    files.delete('neighbors/fixed_size.json');
    expect(await first({ ...sound, files })).toMatchObject({
      file: 'neighbors/fixed_size.json',
      found: 'no such file',
    });
    expect((await first(summary((value) => (value.expansions = []))))!.path).toContain('$.expansions');
  });

  it('says with the text which tokens or runs do not follow from it', async () => {
    const given = neighbors(({ tokens }) => (tokens[0]![0]! += 7));
    const checks = await examine(chunkingKind, { ...given, texts }, { sha256 });
    const paths = checks.flatMap(({ findings }) => findings.map(({ path }) => path));
    expect(paths).toContain('$.tokens[0][0]');
  });
});
