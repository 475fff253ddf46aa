import { strategyById } from '../core/chunking/registry';

/** One hue in both themes; light first. */
export type ThemedColor = readonly [light: string, dark: string];

type SlotMarker = 'square' | 'diamond' | 'triangle' | 'circle' | 'cross' | 'star' | 'triangleDown' | 'wye';

/**
 * Eight hues that stay apart under protanopia, deuteranopia and tritanopia, and reach
 * 3:1 on the page's surfaces (both are tested by number), each with a marker of its own.
 * A strategy names its slot.
 */
export const strategySlots: readonly (readonly [color: ThemedColor, marker: SlotMarker])[] = [
  [['#1451aa', '#587fc9'], 'square'],
  [['#1c9cad', '#a2edf8'], 'diamond'],
  [['#0e4306', '#6bb368'], 'triangle'],
  [['#b48453', '#b6701f'], 'circle'],
  [['#665e07', '#e3d76c'], 'cross'],
  [['#8e60c9', '#bda9f9'], 'star'],
  [['#ab515e', '#f9a2aa'], 'triangleDown'],
  [['#632654', '#bc8caa'], 'wye'],
];

/** The slot of a strategy; one that this program does not have gets always the same one for the same id. */
export function slotOf(strategy: string): number {
  const slot =
    strategyById(strategy)?.slot ?? [...strategy].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);
  return slot % strategySlots.length;
}
