import { slotOf, strategySlots, type ThemedColor } from '../../analysis/palette';
import type { Marker } from './markers';

/** How one thing looks in every chart and table of the page: three signs, so that colour is never the only one. */
export interface SeriesStyle {
  /** CSS colour that follows the theme. */
  color: string;
  marker: Marker;
  /** SVG dash pattern; empty is a solid line. */
  dash: string;
}

/** Which side is noisy in the controlled experiment. */
export const conditionColors = {
  clean: ['#01778a', '#4fe6ff'],
  stored: ['#7c260b', '#c5673a'],
  query: ['#361c80', '#7776d2'],
  both: ['#b38805', '#efc142'],
} as const satisfies Record<string, ThemedColor>;

const conditionMarkers: Record<keyof typeof conditionColors, Marker> = {
  clean: 'circle',
  stored: 'square',
  query: 'triangle',
  both: 'diamond',
};

/** What a solid or broken line says: how the contexts were searched. */
const retrieverDashes: Record<string, string> = {
  bm25: '',
  embedding: '7 4',
  'embedding-blend': '2 3',
  hybrid: '10 3 2 3',
  'hybrid-blend': '14 4',
};

function themed([light, dark]: ThemedColor): string {
  return `light-dark(${light}, ${dark})`;
}

/** The look of a strategy, and of the retriever behind it. An unknown strategy gets a look of the eight, always the same one for the same id. */
export function strategyStyle(strategy: string, retriever = 'bm25'): SeriesStyle {
  const [color, marker] = strategySlots[slotOf(strategy)]!;
  return { color: themed(color), marker, dash: retrieverStyle(retriever).dash };
}

/** The look of a retriever on its own: a line without a colour. */
export function retrieverStyle(retriever: string): SeriesStyle {
  return { color: 'currentColor', marker: 'none', dash: retrieverDashes[retriever] ?? '4 2 1 2' };
}

export function conditionStyle(condition: keyof typeof conditionColors): SeriesStyle {
  return { color: themed(conditionColors[condition]), marker: conditionMarkers[condition], dash: '' };
}
