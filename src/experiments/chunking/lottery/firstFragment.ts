import { chunkText } from '../../../core/chunking/registry';
import type { Tokenizer } from '../../../core/chunking/tokens';
import { buildWordOverlap, overlapWords } from '../../../core/retrieval/wordOverlap';
import type { Span } from '../../../core/units';
import type { LotteryQuestion } from './phaseLottery';

/** One token a UTF-16 code unit, for texts of plain letters. */
const characters: Tokenizer = {
  name: 'characters',
  encode: (text) => Int32Array.from({ length: text.length }, (_, place) => place + 1),
};

/** Windows of so many characters from the start of a text on, as a strategy gives them. */
export const characterWindows = (text: string, size: number, overlap: number) =>
  overlap > 0
    ? chunkText(text, 'fixed_overlap', { chunkSize: size, overlap, tokenizer: characters })
    : chunkText(text, 'fixed_size', { chunkSize: size, tokenizer: characters });

/** How a text is cut: into windows, or into its paragraphs. */
export type Cut = { size: number; overlap: number } | 'paragraphs';

export interface FirstFragment {
  /** What is returned first; null where no chunk shares a word with the question. */
  fragment: Span | null;
  /** Words of the question that stand in it. */
  shared: string[];
  /** The paragraph that the target stands in. */
  paragraph: Span;
  /** `passed`: it holds the target; `ranking`: another chunk does; `cut`: none does. */
  outcome: 'passed' | 'ranking' | 'cut';
}

/** What a search by shared words returns first, and, where that lacks the target, at which step it was lost. */
export function firstFragment(
  text: string,
  { text: query, target }: LotteryQuestion,
  cut: Cut,
): FirstFragment {
  const paragraphs = chunkText(text, 'paragraph').map(({ returned }) => returned);
  const chunks =
    cut === 'paragraphs'
      ? paragraphs
      : characterWindows(text, cut.size, cut.overlap).map(({ returned }) => returned);
  const [best] = buildWordOverlap(chunks.map(({ start, end }) => text.slice(start, end))).search(query, 1);
  const fragment = (best && chunks[best.index]) ?? null;
  const holds = ({ start, end }: Span): boolean => start <= target.start && target.end <= end;
  const found = overlapWords(fragment ? text.slice(fragment.start, fragment.end) : '');
  return {
    fragment,
    shared: [...overlapWords(query)].filter((word) => found.has(word)),
    paragraph: paragraphs.find(holds) ?? target,
    outcome: fragment && holds(fragment) ? 'passed' : chunks.some(holds) ? 'ranking' : 'cut',
  };
}
