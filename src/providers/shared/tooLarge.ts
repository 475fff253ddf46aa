import type { ProviderError } from './providerError';

/** The request must be repeated in smaller parts. */
export class TooLarge extends Error {
  constructor(
    readonly refusal: ProviderError,
    readonly by: 'inputs' | 'bytes',
  ) {
    super(refusal.message);
  }
}
