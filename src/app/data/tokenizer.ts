import type { Tokenizer } from '../../core';
import { loadCl100k } from '../../providers/tokenizer';

/** cl100k_base, fetched when a view first counts tokens; one promise, fit for `use()`. */
export function loadTokenizer(): Promise<Tokenizer> {
  return loadCl100k();
}
