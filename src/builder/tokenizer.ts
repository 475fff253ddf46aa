import type { Tokenizer } from '../core/chunking/tokens';
import { loadCl100k } from '../providers/tokenizer';

/** The tokenizer of every committed run: cl100k_base. */
export function loadTokenizer(): Promise<Tokenizer> {
  return loadCl100k();
}
