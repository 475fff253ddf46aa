import type { Span, Utf16Offset } from '../../../core/units';
import type { Zone } from './inspectorModel';
import { blockAt, scaleBlocks, textBlocks } from './textBlocks';

/** One thing in the reader's scroll, with the stretch of the document that it stands for. */
export type ReaderItem =
  | { kind: 'block'; key: string; block: Span }
  | { kind: 'zone'; key: string; block: Span; zone: Zone; number: number; of: number }
  | { kind: 'skip'; key: string; block: Span };

/**
 * What the reader scrolls through: the whole document, or, where zones are given, each of
 * them under its heading, with what lies between named and left out. Without text the
 * blocks are rows of `units` code units.
 */
export function readerItems(
  text: string | null,
  length: Utf16Offset,
  units: number,
  zones: readonly Zone[] | null,
): ReaderItem[] {
  const blocks = ({ start, end }: Span): ReaderItem[] =>
    (text === null ? scaleBlocks(units, start, end) : textBlocks(text, start, end)).map((block) => ({
      kind: 'block',
      key: `${block.start}-${block.end}`,
      block,
    }));
  if (!zones) return blocks({ start: 0, end: length });
  const items: ReaderItem[] = [];
  const skip = (block: Span) =>
    block.end > block.start && items.push({ kind: 'skip', key: `skip ${block.start}`, block });
  let from = 0;
  zones.forEach((zone, place) => {
    skip({ start: from, end: zone.start });
    items.push(
      {
        kind: 'zone',
        key: `zone ${zone.start}`,
        block: { start: zone.start, end: zone.start },
        zone,
        number: place + 1,
        of: zones.length,
      },
      ...blocks(zone),
    );
    from = zone.end;
  });
  skip({ start: from, end: length });
  return items;
}

/** Index of the item that shows an offset. */
export function itemAt(items: readonly ReaderItem[], offset: Utf16Offset): number {
  return blockAt(
    items.map(({ block }) => block),
    offset,
  );
}
