import { expect, it } from 'vitest';
import { ProviderError } from '../../../data/liveProviders';
import { clock, faultOf } from './faults';

it('says a long wait as a time of day, and the date where it is another day', () => {
  const soon = new Date();
  soon.setHours(23, 45, 0, 0);
  expect(clock(soon.getTime())).toBe('23:45');
  const later = new Date(soon.getTime() + 24 * 3_600_000);
  expect(clock(later.getTime())).toMatch(/^\d{1,2} \w+, 23:45$/);
  const fault = faultOf(new ProviderError('rate-limited', 'Too fast.', { retryAt: soon.getTime() }));
  expect(fault.message).toBe('Too fast. It asks for no request before 23:45.');
});

it('offers to set kept vectors aside where the model has changed, in its words or in its length', () => {
  const offers = (kind: 'model-changed' | 'dimension-mismatch' | 'quota', message = '') =>
    faultOf(new ProviderError(kind, message)).modelChanged;
  expect([offers('model-changed'), offers('dimension-mismatch'), offers('quota')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(offers('dimension-mismatch', 'Switch on "shorten here"')).toBe(false);
});
