import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { examine } from '../analysis/doctor/examine';
import { kindIds, kindOf, kinds } from '../experiments/kinds';
import type { BlendFixtures } from '../experiments/blend/formats';
import { authoredExperiment } from '../testing/authoredSquad';
import { createBundleTasks } from '../worker/bundleTasks';
import type { RunFiles } from '../worker/bundleProtocol';
import { createImportTasks } from '../worker/importTasks';
import { publishedFolder, readIndex } from './artifacts/store';

const tasks = createBundleTasks();
const context = { signal: new AbortController().signal, emit: () => undefined };
const hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

async function published(id: string): Promise<RunFiles> {
  const entry = (await readIndex(publishedFolder)).experiments.find((candidate) => candidate.id === id)!;
  const files = await Promise.all(
    entry.files.map(
      async ({ name }) => [name, Uint8Array.from(await readFile(join(publishedFolder, id, name)))] as const,
    ),
  );
  return { entry, files: new Map(files) };
}

async function authored(): Promise<RunFiles> {
  const { entry, files } = await authoredExperiment(hex, { text: 'included' });
  const own = [...files].filter(([path]) => path.startsWith(`${entry.id}/`));
  return {
    entry,
    files: new Map(
      own.map(([path, text]) => [path.slice(entry.id.length + 1), new TextEncoder().encode(text)]),
    ),
  };
}

interface Held {
  text?: string;
  answers?: string[];
}

/** Everything that somebody wrote in a run: sentences of texts, questions, answers that are no common word. */
function wordsOf({ entry, files }: RunFiles): string[] {
  const read = (name: string): unknown => {
    const bytes = files.get(name);
    return bytes && JSON.parse(strFromU8(bytes));
  };
  const fixtures = ['context-fixtures.json', 'intent-fixtures.json'].flatMap((name) => {
    const file = read(name) as BlendFixtures | undefined;
    return file
      ? [
          ...file.families.map(({ focus }) => focus),
          ...[...file.records, ...file.queries].flatMap(({ clean, noisy }) => [clean, noisy]),
          ...file.records.map(({ meaning }) => meaning),
        ]
      : [];
  });
  const texts = (read('texts.json') as { documents: Held[] } | undefined)?.documents ?? [];
  const asked = entry.kind === 'chunking' ? (read('questions.json') as { questions: Held[] }).questions : [];
  return [...texts, ...asked]
    .flatMap(({ text = '', answers = [] }) => [...text.split(/(?<=[.?!]) /), ...answers])
    .concat(fixtures)
    .filter(({ length }) => length > 8);
}

describe('a download without text', () => {
  it.each([
    ['contextual-blend', () => published('contextual-blend')],
    ['chunking', authored],
  ] as const)(
    'of the kind %s holds nobody’s words, opens, and the doctor finds nothing',
    async (id, made) => {
      const run = await made();
      expect(run.entry.kind).toBe(id);
      const words = wordsOf(run);
      expect(words.length).toBeGreaterThan(20);
      const zip = await tasks.pack({ run, withText: false }, context);
      const left = Object.values(unzipSync(zip))
        .map((bytes) => strFromU8(bytes))
        .join('\n');
      for (const one of words) expect(left.includes(JSON.stringify(one).slice(1, -1)), one).toBe(false);
      // Nor any four words in a row; one by one they stand in ids and in the program's own sentences too.
      const fours = (text: string) => {
        const single = text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];
        return single.slice(3).map((_, i) => single.slice(i, i + 4).join(' '));
      };
      const remaining = new Set(fours(left));
      expect(words.flatMap(fours).filter((four) => remaining.has(four))).toEqual([]);
      const opened = await tasks.open({ files: [{ name: 'run.zip', bytes: zip }] }, context);
      if (opened.kind === 'refused') throw new Error(opened.problem.found);
      const { entry, files } = opened.runs[0]!;
      const checks = await examine(
        await kindOf(entry),
        { entry, files },
        { sha256: async (bytes) => hex(bytes), figures: false },
      );
      expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    },
  );

  it('of the kind imported is the whole run: ids, grades, ranks and scores are nobody’s words', async () => {
    const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
    const answer = await createImportTasks().trec(
      {
        runs: [file('one.run', 'q1 Q0 d1 1 3 one\nq1 Q0 d2 2 2 one\nq2 Q0 d2 1 1 one\n')],
        qrels: [file('judged.qrels', 'q1 0 d2 1\nq2 0 d1 1\n')],
        families: null,
      },
      context,
    );
    if (answer.kind !== 'made') throw new Error(answer.problem.found);
    const provenance = (await readIndex(publishedFolder)).experiments[0]!.provenance;
    const run = { entry: { ...answer.entry, provenance }, files: answer.files };
    const [withText, without] = await Promise.all(
      [true, false].map((withText) => tasks.pack({ run, withText }, context)),
    );
    expect(Buffer.from(without!).equals(Buffer.from(withText!))).toBe(true);
  });

  it('says of every file of every kind how it loses its words', async () => {
    for (const id of kindIds) {
      const { files } = await kinds[id]();
      for (const [name, { withoutText }] of Object.entries(files)) {
        expect(['has none', 'left out', 'function'], `${id}: ${name}`).toContain(
          typeof withoutText === 'function' ? 'function' : withoutText,
        );
      }
    }
  });
});
