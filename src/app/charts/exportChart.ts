import { colorNow, serializeSvg } from '../components/download';
import type { SeriesStyle } from './colors';
import { textWidth } from './labelPlacement';
import { markerPath } from './markers';

interface ExportWords {
  title: string;
  /** Caption and notes: a picture that has left its page must still say what it shows. */
  lines: readonly string[];
  /** Names of what is drawn, where the plot itself does not carry them. */
  key: readonly { label: string; style: SeriesStyle; hollow?: boolean }[];
  /** Whether what the key names is drawn as lines. */
  keyLines: boolean;
}

/** A chart on screen as an SVG file of its own, with title, caption and, where needed, a key. */
export function exportedSvg(
  svg: SVGSVGElement,
  { title, lines, key, keyLines }: ExportWords,
): { text: string; width: number; height: number } {
  const plot = serializeSvg(svg).replace(/^<\?xml[^>]*\?>\s*/, '');
  const { width, height } = svg.getBoundingClientRect();
  const page = getComputedStyle(svg);
  const token = (name: string, fallback: string) => colorNow(`var(${name})`, svg) || fallback;
  const [surface, ink, soft] = [
    token('--surface', '#ffffff'),
    token('--ink', '#1d2326'),
    token('--ink-soft', '#545c5f'),
  ];
  const room = width - 24;
  const words = lines.flatMap((text) => wrapped(text, room));
  const titles = wrapped(title, room / 1.4);
  const top = 18 + titles.length * 20 + words.length * 16;
  const rows = keyRows(key, room);
  const total = top + height + rows.length * 20 + 8;
  const keyText = rows.flatMap((row, level) =>
    row.map(({ label, style, hollow, x }) => {
      const y = top + height + level * 20 + 8;
      const color = colorNow(style.color, svg) || ink;
      return `<g transform="translate(${x + 12},${y})">${keyLines || style.marker === 'none' ? `<line x1="0" x2="26" stroke="${color}" stroke-width="2"${style.dash ? ` stroke-dasharray="${style.dash}"` : ''}/>` : ''}<path transform="translate(13,0)" d="${markerPath(style.marker)}" fill="${hollow ? surface : color}" stroke="${color}"/><text x="32" dy="0.33em" font-size="12" fill="${ink}">${escaped(label)}</text></g>`;
    }),
  );
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${Math.round(total)}" viewBox="0 0 ${Math.round(width)} ${Math.round(total)}" font-family="${escaped(page.fontFamily)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${surface}"/>`,
    ...titles.map(
      (part, index) =>
        `<text x="12" y="${24 + index * 20}" font-size="15" font-weight="600" fill="${ink}">${escaped(part)}</text>`,
    ),
    ...words.map(
      (part, index) =>
        `<text x="12" y="${24 + titles.length * 20 + index * 16}" font-size="12" fill="${soft}">${escaped(part)}</text>`,
    ),
    `<g transform="translate(0,${top})">`,
    plot,
    '</g>',
    ...keyText,
    '</svg>',
  ].join('\n');
  return { text, width: Math.round(width), height: Math.round(total) };
}

/** Text in lines of at most `room` pixels, broken at spaces. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

type KeyEntry = ExportWords['key'][number];

function keyRows(key: readonly KeyEntry[], room: number): (KeyEntry & { x: number })[][] {
  const rows: (KeyEntry & { x: number })[][] = [];
  let x = 0;
  for (const entry of key) {
    const needed = 50 + textWidth(entry.label);
    if (rows.length === 0 || x + needed > room) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)!.push({ ...entry, x });
    x += needed;
  }
  return rows;
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!,
  );
}
