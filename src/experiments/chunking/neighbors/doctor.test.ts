import { describe, expect, it } from 'vitest';
import { corpusHashInput } from '../../../datasets/corpus';
import { committedStrategies } from '../measure/strategyIndex';
import { runNeighborExpansion } from './experiment';
import { sampleSquad, squadCorpus } from '../../../datasets/squad/sample';
import { plainChunk } from '../../../core/chunking/strategy';
import { squadShapedArticles } from '../../../testing/squadShaped';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { neighborFiles } from './files';
import { neighborKind } from './kind';
import { examine } from '../../../analysis/doctor/examine';
import type { ExaminedArtifact } from '../../../analysis/doctor/options';

type Json = { [key: string]: unknown };
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

/** An expansion over windows of 60 code units, which cut some answers; its parameters name no size that the doctor could cut again by. */
async function expansion(
  chunkSize?: number,
): Promise<{ entry: ExperimentEntry; files: Map<string, Uint8Array> }> {
  const windows = {
    id: 'fixed_size',
    label: 'Windows',
    description: '60 code units',
    parameters: { units: 60 },
    chunk: ({ text }: { text: string }) =>
      Array.from({ length: Math.ceil(text.length / 60) }, (_, i) =>
        plainChunk(i * 60, Math.min(text.length, (i + 1) * 60)),
      ),
  };
  const run = await runNeighborExpansion(
    corpus,
    chunkSize === undefined ? windows : committedStrategies().find(({ id }) => id === 'fixed_size')!,
    undefined,
  );
  const made = neighborFiles(run, {
    id: 'n',
    title: 'Neighbors',
    question: 'Do they help?',
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
  });
  const files = new Map(made.map(({ name, value }) => [name, encode(value)]));
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
      id: 'n',
      kind: 'neighbor-expansion',
      title: 'Neighbors',
      question: 'Do they help?',
      headline: 'They do.',
      data: 'authored',
      badges: [],
      files: [...files].map(([name, bytes]) => ({ name, sha256: '', bytes: bytes.byteLength })),
      provenance,
    },
    files,
  };
}

describe('the doctor on a neighbor expansion', async () => {
  const patient = await expansion();
  const spoiled = (name: string, change: (value: Json) => void): ExaminedArtifact => {
    const value = JSON.parse(new TextDecoder().decode(patient.files.get(name))) as Json;
    change(value);
    const bytes = encode(value);
    return {
      entry: {
        ...patient.entry,
        files: patient.entry.files.map((file) =>
          file.name === name ? { ...file, bytes: bytes.byteLength } : file,
        ),
      },
      files: new Map(patient.files).set(name, bytes),
    };
  };
  const found = async (given: ExaminedArtifact) =>
    (await examine(neighborKind, given, { sha256 })).filter(({ outcome }) => outcome === 'fails');
  const question = (value: Json, q: number) =>
    (
      value['questions'] as {
        gold: { start: number; end: number }[];
        answerRuns: number[][];
        evidenceRuns: number[][];
        families: Record<string, string>;
      }[]
    )[q]!;
  const document = (value: Json, d: number) =>
    (value['documents'] as { spans: number[]; tokens: number[] }[])[d]!;

  it('finds nothing wrong with one as it was built, with its text or without', async () => {
    expect(
      (await examine(neighborKind, patient, { sha256 })).map(({ id, outcome }) => [id, outcome]),
    ).toEqual(
      ['files', 'formats', 'coverage', 'offsets', 'order', 'runs', 'text', 'outcomes', 'figures'].map(
        (id) => [id, id === 'text' ? 'open' : 'holds'],
      ),
    );
    const whole = [
      'files',
      'formats',
      'coverage',
      'offsets',
      'order',
      'runs',
      'text',
      'bm25',
      'tokens',
      'outcomes',
      'figures',
    ].map((id) => [id, 'holds']);
    expect(
      (await examine(neighborKind, { ...patient, texts }, { sha256 })).map(({ id, outcome }) => [
        id,
        outcome,
      ]),
    ).toEqual(whole);
    expect(
      (await examine(neighborKind, { ...(await expansion(256)), texts }, { sha256 })).map(
        ({ id, outcome }) => [id, outcome],
      ),
    ).toEqual(whole);
  });

  it.each<[string, string, (value: Json) => void, string, RegExp]>([
    [
      'the first rank of an answer',
      'hits.json',
      (value) => void ((value['answerRank'] as number[])[1] = 7),
      'runs',
      /^\$\.answerRank\[1\]$/,
    ],
    [
      'a run that holds no gold span',
      'questions.json',
      (value) => void (question(value, 2).evidenceRuns[0] = [0, 1]),
      'runs',
      /^\$\.questions\[2\]\.evidenceRuns/,
    ],
    [
      'a run over two documents',
      'questions.json',
      (value) => void (question(value, 2).answerRuns[0] = [0, 40]),
      'runs',
      /^\$\.questions\[2\]\.answerRuns\[0\]$/,
    ],
    [
      'chunks that overlap',
      'chunks.json',
      (value) => void (document(value, 0).spans[2]! -= 3),
      'offsets',
      /^\$\.documents\[0\]\.spans\[2\]$/,
    ],
    [
      'a question without its family',
      'questions.json',
      (value) => void (question(value, 3).families = {}),
      'coverage',
      /^\$\.questions\[3\]\.families$/,
    ],
    [
      'the tokens of a chunk',
      'chunks.json',
      (value) => void (document(value, 1).tokens[0]! += 1),
      'outcomes',
      /tokens/,
    ],
    [
      'an extra cost',
      'summary.json',
      (value) =>
        void ((
          value['rows'] as { metrics: { extraTokensAt: Record<string, { value: number }> } }[]
        )[3]!.metrics.extraTokensAt['5']!.value += 1),
      'figures',
      /^\$\.rows\[3\]\.metrics\.extraTokensAt.*5.*\.value$/,
    ],
  ])('finds %s', async (_, name, change, id, path) => {
    const checks = await found(spoiled(name, change));
    expect(checks.map((check) => check.id)).toContain(id);
    expect(checks.find((check) => check.id === id)!.findings.map((finding) => finding.path)).toContainEqual(
      expect.stringMatching(path),
    );
  });

  it.each<[string, string, (value: Json) => void, string, RegExp]>([
    [
      'the tokens of a chunk',
      'chunks.json',
      (value) => void (document(value, 1).tokens[0]! += 1),
      'tokens',
      /^\$\.documents\[1\]\.tokens\[0\]$/,
    ],
    [
      'the length of a document',
      'summary.json',
      (value) =>
        void ((value['corpus'] as { documents: { utf16Length: number }[] }).documents[2]!.utf16Length += 1),
      'text',
      /^\$\.corpus\.documents\[2\]\.utf16Length$/,
    ],
    [
      'a gold span beside its answer',
      'questions.json',
      (value) => {
        const [gold] = question(value, 0).gold;
        gold!.start += 30;
        gold!.end += 30;
      },
      'text',
      /^\$\.questions\[0\]\.gold\[0\]$/,
    ],
    [
      'a run too many',
      'questions.json',
      (value) => void question(value, 4).answerRuns.push([0, 0]),
      'text',
      /^\$\.questions\[4\]\.answerRuns/,
    ],
    [
      'a score within its order',
      'hits.json',
      (value) => {
        const own = (value['scores'] as number[][])[0]!;
        own[1] = (own[0]! + own[1]!) / 2;
      },
      'bm25',
      /^\$\.scores\[0\]\[1\]$/,
    ],
  ])('finds with the text: %s', async (_, name, change, id, path) => {
    const checks = await found({ ...spoiled(name, change), texts });
    expect(checks.map((check) => check.id)).toContain(id);
    expect(checks.find((check) => check.id === id)!.findings.map((finding) => finding.path)).toContainEqual(
      expect.stringMatching(path),
    );
  });
});
