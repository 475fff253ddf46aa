import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { artifactAddress, fetchRuns } from './openArtifact';

const { signal } = new AbortController();
const provenance = {
  program: 'p',
  command: 'c',
  startedAt: '2026-01-01T00:00:00Z',
  durationMs: 1,
  node: 'n',
  icu: 'i',
  packages: {},
};
const indexOf = (id: string, names: readonly string[]) => ({
  formatVersion: 1,
  kind: 'index',
  experiments: [
    {
      id,
      kind: 'chunking',
      title: 'T',
      question: '',
      headline: '',
      finding: { sentence: '', value: null, unit: 'points', interval: null, picture: null },
      data: '',
      badges: [],
      files: names.map((name) => ({ name, sha256: '', bytes: 1 })),
      provenance,
    },
  ],
});

const asked: string[] = [];
let answers: Record<string, () => Response> = {};
beforeEach(() => {
  asked.length = 0;
  answers = {};
  vi.stubGlobal('fetch', async (address: URL) => {
    asked.push(address.href);
    return answers[address.href]?.() ?? new Response('none', { status: 404 });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const json = (value: unknown) => () => new Response(JSON.stringify(value));
const index = new URL('https://files.example/runs/index.json');

describe('an index behind an address', () => {
  it('is read with the files beside it, whatever characters their names have', async () => {
    answers = {
      [index.href]: json(indexOf('a b', ['summary.json', 'chunks/50% #1.json'])),
      'https://files.example/runs/a%20b/summary.json': json(1),
      'https://files.example/runs/a%20b/chunks/50%25%20%231.json': json(2),
    };
    const [run] = await fetchRuns(index, signal);
    expect([...run!.files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ['summary.json', '1'],
      ['chunks/50% #1.json', '2'],
    ]);
  });

  it.each([
    ['', '/elsewhere.example/x.json'],
    ['', '../x.json'],
    ['..', 'private.json'],
    ['a', '../../private.json'],
    ['a', '../b/private.json'],
    ['.', 'x.json'],
  ])(
    'that names a file outside the folder of its experiment is refused before anything is asked: %j, %j',
    async (id, file) => {
      answers = { [index.href]: json(indexOf(id, [file])) };
      await expect(fetchRuns(index, signal)).rejects.toMatchObject({ kind: 'invalid', file: 'index.json' });
      expect(asked).toEqual([index.href]);
    },
  );

  it('that lists more files than any artifact has is refused', async () => {
    answers = {
      [index.href]: json(
        indexOf(
          'a',
          Array.from({ length: 5001 }, (_, place) => `${place}.json`),
        ),
      ),
    };
    await expect(fetchRuns(index, signal)).rejects.toMatchObject({ kind: 'too-large', found: '5001 files' });
    expect(asked).toHaveLength(1);
  });
});

describe('an answer without end', () => {
  it('is cut off at the limit', async () => {
    let cancelled = false;
    const part = new Uint8Array(64 * 1024 * 1024);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(part),
      cancel: () => void (cancelled = true),
    });
    answers = { [index.href]: () => new Response(endless) };
    await expect(fetchRuns(index, signal)).rejects.toMatchObject({
      kind: 'too-large',
      expected: 'at most 268435456 bytes',
    });
    expect(cancelled).toBe(true);
  });
});

describe('the address of an artifact', () => {
  it.each([
    'http://files.example/a.zip',
    'javascript:alert(1)',
    'data:application/json,{}',
    'file:///etc/passwd',
    'https://me:secret@files.example/a.zip',
    'https://',
  ])('%s is refused', (given) => {
    expect(() => artifactAddress(given, 'https://site.example/')).toThrow(RangeError);
  });
});
