import { describe, expect, it } from 'vitest';
import { formatRunId, parseRunId } from '../../../analysis/compare/runId';
import { formatLocation, parseLocation } from '../../state/urlState';
import { compareCodecs } from './compareParams';
import { readParams, writeParams } from '../../state/params';

describe('run ids', () => {
  const names = [
    { experiment: 'chunking-squad', row: 'sentence_pack' },
    { experiment: 'contextual-blend', row: 'blend80', condition: 'both' },
    { experiment: 'a~b/c#?%', row: 'ü 🙂,x', condition: '1~2' },
  ];

  it.each(names)('name a run and round-trip, $row', (name) => {
    expect(parseRunId(formatRunId(name))).toEqual(name);
  });

  it('survive a link, several of them in order', () => {
    const runs = names.map(formatRunId);
    const link = formatLocation(
      { page: 'compare' },
      writeParams(compareCodecs, { ...readParams(compareCodecs, {}).values, runs }),
    );
    const { place, params } = parseLocation(link);
    expect(place).toEqual({ page: 'compare' });
    expect(readParams(compareCodecs, params)).toMatchObject({ values: { runs }, dropped: [] });
  });

  it('are understood when written by hand', () => {
    expect(
      readParams(compareCodecs, { runs: 'neighbor-expansion~1/1,gone', a: 'neighbor-expansion~1/1' }).values,
    ).toMatchObject({ runs: ['neighbor-expansion~1%2F1', 'gone'], a: 'neighbor-expansion~1%2F1' });
  });

  it.each(['', 'chunking-squad', '~row', 'a~', 'a~b~c~d', 'a~b~', '%~b'])(
    'say that “%s” names none',
    (id) => {
      expect(parseRunId(id)).toBeNull();
    },
  );
});
