import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anyFragment } from '../testing/anyFragment';
import { publishedArtifacts } from './data/artifactSource';
import { startLoading } from './startLoading';
import { parseLocation } from './state/urlState';

describe('what is asked for before anything is drawn', () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address);
    return Promise.resolve(new Response('', { status: 404 }));
  });
  const own = new URL('artifacts/', document.baseURI).href;
  afterEach(() => fetched.splice(0));

  it.each([
    ['#/experiment/a%b', 'a%25b/summary.json'],
    ['#/experiment/chunking-squad%/scorecard', 'chunking-squad%25/summary.json'],
    ['#/experiment/%2F%2Felsewhere.example', '//elsewhere.example/summary.json'],
    ['#/experiment/https:%2F%2F[', 'https%3A//%5B/summary.json'],
  ])('is a file of this site: %s', (fragment, file) => {
    const { place } = parseLocation(fragment);
    startLoading(place);
    if (place.page !== 'experiment') throw new Error('the address of an experiment');
    void publishedArtifacts.read(`${place.experiment}/summary.json`).catch(() => undefined);
    expect(fetched).toContain(`${own}${file}`);
  });

  it('never throws and never asks another place, whatever the address says', () => {
    fc.assert(
      fc.property(anyFragment, (fragment) => {
        for (const text of [fragment, fragment.replace('#/', '#/experiment/')]) {
          const { place } = parseLocation(text);
          startLoading(place);
          if (place.page === 'experiment')
            void publishedArtifacts.read(`${place.experiment}/summary.json`).catch(() => undefined);
        }
        expect(fetched.filter((address) => !address.startsWith(own))).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
