import { describe, expect, it } from 'vitest';
import { decode } from './decode';
import { ArtifactError } from './errors';
import { chunkingSummaryFormat } from '../experiments/chunking/formats';
import { parseJsonText } from './jsonText';

function problem(source: string | Uint8Array): ArtifactError {
  try {
    parseJsonText('run.json', source);
  } catch (error) {
    if (error instanceof ArtifactError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('bare numbers that JSON does not allow', () => {
  it('are read as missing, with one notice that names the file and the first field', () => {
    const { value, notices } = parseJsonText(
      'run.json',
      '{"rows": [{"top1": 0.5}, {"top1": NaN, "low": -Infinity, "high":Infinity}], "label": "NaN, -Infinity"}',
    );
    expect(value).toEqual({
      rows: [{ top1: 0.5 }, { top1: null, low: null, high: null }],
      label: 'NaN, -Infinity',
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ file: 'run.json', path: '$.rows[1].top1', count: 3 });
    expect(notices[0]!.message).toContain('run.json: 3 value(s) such as $.rows[1].top1 were NaN');
  });

  it('name fields whose keys are no plain words, and are found at the top and in lists', () => {
    expect(parseJsonText('f', '{"hit@1": [1, [NaN]]}').notices[0]!.path).toBe('$["hit@1"][1][0]');
    expect(parseJsonText('f', 'NaN')).toMatchObject({ value: null, notices: [{ path: '$' }] });
    expect(parseJsonText('f', '{"a": -1, "b": "\\"NaN"}')).toEqual({
      value: { a: -1, b: '"NaN' },
      notices: [],
    });
  });

  it('are written back as null', () => {
    expect(JSON.stringify(parseJsonText('f', '[NaN, -Infinity, 1]').value)).toBe('[null,null,1]');
  });
});

describe('what is no artifact', () => {
  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['nothing', '', 'empty', /0 bytes/],
    ['white space', ' \n\t', 'empty', /white space/],
    [
      'a PNG image',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff),
      'not-text',
      /PNG image/,
    ],
    ['other bytes', Uint8Array.of(0xff, 0xfe, 0x7b, 0), 'not-text', /not UTF-8/],
    ['a page', '<!doctype html><title>x</title>', 'missing', /HTML page/],
    ['a page that begins with a comment', '\n<!-- built -->\n<html>', 'missing', /HTML page/],
    ['a page in XML', '<?xml version="1.0"?><html></html>', 'missing', /HTML page/],
    ['half a file', '{"rows": [1, 2', 'truncated', /stops after 14 bytes with 2 open/],
    ['a file cut within a text', '{"label": "Fixed si', 'truncated', /2 open/],
    ['20,000 lists in each other', '['.repeat(20_000) + ']'.repeat(20_000), 'too-deep', /20000 deep/],
    [
      '20,000 objects in each other',
      '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
      'too-deep',
      /20000 deep/,
    ],
    ['other text', 'hello', 'not-json', /"hello"/],
  ])('%s is named', (_, source, kind, found) => {
    const error = problem(source);
    expect(error).toMatchObject({ file: 'run.json', kind });
    expect(error.found).toMatch(found);
    expect(error.expected).not.toBe('');
    expect(error.message).not.toContain('Unexpected');
  });

  it.each([
    ['{}', 'no kind'],
    ['[]', 'an empty list'],
    ['"x"', 'the text "x"'],
    ['{"kind": "other"}', 'the text "other"'],
  ])('%s says what was expected instead', (text, found) => {
    const read = () => decode(chunkingSummaryFormat, 'run.json', parseJsonText('run.json', text).value);
    expect(read).toThrow(`found ${found}; expected ${chunkingSummaryFormat.title}`);
  });
});

describe('half surrogate pairs', () => {
  it('are read as one replacement character each, with a notice; whole pairs and escaped backslashes stay', () => {
    const { value, notices } = parseJsonText(
      'run.json',
      String.raw`["a\ud800b", "\uDC00", "\ud83d\ude42", "C:\\ud800", "\\\ud800"]`,
    );
    expect(value).toEqual(['a\uFFFDb', '\uFFFD', '🙂', String.raw`C:\ud800`, '\\\uFFFD']);
    expect(notices).toMatchObject([{ file: 'run.json', count: 3 }]);
  });
});
