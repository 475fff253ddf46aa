import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText } from '../../testing/nastyTexts';
import { formatTurnTime, labelPieces } from './labelPieces';
import { utf8Length } from './sizes';
import { isBlank } from './spans';
import { collapseWhitespace } from './whitespace';

const time = '2025-10-16T14:02:00Z';

describe('labelPieces', () => {
  it('labels every piece with turn, voice and time', () => {
    const pieces = labelPieces({
      number: 4,
      time,
      sources: [
        { kind: 'user', text: 'Where is\nit?' },
        { kind: 'assistant', text: '  Let me look.' },
        { kind: 'tool', name: 'logistics_export', text: '{"id":7}\nrow 1' },
        { kind: 'assistant', text: ' \n' },
      ],
    });
    expect(pieces).toEqual([
      {
        label: '[Turn 4 · User · Oct 16, 2:02 PM]',
        text: '[Turn 4 · User · Oct 16, 2:02 PM]\nWhere is\nit?',
        start: 0,
        end: 12,
        source: 0,
      },
      {
        label: '[Turn 4 · Assistant · Oct 16, 2:02 PM]',
        text: '[Turn 4 · Assistant · Oct 16, 2:02 PM]\nLet me look.',
        start: 2,
        end: 14,
        source: 1,
      },
      {
        label: '[Turn 4 · Tool logistics_export · Oct 16, 2:02 PM]',
        text: '[Turn 4 · Tool logistics_export · Oct 16, 2:02 PM]\n{"id":7}\nrow 1',
        start: 0,
        end: 14,
        source: 2,
      },
    ]);
  });

  it('takes label and newline off the budget', () => {
    const text = 'x'.repeat(3000);
    const pieces = labelPieces({ number: 4, time, sources: [{ kind: 'user', text }] });
    const labelBytes = utf8Length(pieces[0]!.label) + 1;
    expect(labelBytes).toBe(36);
    expect(pieces.map((piece) => utf8Length(piece.text))).toEqual([
      1200,
      1200,
      labelBytes + 3000 - 2 * (1200 - labelBytes),
    ]);
    expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });

  it('refuses a label that leaves no room', () => {
    const turn = { number: 1, time, sources: [{ kind: 'tool' as const, name: 'n'.repeat(1200), text: 'a' }] };
    expect(() => labelPieces(turn)).toThrow('leave nothing of the budget of 1200');
    const short = { number: 1, time: null, sources: [{ kind: 'user' as const, text: 'ab' }] };
    expect(utf8Length('[Turn 1 · User]')).toBe(16);
    expect(() => labelPieces(short, { maxBytes: 17 })).toThrow(RangeError);
    expect(labelPieces(short, { maxBytes: 18 }).map((piece) => piece.text)).toEqual([
      '[Turn 1 · User]\na',
      '[Turn 1 · User]\nb',
    ]);
  });

  it('keeps a tool name on one line and leaves out what is not known', () => {
    const [piece] = labelPieces({ number: 2, sources: [{ kind: 'tool', name: 'a\n b', text: 'x' }] });
    expect(piece!.label).toBe('[Turn 2 · Tool a b]');
    expect(labelPieces({ number: 2, sources: [{ kind: 'tool', text: 'x' }] })[0]!.label).toBe(
      '[Turn 2 · Tool]',
    );
  });

  it('gives spans into each source, within the budget, on random text', () => {
    fc.assert(
      fc.property(fc.array(nastyText(), { maxLength: 3 }), (texts) => {
        const pieces = labelPieces({
          number: 12,
          time,
          sources: texts.map((text) => ({ kind: 'assistant', text })),
        });
        for (const { label, text, start, end, source } of pieces) {
          expect(utf8Length(text)).toBeLessThanOrEqual(1200);
          expect(text.startsWith(`${label}\n`)).toBe(true);
          expect(collapseWhitespace(text.slice(label.length))).toBe(
            collapseWhitespace(texts[source]!.slice(start, end)),
          );
        }
        expect([...new Set(pieces.map((piece) => piece.source))]).toEqual(
          texts.flatMap((text, i) => (isBlank(text) ? [] : [i])),
        );
      }),
      { seed: 25, numRuns: 150 },
    );
  });

  it.each([0, 1.5, NaN])('names turn number %s', (number) => {
    expect(() => labelPieces({ number, sources: [] })).toThrow(
      `turn number must be a whole number of at least 1, found ${number}`,
    );
  });
});

describe('formatTurnTime', () => {
  it.each([
    ['2025-10-16T00:00:00Z', 'UTC', 'Oct 16, 12:00 AM'],
    ['2025-10-16T12:05:00Z', 'UTC', 'Oct 16, 12:05 PM'],
    ['2025-10-16T23:59:59.999Z', 'UTC', 'Oct 16, 11:59 PM'],
    ['2025-12-31T23:30:00Z', 'Asia/Tokyo', 'Jan 1, 8:30 AM'],
    ['2025-07-01T22:30:00Z', 'Europe/Berlin', 'Jul 2, 12:30 AM'],
    ['2025-01-01T22:30:00Z', 'Europe/Berlin', 'Jan 1, 11:30 PM'],
    ['2025-10-16T14:02:00+05:30', 'UTC', 'Oct 16, 8:32 AM'],
    ['2025-10-16T14:02:00', 'UTC', 'Oct 16, 2:02 PM'],
    ['2025-10-16 14:02', 'UTC', 'Oct 16, 2:02 PM'],
    ['2025-10-16', 'UTC', 'Oct 16, 12:00 AM'],
  ])('reads %s in %s as %s', (when, zone, expected) => expect(formatTurnTime(when, zone)).toBe(expected));

  it('takes milliseconds and dates', () => {
    expect(formatTurnTime(0)).toBe('Jan 1, 12:00 AM');
    expect(formatTurnTime(new Date(0), 'America/New_York')).toBe('Dec 31, 7:00 PM');
  });

  it('names what it cannot read', () => {
    for (const bad of ['yesterday', 'Oct 16, 2025 2:02 PM', '2025-13-40', NaN])
      expect(() => formatTurnTime(bad)).toThrow('turn time must be an ISO 8601 time');
    expect(() => formatTurnTime(0, 'Mars/Base')).toThrow('unknown time zone "Mars/Base"');
  });
});
