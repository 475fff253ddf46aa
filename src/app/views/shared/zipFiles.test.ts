import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipFiles } from './zipFiles';

describe('an archive', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const long = encode('0123456789'.repeat(60_000));

  it('gives every file back, also long and empty ones', async () => {
    const zip = await zipFiles([
      { name: 'a.json', content: encode('{"a":1}') },
      { name: 'long.json', content: long },
      { name: 'empty.json', content: new Uint8Array() },
    ]);
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(['a.json', 'long.json', 'empty.json']);
    expect(new TextDecoder().decode(files['a.json'])).toBe('{"a":1}');
    expect(
      new TextDecoder().decode(files['long.json']) === new TextDecoder().decode(long),
      'the long file is unchanged',
    ).toBe(true);
    expect(files['empty.json']).toHaveLength(0);
  });

  it('of the same files is the same bytes', async () => {
    const files = [{ name: 'a.json', content: long }];
    expect(await zipFiles(files)).toEqual(await zipFiles(files));
  });
});
