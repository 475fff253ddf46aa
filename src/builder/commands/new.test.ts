import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBench } from '../bench';

const bench = async (line: string) => {
  let [out, err] = ['', ''];
  const code = await runBench(
    line.split(' '),
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
};

const home = process.cwd();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-new-'));
});
afterAll(async () => {
  process.chdir(home);
  await rm(folder, { recursive: true, force: true });
});

it('makes an experiment whose own commands run as they stand, and overwrites nothing', async () => {
  process.chdir(folder);
  expect(await bench('new my-room')).toMatchObject({ code: 0 });
  const readme = await readFile('my-room/README.md', 'utf8');
  const lines = [...readme.matchAll(/^npm run bench -- (.*)$/gm)].map(([, line]) => line!);
  expect(lines).toHaveLength(4);
  process.chdir(home);
  for (const line of lines) {
    const { code, err } = await bench(line.replaceAll('my-room/', `${folder}/my-room/`));
    expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' });
  }
  process.chdir(folder);
  expect(await bench('new my-room')).toMatchObject({
    code: 2,
    err: expect.stringContaining('there already'),
  });
  expect(await bench('new chunking-squad')).toMatchObject({ code: 2 });
  expect(await bench('new ../x')).toMatchObject({ code: 2 });
});
