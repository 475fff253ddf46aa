import type { Marker } from './markers';

/** How one thing looks in every chart and table of the page: three signs, so that colour is never the only one. */
export interface SeriesStyle {
  /** CSS colour that follows the theme. */
  color: string;
  marker: Marker;
  /** SVG dash pattern; empty is a solid line. */
  dash: string;
}

/** One hue in both themes; light first. */
export type ThemedColor = readonly [light: string, dark: string];

/**
 * Eight hues that stay apart under protanopia, deuteranopia and tritanopia, and reach
 * 3:1 on the page's surfaces (both are tested by number). The order is that of the
 * published table of strategies.
 */
export const strategyColors = {
  fixed_size: ['#1451aa', '#587fc9'],
  fixed_overlap: ['#1c9cad', '#a2edf8'],
  recursive: ['#0e4306', '#6bb368'],
  sentence_pack: ['#b48453', '#b6701f'],
  paragraph: ['#665e07', '#e3d76c'],
  semantic: ['#8e60c9', '#bda9f9'],
  sentence_window: ['#ab515e', '#f9a2aa'],
  parent_document: ['#632654', '#bc8caa'],
} as const satisfies Record<string, ThemedColor>;

const strategyMarkers: Record<keyof typeof strategyColors, Marker> = {
  fixed_size: 'square',
  fixed_overlap: 'diamond',
  recursive: 'triangle',
  sentence_pack: 'circle',
  paragraph: 'cross',
  semantic: 'star',
  sentence_window: 'triangleDown',
  parent_document: 'wye',
};

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
  const ids = Object.keys(strategyColors) as (keyof typeof strategyColors)[];
  const known =
    ids.find((id) => id === strategy) ??
    ids[[...strategy].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % ids.length]!;
  return {
    color: themed(strategyColors[known]),
    marker: strategyMarkers[known],
    dash: retrieverStyle(retriever).dash,
  };
}

/** The look of a retriever on its own: a line without a colour. */
export function retrieverStyle(retriever: string): SeriesStyle {
  return { color: 'currentColor', marker: 'none', dash: retrieverDashes[retriever] ?? '4 2 1 2' };
}

export function conditionStyle(condition: keyof typeof conditionColors): SeriesStyle {
  return { color: themed(conditionColors[condition]), marker: conditionMarkers[condition], dash: '' };
}
