import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createImportTasks } from '../../worker/importTasks';
import type { ImportTasks } from '../../worker/protocol';
import { openFiles } from './openArtifactFiles';

const ended: string[] = [];
vi.mock('../../worker/client', () => ({
  startImportWorker: () => ({
    tasks: {
      run: (
        name: 'trec',
        input: ImportTasks['trec']['input'],
        { signal, onEvent }: { signal: AbortSignal; onEvent: (event: ImportTasks['trec']['event']) => void },
      ) => createImportTasks()[name](input, { signal, emit: onEvent }),
    },
    end: () => void ended.push('ended'),
  }),
}));
vi.mock('./runBundle', () => ({
  readRuns: async (files: readonly { name: string }[]) => [
    `bundle of ${files.map(({ name }) => name).join(', ')}`,
  ],
}));

type Given = Parameters<typeof openFiles>[0][number];
/** A file as a browser gives it; the one of the test's window cannot be read. */
function file(name: string, text: string): Given {
  const bytes = new TextEncoder().encode(text);
  const part = (from?: number, to?: number) =>
    ({ arrayBuffer: async () => bytes.slice(from, to).buffer }) as Blob;
  return { name, size: bytes.byteLength, arrayBuffer: part().arrayBuffer, slice: part };
}
const hooks = { signal: new AbortController().signal, onStep: () => undefined };
const open = (...files: Given[]) => openFiles(files, hooks);
const run = 'q1 Q0 d1 1 1 t\nq2 Q0 d1 1 1 t\n';
const qrels = 'q1 0 d1 1\nq2 0 d2 1\n';
beforeEach(() => void ended.splice(0));

describe('files that a reader gives together', () => {
  it('of another program become an artifact, whatever they are called and in whatever order', async () => {
    const opened = await open(file('what is right.txt', qrels), file('what came back', run));
    expect(opened).toMatchObject({
      kind: 'runs',
      runs: [
        {
          entry: {
            kind: 'imported',
            title: 'Imported run what came back',
            provenance: { command: 'Opened together: what came back, what is right.txt' },
          },
        },
      ],
    });
    expect(ended).toEqual(['ended']);
  });

  it('of this program are read as before', async () => {
    expect(
      await open(file('summary.json', '{"kind": "chunking"}'), file('notes.txt', 'some words here')),
    ).toEqual({ kind: 'runs', runs: ['bundle of summary.json, notes.txt'] });
  });

  it('are told what is missing where only one of the two is there', async () => {
    expect(await open(file('a.run', run))).toMatchObject({
      kind: 'incomplete',
      missing: 'judgments',
      message: expect.stringMatching(
        /^a\.run is a run: it says what was returned\. Still missing .* judgments/,
      ),
    });
    expect(await open(file('a.qrels', qrels))).toMatchObject({
      kind: 'incomplete',
      missing: 'run',
      message: expect.stringMatching(/^a\.qrels holds judgments: what is relevant\. Still missing .* a run/),
    });
  });

  it('are paired by name where each run has judgments of its own', async () => {
    const opened = await open(
      file('b.run', run),
      file('a.run', run),
      file('a.qrels', qrels),
      file('b.qrels', qrels),
    );
    expect(opened.kind === 'runs' && opened.runs[0]!.entry.badges.map(({ label }) => label)).toContain(
      '2 runs',
    );
    await expect(
      open(file('b.run', run), file('a.run', run), file('a.qrels', qrels), file('c.qrels', qrels)),
    ).rejects.toMatchObject({ file: 'b.run', found: 'no judgments of the same name among a.qrels, c.qrels' });
    await expect(
      open(file('a.run', run), file('a.qrels', qrels), file('c.qrels', qrels)),
    ).rejects.toMatchObject({ kind: 'apart', found: '2 files of judgments for 1 run' });
  });

  it('may say which questions belong together, once', async () => {
    const families = file('families.tsv', 'q1\tone\nq2\tone\n');
    expect(await open(file('a.run', run), file('a.qrels', qrels), families)).toMatchObject({ kind: 'runs' });
    await expect(
      open(file('a.run', run), file('a.qrels', qrels), families, file('more.tsv', 'q1\tone\n')),
    ).rejects.toMatchObject({ file: 'more.tsv', found: 'a second file of families' });
  });

  it('that are something else beside TREC files are named, and so is a line that is wrong', async () => {
    await expect(
      open(file('a.run', run), file('a.qrels', qrels), file('photo.png', '\u0089PNG\0')),
    ).rejects.toMatchObject({ kind: 'wrong-kind', file: 'photo.png' });
    await expect(
      open(file('a.run', 'q1 Q0 d1 1 1 t\nq1 Q0 d1 2 0 t'), file('a.qrels', qrels)),
    ).rejects.toMatchObject({ kind: 'invalid', file: 'a.run', path: 'line 2' });
    expect(ended).toEqual(['ended']);
  });
});
