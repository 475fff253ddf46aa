import { describe, expect, it } from 'vitest';
import { RecursiveChunker } from '@chonkiejs/core';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { ArtifactError } from '../../artifact/errors';
import type { HeldDocument } from './asked';
import { chunkRowId, readChunks, type OffsetUnit } from './chunks';

const documents: HeldDocument[] = [
  { id: 'ferry.md', text: 'Ferry 🙂 at noon.\n\nIn winter it waits. It waits for ice.' },
  { id: 'rules/mill.txt', text: 'The mill grinds rye. A flag means stop.' },
];
const read = (text: string, unit: OffsetUnit | null = null, name = 'chunks.jsonl') =>
  readChunks(name, text, documents, unit);
const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');
const fault = (text: string, unit: OffsetUnit | null = null): string => {
  try {
    read(text, unit);
  } catch (error) {
    if (error instanceof ArtifactError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
};
const ferry = (start: number, end: number, rest: object = {}) => ({
  document: 'ferry.md',
  start,
  end,
  ...rest,
});
const text = documents[0]!.text;

describe('chunks of another program', () => {
  it('are spans in UTF-16 code units, whatever unit the file counts in', () => {
    const whole = { utf16: 17, codePoints: 16, bytes: 19 } as const;
    for (const unit of ['utf16', 'codePoints', 'bytes'] as const) {
      const {
        documents: found,
        unit: used,
        chunks,
      } = read(lines(ferry(0, whole[unit]), ferry(whole[unit], whole[unit] + 8)), unit);
      expect({ found, used, chunks }).toEqual({
        found: [{ document: 'ferry.md', spans: [0, 17, 17, 25] }],
        used: unit,
        chunks: 2,
      });
    }
  });

  it('say their unit themselves, on a line of its own or on each', () => {
    expect(read(lines({ offsetUnit: 'code points' }, ferry(0, 16))).documents[0]!.spans).toEqual([0, 17]);
    expect(read(lines(ferry(0, 19, { unit: 'bytes' }))).documents[0]!.spans).toEqual([0, 17]);
  });

  it('need no unit where their texts fit one only, or the documents are plain', () => {
    const point = [...text];
    const { unit, documents: found } = read(
      lines(ferry(0, 16, { text: point.slice(0, 16).join('') }), ferry(18, 26, { text: 'In winte' })),
    );
    expect(unit).toBe('codePoints');
    expect(found[0]!.spans).toEqual([0, 17, 19, 27]);
    expect(read(lines({ document: 'rules/mill.txt', start: 0, end: 20 })).unit).toBe('utf16');
  });

  it('are found by text alone, each after the one before', () => {
    const {
      documents: found,
      unit,
      notices,
    } = read(
      lines(
        { document: 'ferry.md', text: 'Ferry 🙂 at noon.' },
        { document: 'ferry.md', text: 'In winter  it waits.' },
        { document: 'ferry.md', text: 'It waits for ice.' },
        { document: 'rules/mill.txt', text: documents[1]!.text },
      ),
    );
    expect(unit).toBeNull();
    expect(found.map(({ spans }) => spans)).toEqual([
      [0, 17, 19, 38, 39, 56],
      [0, 39],
    ]);
    expect(notices).toEqual([
      'chunks.jsonl: 1 chunk found by its words only: white space or case differ from the document’s.',
    ]);
  });

  it('that repeat words of the chunk before are looked for behind it first', () => {
    const again = [{ id: 'a', text: 'no. no. no. yes' }];
    const { documents: found } = readChunks(
      'c.jsonl',
      lines({ text: 'no. no.' }, { text: 'no.' }, { text: 'yes' }),
      again,
    );
    expect(found[0]!.spans).toEqual([0, 7, 8, 11, 12, 15]);
  });

  it('come as CSV too, with quotes and line breaks, and as a JSON list', () => {
    const table =
      'doc_id,start_index,end_index,text\r\nmill.txt,0,20,The mill grinds rye.\r\nferry.md,17,29,"\n\nIn winter "\r\n';
    expect(read(table).documents.map(({ spans }) => spans)).toEqual([
      [17, 29],
      [0, 20],
    ]);
    expect(read(JSON.stringify([ferry(0, 17)]), 'utf16').documents[0]!.spans).toEqual([0, 17]);
  });

  it('say what overlaps, what is in no chunk, and what has none', () => {
    const { notices } = read(lines(ferry(0, 30), ferry(19, 38), ferry(19, 38)), 'utf16');
    expect(notices).toEqual([
      'chunks.jsonl: 1 chunk repeats text of the one before, by 11 characters at most; the first on line 2.',
      'chunks.jsonl: 14 characters stand in no chunk, in 1 place; the first in ferry.md at 38.',
      'chunks.jsonl: 1 chunk is there twice; the first on line 3.',
      'chunks.jsonl: No chunk of rules/mill.txt: nothing in there can be found.',
    ]);
  });
});

describe('a chunk that does not fit', () => {
  it.each<[string, string, OffsetUnit | null, RegExp]>([
    [
      'lies past the end',
      lines(ferry(0, 17), ferry(50, 999)),
      'utf16',
      /line 2: found 50–999 of ferry.md, which lies past its end; expected offsets up to 56/,
    ],
    [
      'cuts a character',
      lines(ferry(0, 7)),
      'utf16',
      /line 1: found 0–7 of ferry.md, which cuts a character in half/,
    ],
    [
      'cuts a character of bytes',
      lines(ferry(0, 8)),
      'bytes',
      /line 1: .*cuts a character in half; .*in UTF-8 bytes/,
    ],
    [
      'has another text',
      lines(ferry(0, 5, { text: 'Fairy' })),
      'utf16',
      /line 1: found at 0–5 of ferry.md "Ferry"; expected "Fairy"/,
    ],
    [
      'counts in another unit',
      lines(ferry(8, 15, { text: 'at noon' })),
      'utf16',
      /line 1: .*; these offsets fit code points; expected "at noon"/,
    ],
    [
      'is of a document that is not here',
      lines({ document: 'boat.md', start: 0, end: 1 }),
      'utf16',
      /line 1: found the document "boat.md"; expected one of ferry.md, rules\/mill.txt/,
    ],
    ['names no document', lines({ start: 0, end: 1 }), 'utf16', /line 1: found no document/],
    ['holds nothing', lines(ferry(5, 5)), 'utf16', /line 1: found the stretch 5–5, which holds nothing/],
    [
      'has an offset that is no number',
      lines(ferry(0, 17), { ...ferry(0, 1), end: '1e3' }),
      'utf16',
      /line 2: found end "1e3"; expected a whole number from 0/,
    ],
    [
      'has a start alone',
      lines({ document: 'ferry.md', start: 4 }),
      'utf16',
      /line 1: found a start without an end/,
    ],
    [
      'has neither offsets nor text',
      lines(ferry(0, 17), { document: 'ferry.md' }),
      'utf16',
      /line 2: found neither offsets nor text/,
    ],
    [
      'has no unit where units differ',
      lines(ferry(0, 5), ferry(8, 9)),
      null,
      /line 1: found offsets without a unit, in ferry.md/,
    ],
    [
      'names another unit than the line before',
      lines(ferry(0, 5, { unit: 'bytes' }), ferry(8, 9, { unit: 'utf16' })),
      null,
      /line 2: found offsets in UTF-16 code units; expected UTF-8 bytes, as line 1 says/,
    ],
    [
      'counts in another unit than the line before',
      lines(ferry(8, 15, { text: 'at noon' }), ferry(19, 28, { text: 'In winter' })),
      null,
      /line 2: found offsets that fit UTF-16 code units only, while those of line 1 fit code points only/,
    ],
    [
      'is text that is not there',
      lines({ document: 'ferry.md', text: 'In summer' }),
      null,
      /line 1: found "In summer", which does not stand in ferry.md/,
    ],
    [
      'is text out of order',
      lines({ document: 'ferry.md', text: 'It waits' }, { document: 'ferry.md', text: 'In winter' }),
      null,
      /line 2: found "In winter", which stands in ferry.md only at 19, not after the chunk of line 1/,
    ],
    [
      'is no JSON',
      `${lines(ferry(0, 5))}\n{"document": "ferry`,
      'utf16',
      /line 2: .*expected a whole JSON object on each line/,
    ],
    ['stands under an unknown header', 'a,b\n1,2\n', null, /line 1: found the header "a,b"/],
    ['is none', lines({ offsetUnit: 'bytes' }), null, /found no chunk/],
  ])('%s', (_, given, unit, message) => {
    expect(fault(given, unit)).toMatch(message);
  });

  it('is named by the line where it begins, in a table with line breaks in its cells', () => {
    expect(fault('document,text\nferry.md,"noon.\n\nIn"\nferry.md,summer\n')).toMatch(
      /line 5: found "summer"/,
    );
  });

  it('is told of line ends that another program reads as one character', () => {
    const windows = [{ id: 'a', text: 'One.\r\nTwo.' }];
    expect(() => readChunks('c.jsonl', lines({ start: 5, end: 9, text: 'Two.' }), windows)).toThrow(
      /newline=""/,
    );
  });
});

describe('splitters that people use', () => {
  const long = Array.from(
    { length: 40 },
    (_, i) => `Rule ${i} 🙂: the keeper counts boat ${i * 7} at noon.${i % 5 === 4 ? '\n\n' : ' '}`,
  ).join('');
  const held = [{ id: 'long.md', text: long }];

  it('chunks of @langchain/textsplitters are found by their text', async () => {
    const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 200, chunkOverlap: 40 });
    const made = await splitter.createDocuments([long], [{ source: '/home/me/long.md' }]);
    const { chunks, documents: found } = readChunks('l.jsonl', lines(...made), held);
    expect(chunks).toBe(made.length);
    const { spans } = found[0]!;
    expect(made.map((_, i) => long.slice(spans[2 * i], spans[2 * i + 1]))).toEqual(
      made.map(({ pageContent }) => pageContent),
    );
  });

  it('chunks of @chonkiejs/core have offsets and text, which agree', async () => {
    const chunker = await RecursiveChunker.create({ chunkSize: 200 });
    const made = await chunker.chunk(long);
    const { unit, documents: found } = readChunks(
      'c.jsonl',
      lines(
        ...made.map(({ text, startIndex, endIndex }) => ({
          document: 'long.md',
          text,
          startIndex,
          endIndex,
        })),
      ),
      held,
    );
    expect(unit).toBe('utf16');
    expect(found[0]!.spans).toEqual(made.flatMap(({ startIndex, endIndex }) => [startIndex, endIndex]));
  });
});

describe('the row of a file of chunks', () => {
  it('is called after the file, apart from rows that are there', () => {
    expect(chunkRowId('My Splitter (v2).jsonl', new Set())).toBe('my_splitter_v2');
    expect(chunkRowId('recursive.csv', new Set(['recursive']))).toBe('recursive_2');
    expect(chunkRowId('切.csv', new Set())).toBe('chunks');
  });
});
