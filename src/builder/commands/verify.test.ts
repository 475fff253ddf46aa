import { afterEach, describe, expect, it, vi } from 'vitest';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { publishedCorpora } from '../../datasets/published';
import { noDataFile } from '../corpusFile';
import { lineOf } from './verify';

describe('the lines of verify', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('begin with the experiment where its data file is missing, and say where it was sought', () => {
    vi.stubEnv('CHUNKSCOPE_SQUAD', undefined);
    const line = lineOf('chunking-squad', {
      name: '',
      ok: null,
      detail: noDataFile(publishedCorpora.squadDev, [
        resolve('data/dev-v1.1.json'),
        `${homedir()}/.somewhere/dev-v1.1.json`,
      ]),
    });
    expect(line).toMatch(
      /^chunking-squad: not verified, no data file \(looked for data\/dev-v1\.1\.json and \S*\.somewhere\/dev-v1\.1\.json; CHUNKSCOPE_SQUAD, which may name it, is not set\)$/,
    );
    vi.stubEnv('CHUNKSCOPE_SQUAD', 'nowhere/squad.json');
    expect(noDataFile(publishedCorpora.squadDev)).toMatch(
      /^not verified, no data file \(looked for nowhere\/squad\.json and [^;]*dev-v1\.1\.json\)$/,
    );
  });

  it('begin with their outcome otherwise', () => {
    expect(lineOf('e', { name: 'a.json', ok: true, detail: 'as listed' })).toBe(
      'ok      e: a.json: as listed',
    );
    expect(lineOf('e', { name: '', ok: false, detail: 'not verified, no data file' })).toBe(
      'FAILED  e: not verified, no data file',
    );
    expect(lineOf('e', { name: 'rankings/', ok: null, detail: 'left out' })).toBe(
      'skipped e: rankings/: left out',
    );
  });
});
