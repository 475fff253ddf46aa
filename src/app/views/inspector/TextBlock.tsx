import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { BlockDrawing } from './BlockDrawing';
import { cutsWithin, type BlockGeometry } from './blockModel';
import { displayParts } from './displayText';
import { measureBlock } from './measureBlock';
import { gutterWidth, type PointAtSpan, type ReaderMarks } from './readerMarks';
import { segmentsOf, type Segment } from './segments';
import { spansWithin } from './spansModel';
import styles from './Reader.module.css';

interface TextBlockProps {
  block: Span;
  text: string;
  marks: ReaderMarks;
  /** Changes whenever the text may wrap differently. */
  width: number;
  showInvisible: boolean;
  onPoint: PointAtSpan;
}

/**
 * Some lines of the document with their lanes. The text is one run of inline elements
 * without margins, so that scripts join and wrap as without marks; cuts and bars are drawn
 * over it where the browser put the characters.
 */
export const TextBlock = memo(function TextBlock({
  block,
  text,
  marks,
  width,
  showInvisible,
  onPoint,
}: TextBlockProps) {
  const root = useRef<HTMLDivElement>(null);
  const segments = useMemo(() => segmentsWithin(block, marks), [block, marks]);
  const [geometry, setGeometry] = useState<BlockGeometry | null>(null);
  useLayoutEffect(() => {
    if (root.current) setGeometry(measureBlock(root.current, block, text));
  }, [block, segments, width, showInvisible, text]);
  return (
    <div className={styles.block}>
      <span className={styles.offset} aria-hidden="true">
        {count(block.start)}
      </span>
      <div ref={root} className={styles.text} style={{ marginInlineStart: gutterWidth(marks.lanes.length) }}>
        {segments.map((segment) => (
          <TextSegment
            key={segment.start}
            segment={segment}
            text={text.slice(segment.start, segment.end)}
            showInvisible={showInvisible}
          />
        ))}
      </div>
      {geometry ? <BlockDrawing block={block} marks={marks} geometry={geometry} onPoint={onPoint} /> : null}
    </div>
  );
});

/** What of the marks lies in a block, as segments. */
function segmentsWithin(
  block: Span,
  { cuts, lanes, front, gold, returned, selected }: ReaderMarks,
): Segment[] {
  const inside = ({ start, end }: Span) => start < block.end && end > block.start;
  const contexts = returned.flatMap((own) => own.filter(inside));
  return segmentsOf(block, {
    cuts: [...cutsWithin(cuts, block), ...contexts.flatMap(({ start, end }) => [start, end])],
    gold: gold.filter(inside),
    returned: (returned[front] ?? []).filter(inside),
    selected: selected && inside(selected) ? selected : null,
    overlaps: spansWithin(lanes[front]!.overlaps, block.start, block.end),
    gaps: spansWithin(lanes[front]!.gaps, block.start, block.end),
  });
}

interface TextSegmentProps {
  segment: Segment;
  text: string;
  showInvisible: boolean;
}

function TextSegment({ segment, text, showInvisible }: TextSegmentProps) {
  const { start, gold, rank, isSelected, depth } = segment;
  const className = [
    gold === 'chosen' ? styles.gold : gold === 'other' ? styles.otherGold : '',
    rank === null ? '' : `washed ${styles.returned}`,
    isSelected ? styles.selected : '',
    depth === null ? '' : styles[depth],
  ]
    .filter(Boolean)
    .join(' ');
  const Tag = gold === null ? 'span' : 'mark';
  return (
    <Tag data-start={start} className={className || undefined}>
      {displayParts(text, showInvisible).map((part, place) =>
        part.sign === null ? (
          part.text
        ) : (
          <span key={place} className={styles.sign} title={part.sign}>
            {part.text}
          </span>
        ),
      )}
    </Tag>
  );
}
