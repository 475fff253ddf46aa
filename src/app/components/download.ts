/** Hands the reader a file that was made in the page. */
export function downloadFile(name: string, mime: string, content: string | Uint8Array): void {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type: mime }));
  const link = document.createElement('a');
  link.href = address;
  link.download = safeFileName(name);
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Names come from data: no separators, control characters or leading dots. */
export function safeFileName(name: string): string {
  const clean = name
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
    .replace(/^\.+/, '')
    .slice(0, 120);
  return clean === '' ? 'chunkscope' : clean;
}

/** Styles that an SVG needs to look the same outside the page. */
const carriedStyles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'color',
  'paint-order',
  'stroke-linejoin',
];

/** A colour as it is now: a file outside the page knows no theme. */
export function colorNow(color: string, within: SVGSVGElement): string {
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  probe.style.color = color;
  within.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

/**
 * The chart as a file of its own: computed styles written in, page colours as background.
 * What is marked `data-screen-only` (a crosshair, a focus ring) stays on the screen.
 */
export function serializeSvg(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  originals.forEach((original, index) => {
    const computed = getComputedStyle(original);
    const target = copies[index]!;
    target.setAttribute(
      'style',
      carriedStyles.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';'),
    );
    target.removeAttribute('class');
    target.removeAttribute('tabindex');
  });
  for (const only of copy.querySelectorAll('[data-screen-only]')) only.remove();
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('width', '100%');
  background.setAttribute('height', '100%');
  background.setAttribute('fill', colorNow('var(--surface)', svg) || '#ffffff');
  copy.prepend(background);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}`;
}

/** A serialized SVG of that size as a PNG at twice the size. */
export async function svgTextToPng(text: string, width: number, height: number): Promise<Uint8Array> {
  const image = new Image();
  const whole = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  // eslint-disable-next-line no-restricted-globals -- not a part of an address, and without half pairs it cannot throw.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(whole)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * 2);
  canvas.height = Math.round(height * 2);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob)
    throw new Error('This browser could not draw the chart as a PNG; the SVG export has the same content.');
  return new Uint8Array(await blob.arrayBuffer());
}
