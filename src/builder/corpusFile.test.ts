import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { squadShaped } from '../testing/squadShaped';
import type { Progress } from './progress';
import { buildChunking } from './chunking/build';
import { chunkingCorpora } from './chunking/corpora';
import { findCorpusFiles, publishedDataset } from './corpusFile';
import { publishedCorpora } from '../datasets/published';

const silent: Progress = { note: () => {}, step: () => {}, end: () => {} };
const { signal } = new AbortController();

describe('where the SQuAD file is sought', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'squad-data-'));
    await mkdir(join(folder, 'a'));
    await writeFile(join(folder, 'a', 'dev-v1.1.json'), 'a');
    await writeFile(join(folder, 'b.json'), 'b');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const find = (options: { data?: string; places?: string[] }, progress = silent) =>
    findCorpusFiles(publishedCorpora.squadDev, { download: false, progress, signal, places: [], ...options });
  const text = async (found: ReturnType<typeof find>) =>
    Buffer.from((await found)?.[0]!.content ?? []).toString();

  it('takes the named file, or the file in the named folder', async () => {
    expect(await text(find({ data: join(folder, 'b.json') }))).toBe('b');
    expect(await text(find({ data: join(folder, 'a') }))).toBe('a');
  });

  it('does not look elsewhere when the named file is missing', async () => {
    await expect(find({ data: join(folder, 'gone.json'), places: [join(folder, 'b.json')] })).rejects.toThrow(
      /gone\.json.*no such file/,
    );
  });

  it('takes the first place that has it, and null when none has', async () => {
    expect(
      await text(find({ places: [join(folder, 'gone.json'), join(folder, 'a'), join(folder, 'b.json')] })),
    ).toBe('a');
    expect(await find({ places: [join(folder, 'gone.json'), join(folder, 'b.json', 'below')] })).toBeNull();
  });

  it('says so when the environment names a file that is not there', async () => {
    vi.stubEnv('CHUNKSCOPE_SQUAD', join(folder, 'b.json'));
    expect(
      await text(findCorpusFiles(publishedCorpora.squadDev, { download: false, progress: silent, signal })),
    ).toBe('b');
    vi.stubEnv('CHUNKSCOPE_SQUAD', join(folder, 'gone.json'));
    const notes: string[] = [];
    await findCorpusFiles(publishedCorpora.squadDev, {
      download: false,
      progress: { ...silent, note: (message) => notes.push(message) },
      signal,
    });
    expect(notes.join()).toContain('gone.json');
    vi.unstubAllEnvs();
  });

  it('refuses another file with what was found and expected, before anything is written', async () => {
    const data = join(folder, 'authored.json');
    await writeFile(data, JSON.stringify(squadShaped()));
    expect(() =>
      publishedDataset(publishedCorpora.squadDev, [
        { name: 'authored.json', content: Buffer.from(JSON.stringify(squadShaped())) },
      ]),
    ).toThrow(/5 articles, 12 paragraphs, 27 questions.*48 articles/);
    await expect(
      buildChunking(chunkingCorpora.squad, {
        values: { data, 'lexical-only': true },
        progress: silent,
        signal,
      }),
    ).rejects.toThrow(/authored\.json.*5 articles/);
    await writeFile(data, JSON.stringify(squadShaped()).slice(0, 900));
    await expect(
      buildChunking(chunkingCorpora.squad, { values: { data }, progress: silent, signal }),
    ).rejects.toThrow(/stops after 900/);
    expect(await readdir(folder)).toEqual(['a', 'authored.json', 'b.json']);
  });
});
