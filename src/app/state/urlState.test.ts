import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choice, choices, flag, numberIn, optionalText, readParams, sorting, writeParams } from './params';
import { compareCodecs } from '../views/compare/compareParams';
import { anyFragment } from '../../testing/anyFragment';
import { missingUpgrades } from '../../artifact/upgrades';
import {
  experimentViews,
  formatLocation,
  linkFormat,
  parseLocation,
  type LinkContent,
  type LinkFormat,
} from './urlState';

describe('links', () => {
  it('round-trip ids with every awkward character', () => {
    const id = 'doc/a#1?x=%2F&y=ü 🙂';
    const place = { page: 'experiment', experiment: id, view: 'failures' } as const;
    const parsed = parseLocation(formatLocation(place, { query: id }));
    expect(parsed).toEqual({ place, params: { query: id }, dropped: [] });
  });

  it('to an id with half a surrogate pair are links all the same', () => {
    expect(formatLocation({ page: 'experiment', experiment: 'a\uD800b🙂', view: 'failures' })).toBe(
      formatLocation({ page: 'experiment', experiment: 'a\uFFFDb🙂', view: 'failures' }),
    );
  });

  it('round-trip any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...experimentViews),
        (experiment, value, view) => {
          const place = { page: 'experiment', experiment, view } as const;
          expect(parseLocation(formatLocation(place, { query: value }))).toEqual({
            place,
            params: { query: value },
            dropped: [],
          });
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it('drop an unknown view, name it and keep the rest', () => {
    const { place, params, dropped } = parseLocation('#/experiment/contextual-blend/nosuch?v=1&sort=-top1');
    expect(place).toEqual({ page: 'experiment', experiment: 'contextual-blend', view: 'scorecard' });
    expect(params).toEqual({ sort: '-top1' });
    expect(dropped).toEqual(['view “nosuch”']);
  });

  it.each([
    ['#/compare/extra/path?v=1', { page: 'compare' }, 'path “extra/path”'],
    ['#/live/benchmark/more', { page: 'live', mode: 'benchmark' }, 'path “more”'],
    ['#/experiment/e/curves/more', { page: 'experiment', experiment: 'e', view: 'curves' }, 'path “more”'],
  ])('name what stands behind the parts of a page: %s', (link, place, dropped) => {
    expect(parseLocation(link)).toMatchObject({ place, dropped: [dropped] });
  });

  it('never throw on a broken escape', () => {
    expect(parseLocation('#/experiment/%E0%A4%A/scorecard').place).toMatchObject({ experiment: '%E0%A4%A' });
  });

  it('never throw, whatever stands there, and what was read of it is written and read the same', () => {
    fc.assert(
      fc.property(anyFragment, fc.string({ unit: 'binary' }), (fragment, rubbish) => {
        for (const text of [rubbish, `#/experiment/${rubbish}`, `#/compare?runs=${rubbish}`])
          readParams(compareCodecs, parseLocation(text).params);
        const { place, params } = parseLocation(fragment);
        const again = parseLocation(formatLocation(place, params));
        expect(again).toEqual({ place, params, dropped: [] });
        readParams(compareCodecs, params);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it.each(['9', '0', '', '1.0', 'x'])('name a link version that is none of theirs: “%s”', (v) => {
    expect(parseLocation(`#/experiment/e/curves?v=${v}&metric=top1`)).toEqual({
      place: { page: 'experiment', experiment: 'e', view: 'curves' },
      params: { metric: 'top1' },
      dropped: [`link version ${v} (this page reads 1)`],
    });
  });

  it('have an upgrader for every version before the newest', () => {
    expect(
      missingUpgrades(linkFormat.upgraders, linkFormat.version),
      'add an upgrader to `linkUpgraders` in urlState.ts',
    ).toEqual([]);
  });
});

describe('links of an older version', () => {
  /** Version 1 called a view `table` and a parameter `by`, version 2 had the view's new name only. */
  const format: LinkFormat = {
    version: 3,
    upgraders: {
      1: (old) => {
        const { segments, params } = old as LinkContent;
        return {
          segments: segments.map((segment, place) =>
            place === 2 && segment === 'table' ? 'scorecard' : segment,
          ),
          params,
        };
      },
      2: (old) => {
        const {
          segments,
          params: { by, ...params },
        } = old as LinkContent;
        return { segments, params: by === undefined ? params : { ...params, sort: by } };
      },
    },
  };
  const newest = {
    place: { page: 'experiment', experiment: 'table', view: 'scorecard' },
    params: { sort: 'n', k: '3' },
    dropped: [],
  };

  it.each([
    '#/experiment/table/table?v=1&by=n&k=3',
    '#/experiment/table/scorecard?v=2&by=n&k=3',
    '#/experiment/table/scorecard?v=3&sort=n&k=3',
    '#/experiment/table/scorecard?sort=n&k=3',
  ])('lead where they led: %s', (link) => {
    const { params, ...rest } = parseLocation(link, format);
    expect({ ...rest, params: { ...params } }).toEqual(newest);
  });

  it('are read as they stand where a step is missing or fails, and say so', () => {
    const fails = (): never => {
      throw new TypeError('no');
    };
    const broken: LinkFormat['upgraders'][] = [
      { 2: format.upgraders[2]! },
      { ...format.upgraders, 1: fails },
    ];
    for (const upgraders of broken) {
      const { place, params, dropped } = parseLocation('#/experiment/table/curves?v=1&k=3', {
        version: 3,
        upgraders,
      });
      expect({ place, params, dropped }).toEqual({
        place: { page: 'experiment', experiment: 'table', view: 'curves' },
        params: { k: '3' },
        dropped: ['link version 1 (this page reads 3, and cannot turn 1 into it)'],
      });
    }
  });
});

describe('view parameters', () => {
  const codecs = {
    condition: choice(['clean', 'both'], 'clean'),
    runs: choices(['A', 'B'], []),
    sort: sorting(['top1', 'name'], [{ column: 'top1', descending: true }]),
    weight: numberIn(0, 1, 0.8),
    wide: flag(),
    query: optionalText(),
  };

  it('keep what is known and name what is not, once each', () => {
    const { values, dropped } = readParams(codecs, {
      runs: 'A,GONE,B',
      sort: '-name,nosuch',
      weight: '7',
      condition: 'both',
      extra: '1',
    });
    expect(values).toEqual({
      condition: 'both',
      runs: ['A', 'B'],
      sort: [{ column: 'name', descending: true }],
      weight: 0.8,
      wide: false,
      query: null,
    });
    expect(dropped).toEqual(['runs “GONE”', 'sort “nosuch”', 'weight “7”', 'parameter “extra”']);
  });

  it('leave initial values out of the URL and round-trip the others', () => {
    const values = {
      condition: 'both',
      runs: ['B'],
      sort: [{ column: 'name', descending: false }],
      weight: 0.25,
      wide: true,
      query: 'a,b=ü',
    } as const;
    expect(readParams(codecs, writeParams(codecs, values)).values).toEqual(values);
    expect(writeParams(codecs, readParams(codecs, {}).values)).toEqual({});
  });

  it('are safe for names such as __proto__', () => {
    expect(readParams(codecs, Object.fromEntries([['__proto__', 'x']])).dropped).toEqual([
      'parameter “__proto__”',
    ]);
  });
});
