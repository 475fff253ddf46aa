import { describe, expect, it } from 'vitest';
import { benchmarkLimits, freeName } from '../../datasets/own/textFile';
import { readTextFile } from './benchmarkDocuments';

const file = (name: string, content: string | Uint8Array, size?: number) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, size: size ?? bytes.length, arrayBuffer: async () => Uint8Array.from(bytes).buffer };
};

describe('a file as a document', () => {
  it('is its text as it stands, line ends and all, without a byte order mark', async () => {
    expect(await readTextFile(file('a.md', '\uFEFF# Über 🙂\r\nأجوبة\n'))).toEqual({
      name: 'a.md',
      text: '# Über 🙂\r\nأجوبة\n',
      bytes: 28,
    });
    expect((await readTextFile(file('a.json', '{"a": [1, 2]}'))).text).toBe('{"a": [1, 2]}');
  });

  it('is read from UTF-16 where a mark says so', async () => {
    const little = new Uint8Array([
      0xff,
      0xfe,
      ...[...'Grüß'].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    ]);
    expect((await readTextFile(file('a.txt', little))).text).toBe('Grüß');
  });

  it('is what a reader sees, when it is a web page by name or by look', async () => {
    expect((await readTextFile(file('a.HTML', '<p>one<p>two'))).text).toBe('one\n\ntwo');
    expect((await readTextFile(file('saved', '<!DOCTYPE html><title>x</title><p>one'))).text).toBe('one');
    expect((await readTextFile(file('tags.md', 'Write <p>one</p>.'))).text).toBe('Write <p>one</p>.');
  });

  it.each([
    ['photo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 255]), 'not-text', 'a PNG image'],
    ['letter.docx', new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0xfd]), 'not-text', 'office program'],
    ['scan.pdf', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xe2, 0xe3]), 'not-text', 'PDF'],
    ['letters.pdf', new TextEncoder().encode('%PDF-1.7\n1 0 obj'), 'not-text', 'PDF'],
    ['old.txt', new Uint8Array([0x47, 0x72, 0xfc, 0xdf]), 'not-text', 'Windows-1252'],
    ['a.bin', new Uint8Array([65, 0, 66]), 'not-text', 'no UTF-8 text'],
    ['empty.txt', '', 'empty', '0 bytes'],
    ['blank.txt', ' \n\t ', 'empty', 'only white space'],
    ['page.html', '<script>1</script>', 'empty', 'no text'],
  ] as const)('%s is refused by name', async (name, content, kind, found) => {
    await expect(readTextFile(file(name, content))).rejects.toMatchObject({
      kind,
      file: name,
      found: expect.stringContaining(found),
      expected: expect.stringContaining('.txt'),
    });
  });

  it('is refused unread when it is too large, with the limit', async () => {
    await expect(readTextFile(file('big.txt', 'x', benchmarkLimits.fileBytes + 1))).rejects.toMatchObject({
      kind: 'too-large',
      file: 'big.txt',
      expected: expect.stringContaining(String(benchmarkLimits.fileBytes)),
    });
  });

  it('gets a name of its own', () => {
    expect(freeName('a.md', new Set(['b.md']))).toBe('a.md');
    expect(freeName('a.md', new Set(['a.md', 'a.md (2)']))).toBe('a.md (3)');
    expect(freeName(' ', new Set())).toBe('document');
  });

  it('reads a NUL that a PDF left as a space, and says so', async () => {
    const text = 'The trial lasts seven\0days, and of\0ce hours are from nine to five.';
    expect(await readTextFile(file('pdf.txt', text))).toMatchObject({
      text: text.replaceAll('\0', ' '),
      notices: ['pdf.txt: 2 NUL characters, which no text holds, are read as a space.'],
    });
    expect((await readTextFile(file('a.txt', 'plain'))).notices).toBeUndefined();
  });
});
