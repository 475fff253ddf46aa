import type { Tokenizer } from '../core/chunking/tokens';
import { createBytePairEncoder, type BytePairEncoder } from './cl100k/bytePairs';

/** A tokenizer whose counts are quick to get, because `core` asks for many. */
export type CountingTokenizer = Tokenizer & Required<Pick<Tokenizer, 'countTokens'>>;

export const cl100kName = 'cl100k_base';

/** The tokens of cl100k_base themselves; most callers want `loadCl100k`. */
export async function loadCl100kEncoder(): Promise<BytePairEncoder> {
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
  return createBytePairEncoder(ranks);
}

/**
 * cl100k_base, loaded on first use: about 0.5 MB gzipped that no page needs before.
 *
 * Strings that name special tokens are ordinary text, and U+FEFF is a character
 * like any other. Of the package only the rank table is used: its own encoder is
 * quadratic in one long run, and loses U+FEFF.
 */
export function loadCl100k(): Promise<CountingTokenizer> {
  loading ??= loadCl100kEncoder().then(
    ({ encode, countTokens }) => ({ name: cl100kName, encode: (text) => encode(text).ends, countTokens }),
    (error: unknown) => {
      // A failed download must not stay: the next call tries again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

let loading: Promise<CountingTokenizer> | undefined;
