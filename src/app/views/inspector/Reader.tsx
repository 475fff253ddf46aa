import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { Span, Utf16Offset } from '../../../core/units';
import { count } from '../../../core/stats/format';
import type { Zone } from './inspectorModel';
import {
  goldWidth,
  gutterWidth,
  laneWidth,
  laneX,
  type LaneSpan,
  type PointAtSpan,
  type ReaderMarks,
} from './readerMarks';
import { itemAt, readerItems, type ReaderItem } from './readerItems';
import { ScaleBlock, scaleRowHeight } from './ScaleBlock';
import { estimatedLines } from './textBlocks';
import { TextBlock } from './TextBlock';
import styles from './Reader.module.css';

interface ReaderProps {
  label: string;
  /** Text of the document; null draws boundaries to scale. */
  text: string | null;
  length: Utf16Offset;
  marks: ReaderMarks;
  /** Stretches to show; null shows the whole document. */
  zones: readonly Zone[] | null;
  zoneCaption: (zone: Zone) => ReactNode;
  showInvisible: boolean;
  /** Scrolled to whenever it changes; `key` tells two wishes for one place apart. */
  focus: { offset: Utf16Offset; key: string } | null;
  onPick: (lane: number, offset: Utf16Offset) => void;
  onHover: (hovered: LaneSpan | Utf16Offset | null) => void;
  onVisible: (visible: Span) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const lineHeight = 26;
const zoneHeight = 96;
const skipHeight = 40;
/** Average width of a Latin letter of the text, for the first guess of a block's height. */
const letterWidth = 7.3;
/** Part of the view above a place that is scrolled to. */
const above = 0.3;

/** The document, of which only what is in sight is drawn: text with its lanes, or lanes to scale. */
export function Reader({
  label,
  text,
  length,
  marks,
  zones,
  zoneCaption,
  showInvisible,
  focus,
  onPick,
  onHover,
  onVisible,
  onKeyDown,
}: ReaderProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const measure = () => setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const lanes = marks.lanes.length;
  const gutter = gutterWidth(lanes);
  const offsetWidth = width < 560 ? 0 : 64;
  const scaleWidth = Math.max(100, width - offsetWidth - 24);
  const units = width < 560 ? 500 : 1_000;
  const items = useMemo(() => readerItems(text, length, units, zones), [text, length, units, zones]);
  const heights = useMemo(() => {
    const letters = Math.max(10, (Math.min(width - offsetWidth, 820) - gutter - 24) / letterWidth);
    return items.map((item) =>
      item.kind === 'zone'
        ? zoneHeight
        : item.kind === 'skip'
          ? skipHeight
          : text === null
            ? scaleRowHeight(lanes)
            : estimatedLines(text, item.block, letters) * lineHeight,
    );
  }, [items, text, width, offsetWidth, gutter, lanes]);

  // eslint-disable-next-line react-hooks/incompatible-library -- it concerns the React Compiler, which is not in use
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[index]!,
    getItemKey: (index) => items[index]!.key,
    overscan: 1,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });
  // Guesses of another width, or of another kind of drawing, must not stay; what is laid out is measured again.
  useLayoutEffect(() => {
    virtualizer.measure();
    for (const item of scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
      virtualizer.resizeItem(Number(item.dataset['index']), item.offsetHeight);
  }, [virtualizer, heights]);

  const shown = useRef<Span>({ start: 0, end: length });
  useReveal({
    focus,
    items,
    scroller,
    head,
    shown,
    offsetOf: (index) => virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0,
  });

  const reportVisible = useCallback(() => {
    const node = scroller.current;
    if (!node) return;
    const place = (y: number): number => {
      const item = virtualizer.getVirtualItemForOffset(y);
      const shown = item && items[item.index];
      if (!shown) return 0;
      const { start, end } = shown.block;
      return start + (end - start) * Math.min(1, Math.max(0, (y - item.start) / item.size));
    };
    shown.current = { start: place(node.scrollTop), end: place(node.scrollTop + node.clientHeight) };
    onVisible(shown.current);
  }, [virtualizer, items, onVisible]);
  useEffect(reportVisible, [reportVisible, width]);

  const onPoint = useCallback(
    (span: LaneSpan | null, isPicked: boolean) => {
      if (!isPicked) onHover(span);
      else if (span) onPick(span.lane, marks.lanes[span.lane]!.drawn.edges[2 * span.index]!);
    },
    [onHover, onPick, marks.lanes],
  );
  const segmentUnder = (event: { target: EventTarget }) =>
    text === null ? null : (event.target as Element).closest<HTMLElement>('[data-start]');
  const hovered = (event: PointerEvent<HTMLDivElement>) => {
    const segment = segmentUnder(event);
    if (segment) onHover(Number(segment.dataset['start']));
  };
  const picked = (event: MouseEvent<HTMLDivElement>) => {
    const segment = segmentUnder(event);
    // Marking text to copy it is no choice of a chunk.
    if (segment && getSelection()?.isCollapsed) onPick(marks.front, Number(segment.dataset['start']));
  };

  return (
    <div
      ref={scroller}
      className={styles.reader}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={reportVisible}
      onPointerOver={hovered}
      onPointerLeave={() => onHover(null)}
      onClick={picked}
      onKeyDown={onKeyDown}
    >
      <div ref={head} className={styles.head} style={{ paddingInlineStart: offsetWidth }} aria-hidden="true">
        {text === null ? (
          <span className={styles.scaleHead}>
            {count(units)} UTF-16 code units a row; gold above, then{' '}
            {marks.lanes.map(({ letter }) => letter).join(', ')}
          </span>
        ) : (
          <>
            <span className={styles.headGold} style={{ width: goldWidth }} />
            {marks.lanes.map(({ letter }, lane) => (
              <span
                key={letter}
                className={`${styles.headLane} ${lane === marks.front ? styles.headFront : ''}`}
                style={{
                  left: offsetWidth + laneX(lane, lanes),
                  width: laneWidth(lanes),
                  borderColor: marks.colors[lane],
                }}
              >
                {letter}
              </span>
            ))}
          </>
        )}
      </div>
      <div ref={virtualizer.containerRef} className={styles.canvas}>
        {virtualizer.getVirtualItems().map(({ index, key }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.item}
            style={{ paddingInlineStart: offsetWidth }}
          >
            <ItemView
              item={items[index]!}
              text={text}
              marks={marks}
              width={text === null ? scaleWidth : width}
              units={units}
              showInvisible={showInvisible}
              zoneCaption={zoneCaption}
              onPoint={onPoint}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

interface ItemViewProps {
  item: ReaderItem;
  text: string | null;
  marks: ReaderMarks;
  width: number;
  units: number;
  showInvisible: boolean;
  zoneCaption: (zone: Zone) => ReactNode;
  onPoint: PointAtSpan;
}

function ItemView({ item, text, marks, width, units, showInvisible, zoneCaption, onPoint }: ItemViewProps) {
  switch (item.kind) {
    case 'block':
      return text === null ? (
        <ScaleBlock block={item.block} units={units} width={width} marks={marks} onPoint={onPoint} />
      ) : (
        <TextBlock
          block={item.block}
          text={text}
          marks={marks}
          width={width}
          showInvisible={showInvisible}
          onPoint={onPoint}
        />
      );
    case 'zone':
      return (
        <div className={styles.zone}>
          <h4>
            {item.number} of {item.of}
          </h4>
          {zoneCaption(item.zone)}
        </div>
      );
    case 'skip':
      return (
        <p className={styles.skip}>{count(item.block.end - item.block.start)} UTF-16 code units left out</p>
      );
  }
}

interface RevealOptions {
  focus: ReaderProps['focus'];
  items: readonly ReaderItem[];
  scroller: { readonly current: HTMLElement | null };
  head: { readonly current: HTMLElement | null };
  /** What was in sight last. */
  shown: { readonly current: Span };
  offsetOf: (index: number) => number;
}

/**
 * Scrolls to a place unless it is well in sight; goes on for some frames, while blocks are
 * still being laid out. When the same document is drawn another way, what was in sight stays so.
 */
function useReveal({ focus, items, scroller, head, shown, offsetOf }: RevealOptions): void {
  const latest = useRef(offsetOf);
  useLayoutEffect(() => {
    latest.current = offsetOf;
  });
  const followed = useRef<RevealOptions['focus']>(null);
  /** Where a scroll that has not ended yet leads. */
  const underWay = useRef<Utf16Offset | null>(null);
  // Before the browser paints: a scroll event of the new layout would change what counts as in sight.
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node || items.length === 0) return;
    const { start, end } = shown.current;
    const isFocusWanted =
      focus !== null && (focus !== followed.current || (focus.offset >= start && focus.offset <= end));
    followed.current = focus;
    const offset = isFocusWanted ? focus.offset : (underWay.current ?? start);
    if (!isFocusWanted && offset === 0) return;
    underWay.current = offset;
    const index = itemAt(items, offset);
    let [frames, steady, frame] = [0, 0, 0];
    const step = () => {
      const top = node.getBoundingClientRect().top;
      const [low, high] = [top + (head.current?.clientHeight ?? 0), top + node.clientHeight];
      const item = node.querySelector(`[data-index="${index}"]`);
      const place = item && placeOf(item, offset);
      const isInSight = place !== null && place > low + 12 && place < high - 60;
      const target =
        place === null
          ? latest.current(index) - above * node.clientHeight
          : node.scrollTop + place - low - above * (high - low);
      const isThere =
        place !== null &&
        (Math.abs(target - node.scrollTop) < 2 ||
          (isInSight &&
            (frames === 0 ||
              node.scrollTop <= 0 ||
              node.scrollTop + node.clientHeight >= node.scrollHeight - 1)));
      steady = isThere ? steady + 1 : 0;
      if (!isThere) node.scrollTop = target;
      if ((isThere && frames === 0) || steady === 3 || ++frames === 30) underWay.current = null;
      else frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [focus, items, scroller, head, shown]);
}

/** Top of the line that holds an offset, in the window's pixels. */
function placeOf(item: Element, offset: Utf16Offset): number | null {
  let found: Element = item;
  for (const segment of item.querySelectorAll<HTMLElement>('[data-start]')) {
    if (Number(segment.dataset['start']) > offset) break;
    found = segment;
  }
  return found.getClientRects()[0]?.top ?? null;
}
