import { sentenceSpans } from '../../../../core/text/sentences';

export interface TextPart {
  kind: 'plain' | 'focus' | 'noise';
  text: string;
}

interface Noise {
  sentence: string;
  /** Index among the sentences of the text. */
  position: number;
}

/**
 * A text in parts: its focus sentence, the unrelated sentences that were mixed in, and
 * the rest. Noise is taken at its recorded position; where the sentence there is
 * another one, by its words. Parts put together are the text.
 */
export function markedText(text: string, focus: string, noise: readonly Noise[]): TextPart[] {
  const sentences = sentenceSpans(text);
  const marks: { start: number; end: number; kind: 'focus' | 'noise' }[] = [];
  for (const { sentence, position } of noise) {
    const recorded = sentences[position];
    const start =
      recorded && text.slice(recorded.start, recorded.end) === sentence
        ? recorded.start
        : text.indexOf(sentence);
    if (start >= 0) marks.push({ start, end: start + sentence.length, kind: 'noise' });
  }
  const focusAt = text.indexOf(focus);
  if (focus !== '' && focusAt >= 0)
    marks.push({ start: focusAt, end: focusAt + focus.length, kind: 'focus' });
  marks.sort((a, b) => a.start - b.start);

  const parts: TextPart[] = [];
  let from = 0;
  for (const { start, end, kind } of marks) {
    if (start < from) continue;
    if (start > from) parts.push({ kind: 'plain', text: text.slice(from, start) });
    parts.push({ kind, text: text.slice(start, end) });
    from = end;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}
