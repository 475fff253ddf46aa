import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
  type SymbolType,
} from 'd3-shape';

const triangleDown: SymbolType = {
  draw(context, size) {
    const y = -Math.sqrt(size / (Math.sqrt(3) * 3));
    context.moveTo(0, -y * 2);
    context.lineTo(-Math.sqrt(3) * y, y);
    context.lineTo(Math.sqrt(3) * y, y);
    context.closePath();
  },
};

const shapes = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  triangleDown,
  cross: symbolCross,
  star: symbolStar,
  wye: symbolWye,
} as const;

/** The shape of a point; `none` for things that are only a line. */
export type Marker = keyof typeof shapes | 'none';

/** Path of a marker around 0, 0. All shapes of one `area` (square pixels) look equally heavy. */
export function markerPath(marker: Marker, area = 52): string {
  if (marker === 'none') return '';
  return symbol(shapes[marker], area).digits(2)() ?? '';
}
