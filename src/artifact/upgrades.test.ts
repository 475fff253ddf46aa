import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { kindIds, kinds } from '../experiments/kinds';
import { decode, type FileFormat } from './decode';
import { ArtifactError } from './errors';
import { indexFormat } from './indexFile';
import { missingUpgrades, UpgradeFault, type Upgraders } from './upgrades';

/** Version 1 held one `size`, version 2 a list of them, version 3 says their unit. */
const sizes = z.object({
  formatVersion: z.literal(3),
  kind: z.literal('sizes'),
  sizes: z.array(z.number()),
  unit: z.enum(['characters', 'tokens']),
});
const upgraders: Upgraders = {
  1: (old) => {
    const { size, ...rest } = old as { size: unknown };
    if (typeof size !== 'number')
      throw new UpgradeFault('$.size', `the ${typeof size} ${String(size)}`, 'number');
    return { ...rest, sizes: [size] };
  },
  2: (old) => ({ ...(old as object), unit: 'characters' }),
};
const format: FileFormat<z.infer<typeof sizes>> = {
  kind: 'sizes',
  title: 'a list of sizes',
  version: 3,
  released: 1,
  schema: sizes,
  upgraders,
};

const fault = (read: () => unknown): Partial<ArtifactError> => {
  try {
    read();
  } catch (error) {
    if (error instanceof ArtifactError)
      return {
        kind: error.kind,
        file: error.file,
        path: error.path,
        found: error.found,
        expected: error.expected,
      };
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('reading a file of an older version', () => {
  const newest = { formatVersion: 3, kind: 'sizes', sizes: [7], unit: 'characters' };

  it.each([
    ['two versions back', { formatVersion: 1, kind: 'sizes', size: 7 }],
    ['one version back', { formatVersion: 2, kind: 'sizes', sizes: [7] }],
    ['of today', newest],
  ])('%s gives what the newest would', (_, file) => {
    expect(decode(format, 'sizes.json', file)).toEqual(newest);
  });

  it('leaves the old content itself as it was', () => {
    const old = { formatVersion: 1, kind: 'sizes', size: 7 };
    decode(format, 'sizes.json', old);
    expect(old).toEqual({ formatVersion: 1, kind: 'sizes', size: 7 });
  });

  it('names the file and the place where an upgrader finds something else', () => {
    expect(
      fault(() => decode(format, 'sizes.json', { formatVersion: 1, kind: 'sizes', size: 'seven' })),
    ).toEqual({
      kind: 'invalid',
      file: 'sizes.json',
      path: '$.size',
      found: 'the string seven',
      expected: 'number',
    });
  });

  it('makes a file error of whatever an upgrader throws', () => {
    const careless = {
      ...format,
      upgraders: {
        ...upgraders,
        1: (old: unknown) => ({ sizes: [(old as { size: { value: number } }).size.value] }),
      },
    };
    expect(fault(() => decode(careless, 'sizes.json', { formatVersion: 1, kind: 'sizes' }))).toMatchObject({
      kind: 'invalid',
      file: 'sizes.json',
      path: '$',
      found: expect.stringContaining('content of version 1 that cannot be turned into 2'),
    });
  });

  it('checks what the chain made like any other file', () => {
    const forgetful = { ...format, upgraders: { ...upgraders, 2: (old: unknown) => old } };
    expect(
      fault(() => decode(forgetful, 'sizes.json', { formatVersion: 2, kind: 'sizes', sizes: [7] })),
    ).toMatchObject({ kind: 'invalid', path: '$.unit', found: 'nothing' });
    const lost = { ...format, upgraders: { ...upgraders, 2: () => null } };
    expect(
      fault(() => decode(lost, 'sizes.json', { formatVersion: 2, kind: 'sizes', sizes: [7] })),
    ).toMatchObject({ kind: 'invalid', path: '$', found: 'null' });
  });

  it('finds a step that is missing, in the chain and in a file that needs it', () => {
    const { 2: _, ...broken } = upgraders;
    expect(missingUpgrades(broken, 3)).toEqual([2]);
    expect(missingUpgrades(upgraders, 3)).toEqual([]);
    expect(
      fault(() =>
        decode({ ...format, upgraders: broken }, 'sizes.json', { formatVersion: 1, kind: 'sizes', size: 7 }),
      ),
    ).toEqual({
      kind: 'invalid',
      file: 'sizes.json',
      path: '$.formatVersion',
      found: 'version 2',
      expected: 'version 3, and nothing here turns 2 into 3',
    });
  });

  it('refuses a newer version by name', () => {
    expect(fault(() => decode(format, 'sizes.json', { ...newest, formatVersion: 4 }))).toEqual({
      kind: 'newer',
      file: 'sizes.json',
      path: '$.formatVersion',
      found: 'format version 4, written by a newer Chunkscope',
      expected: 'version 3 or older',
    });
  });

  it('refuses a version from before the first release by name', () => {
    const { released: _, ...unreleased } = format;
    expect(fault(() => decode(unreleased, 'sizes.json', { ...newest, formatVersion: 2 }))).toMatchObject({
      kind: 'invalid',
      path: '$.formatVersion',
      found: 'version 2, as Chunkscope 0.1 wrote it before its first release',
      expected: 'version 3: make the run again with this Chunkscope',
    });
  });

  it.each([[0], [1.5], ['2'], [null], [Number.NaN]])('refuses the version %s', (formatVersion) => {
    expect(fault(() => decode(format, 'sizes.json', { ...newest, formatVersion }))).toMatchObject({
      kind: 'invalid',
      path: '$.formatVersion',
    });
  });
});

const loaded = await Promise.all(kindIds.map((id) => kinds[id]()));
const formats = new Set(loaded.flatMap(({ files }) => Object.values(files).map(({ format }) => format)));

describe('every format', () => {
  it.each([indexFormat, ...formats].map((own) => [own.kind, own] as const))(
    '%s is read from its first released version on',
    (kind, { upgraders: own = {}, version, released = version }) => {
      expect(
        missingUpgrades(own, version, released),
        `${kind} is at version ${version}: add an upgrader for each step that is missing, in \`upgraders\` of its format`,
      ).toEqual([]);
    },
  );
});
