import { textAt } from '../../../../core/text/packedTexts';
import type { PreparedText } from '../../../data/liveCompute';

/** One piece of a prepared text, as lists show it. */
export interface ShownPiece {
  /** What is embedded, label and all. */
  text: string;
  /** In front of the text; null for plain text. */
  label: string | null;
  /** Name of its turn or section. */
  contextName: string;
  bytes: number;
}

export function pieceCount({ pieces }: PreparedText): number {
  return pieces.bytes.length;
}

export function contextCount({ contexts }: PreparedText): number {
  return contexts.ends.length;
}

/** A piece by its place from 0. */
export function pieceAt({ pieces, contexts }: PreparedText, index: number): ShownPiece {
  const text = textAt(pieces.texts, index);
  const label = pieces.labels[index]!;
  return {
    text,
    label: label < 0 ? null : text.slice(0, label),
    contextName: textAt(contexts, pieces.contexts[index]!),
    bytes: pieces.bytes[index]!,
  };
}

/** A text without its label line. */
export function bodyOf({ text, label }: { text: string; label: string | null }): string {
  return label === null ? text : text.slice(label.length + 1);
}

/** The start of a text on one line. */
export function excerptOf(text: string, length: number): string {
  const line = text
    .slice(0, length * 2)
    .replace(/\s+/g, ' ')
    .trim();
  const points = Array.from(line);
  return points.length > length || text.length > length * 2 ? `${points.slice(0, length).join('')}…` : line;
}

/** Element id of the button that asks about a pair, `1.11`. */
export function whyId(pair: string): string {
  return `why-${pair}`;
}
