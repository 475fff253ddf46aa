import { create } from 'zustand';
import type { LaneSpan } from './readerMarks';

/** What is under the pointer: a span of a lane, or a place in the text. Apart from the view, so that moving the pointer draws nothing else again. */
export const useHovered = create<{ hovered: LaneSpan | number | null }>()(() => ({ hovered: null }));

export function setHovered(hovered: LaneSpan | number | null): void {
  const before = useHovered.getState().hovered;
  if (
    before === hovered ||
    (typeof before === 'object' &&
      typeof hovered === 'object' &&
      before?.lane === hovered?.lane &&
      before?.index === hovered?.index)
  )
    return;
  useHovered.setState({ hovered });
}
