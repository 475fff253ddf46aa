import { itemsKind } from '../experiments/items/kind';
import { describe, expect, it } from 'vitest';
import { examine } from '../analysis/doctor/examine';
import type { NamedBytes } from './bundleProtocol';
import { createBundleTasks } from './bundleTasks';
import { createImportTasks } from './importTasks';
import { sha256Hex } from '../artifact/sha256';

const named = (name: string, text: string): NamedBytes => ({ name, bytes: new TextEncoder().encode(text) });
const run = named('a.run', 'q1 Q0 d1 1 3 t\nq1 Q0 d2 2 2 t\nq2 Q0 d1 1 1 t\n');
const qrels = named('a.qrels', 'q1 0 d2 1\nq2 0 d1 2\nq3 0 d1 1\n');
const provenance = {
  program: 'p',
  command: 'c',
  startedAt: '2026-01-01T00:00:00Z',
  durationMs: 1,
  node: 'n',
  icu: 'i',
  packages: {},
};

async function make(given: { runs?: NamedBytes[]; qrels?: NamedBytes[] } = {}) {
  const steps: string[] = [];
  const answer = await createImportTasks().trec(
    { runs: given.runs ?? [run], qrels: given.qrels ?? [qrels], families: null },
    { signal: new AbortController().signal, emit: ({ step }) => void steps.push(step) },
  );
  return { answer, steps };
}

describe('the import worker', () => {
  it('makes an artifact that the doctor finds nothing wrong with, and says how far it is', async () => {
    const { answer, steps } = await make();
    if (answer.kind !== 'made') throw new Error(answer.problem.found);
    expect(new Set(steps)).toEqual(new Set(['reading', 'intervals', 'comparing']));
    const checks = await examine(
      itemsKind,
      { entry: { ...answer.entry, provenance }, files: answer.files },
      { sha256: (bytes) => sha256Hex(bytes) },
    );
    expect(checks.map(({ outcome, findings: [first] }) => [outcome, first?.path])).toEqual(
      checks.map(() => ['holds', undefined]),
    );
    expect(checks).toHaveLength(7);
  });

  it('makes files that open again, as a zip and loose under any names', async () => {
    const { answer } = await make();
    if (answer.kind !== 'made') throw new Error(answer.problem.found);
    const bundle = createBundleTasks();
    const context = { signal: new AbortController().signal, emit: () => undefined };
    const zip = await bundle.pack(
      { run: { entry: { ...answer.entry, provenance }, files: answer.files }, withText: true },
      context,
    );
    expect(await bundle.open({ files: [{ name: 'run.zip', bytes: zip }] }, context)).toMatchObject({
      kind: 'runs',
      runs: [{ entry: { kind: 'imported', id: answer.entry.id } }],
    });
    const loose = await bundle.open(
      {
        files: [...answer.files].map(([, bytes], place) => ({
          name: `download (${place}).json`,
          bytes: Uint8Array.from(bytes),
        })),
      },
      context,
    );
    if (loose.kind !== 'runs') throw new Error(loose.problem.found);
    expect([...loose.runs[0]!.files.keys()].sort()).toEqual([...answer.files.keys()].sort());
  });

  it('answers a file that cannot be read with file, line, what was found and what was expected', async () => {
    expect((await make({ runs: [named('b.run', 'q1 Q0 d1 1 high t')] })).answer).toEqual({
      kind: 'refused',
      problem: {
        kind: 'invalid',
        file: 'b.run',
        path: 'line 1',
        found: 'the score "high"',
        expected: 'a finite number in column 5',
      },
    });
  });
});
