import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseJsonText } from '../../artifact/jsonText';
import { decode } from '../../artifact/decode';
import {
  threadsMessagesFormat,
  threadsSummaryFormat,
  type ThreadsMessages,
} from '../../experiments/threads/formats';
import { publishedFolder } from '../artifacts/store';
import { threadsScorecard } from './scorecard';

const read = (name: string) => readFile(join(publishedFolder, 'threads', name), 'utf8');

describe('the published threads', () => {
  let messages: ThreadsMessages;
  beforeAll(async () => {
    messages = decode(
      threadsMessagesFormat,
      'messages.json',
      parseJsonText('messages.json', await read('messages.json')).value,
    );
  });

  it('lose the dogs of a message with a long correction to one vector, and groups return them', () => {
    const message = messages.messages.findIndex(({ text }) => text.includes('names of my two dogs'));
    const { subjects, parts } = messages.messages[message]!;
    const dogs = subjects.findIndex(({ about }) => about === 'dogs');
    expect(parts.length).toBeGreaterThan(2);
    const found = (search: string) =>
      messages.searches.find((own) => own.search === search)!.covered[message]![dogs];
    expect({ whole: found('whole'), list: found('one-list'), groups: found('groups') }).toEqual({
      whole: false,
      list: false,
      groups: true,
    });
  });

  it('show one array with an object a row: facts, messages, the probe, and what the source reports', async () => {
    const summary = decode(
      threadsSummaryFormat,
      'summary.json',
      parseJsonText('summary.json', await read('summary.json')).value,
    );
    const { rows } = threadsScorecard(summary);
    const of = (row: string) => rows.find((own) => own['row'] === row)!;
    for (const row of [
      'whole-turns',
      'pieces',
      'pieces-label',
      'pieces-blend',
      'pieces-label-blend',
      'pieces-label-text',
    ])
      expect(of(row)).toMatchObject({
        n: summary.facts,
        topRightAboveFloor: expect.any(Number) as number,
        topRight: expect.any(Number) as number,
        reciprocalRank: expect.any(Number) as number,
      });
    expect(of('groups')).toMatchObject({ coverage: expect.any(Number) as number, starvation: null });
    expect(of('whole')).toMatchObject({ searches: 1 });
    expect(of('probe')).toMatchObject({ rank: expect.any(Number) as number });
    expect(of('reported-whole-turns')).toMatchObject({ reference: true, topRight: 0.439 });
    expect(
      rows.filter((row) => 'steps' in row && (row['steps'] as unknown[]).length > 0).length,
    ).toBeGreaterThan(3);
  });
});
