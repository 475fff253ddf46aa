import { strategyById } from '../../core/chunking/registry';
import type { Finding } from '../../artifact/indexFile';
import { drawFinding, pictureWords } from '../findingPicture';
import { slotOf, strategySlots } from '../palette';
import { percent } from '../../core/stats/format';
import type { ReportCurve } from './contents';
import { html, type Markup } from './html';

const size = { width: 760, height: 320, left: 56, right: 12, top: 12, bottom: 44 };
const dashes = ['', '7 3', '2 3', '9 3 2 3'];

/** A curve as SVG with its values as a table; shares from 0 to 1, so that charts compare. */
export function curveChart({ title, xLabel, yLabel, xFormat, logarithmic, series }: ReportCurve): Markup {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const [low, high] = [xs[0], xs.at(-1)];
  if (low === undefined || high === undefined || low === high)
    return html`<p>${title}: too few points for a curve.</p>`;
  const scale = (x: number): number => (logarithmic ? Math.log(x) : x);
  const across = (x: number): number =>
    round(
      size.left +
        ((scale(x) - scale(low)) / (scale(high) - scale(low))) * (size.width - size.left - size.right),
    );
  const down = (y: number): number =>
    round(size.height - size.bottom - y * (size.height - size.top - size.bottom));
  // The hue of the page on white; what is no strategy takes them in their order.
  const styleOf = (id: string, index: number) => ({
    color: strategySlots[strategyById(id) ? slotOf(id) : index % strategySlots.length]![0][0],
    dash: dashes[index % dashes.length]!,
  });
  return html`<figure><figcaption><h3>${title}</h3></figcaption>
<svg viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${title}; the values are in the table below">
<rect width="${size.width}" height="${size.height}" fill="#fff"/>
${[0, 0.25, 0.5, 0.75, 1].map((y) => html`<line x1="${size.left}" x2="${size.width - size.right}" y1="${down(y)}" y2="${down(y)}" stroke="#d5d1c6"/><text x="${size.left - 6}" y="${down(y) + 4}" text-anchor="end" font-size="12" fill="#545c5f">${percent(y)}</text>`)}
${roomy(xs, across).map((x) => html`<text x="${across(x)}" y="${size.height - size.bottom + 18}" text-anchor="middle" font-size="12" fill="#545c5f">${xFormat(x)}</text>`)}
<text x="${(size.left + size.width) / 2}" y="${size.height - 6}" text-anchor="middle" font-size="12" fill="#1d2326">${xLabel}</text>
${series.map(({ id, label, points }, index) => {
  const { color, dash } = styleOf(id, index);
  return html`<path d="${pathOf(points, across, down)}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"><title>${label}</title></path>`;
})}
</svg>
<ul class="legend">${series.map(({ id, label }, index) => {
    const { color, dash } = styleOf(id, index);
    return html`<li><svg width="34" height="10" aria-hidden="true"><line x1="1" x2="33" y1="5" y2="5" stroke="${color}" stroke-width="3" stroke-dasharray="${dash}"/></svg> ${label}</li>`;
  })}</ul>
<div class="wide" tabindex="0" role="region" aria-label="${title}, as a table"><table><caption>${title}: ${yLabel} by ${xLabel}</caption><thead><tr><th scope="col" class="name">Row</th>${xs.map((x) => html`<th scope="col">${xFormat(x)}</th>`)}</tr></thead>
<tbody>${series.map(({ label, points }) => html`<tr><th scope="row">${label}</th>${xs.map((x) => html`<td>${percent(points.find((point) => point.x === x)?.y)}</td>`)}</tr>`)}</tbody></table></div></figure>`;
}

/** The small picture of a finding; nothing where it has none. */
export function findingPicture({ picture }: Finding): Markup | null {
  if (!picture) return null;
  const { width, height, lines, items, zero } = drawFinding(picture);
  const colorOf = (id: string): string => strategySlots[strategyById(id) ? slotOf(id) : 0]![0][0];
  return html`<figure class="finding"><svg viewBox="0 0 ${width} ${height}" width="${2 * width}" height="${2 * height}" role="img" aria-label="${pictureWords(picture)}">
<rect width="${width}" height="${height}" fill="#fff"/>
${zero === null ? null : html`<line x1="${zero}" x2="${zero}" y1="0" y2="${height}" stroke="#d5d1c6"/>`}
${lines.map(({ id, path }, i) => html`<path d="${path}" fill="none" stroke="${colorOf(id)}" stroke-width="${i === 0 ? 2 : 1.2}"/>`)}
${items.map(({ y, x, from, to, apart }) => html`<line x1="${from}" x2="${to}" y1="${y}" y2="${y}" stroke="#545c5f"/>${x === null ? null : html`<circle cx="${x}" cy="${y}" r="2.5" fill="${apart ? '#1d2326' : '#fff'}" stroke="#1d2326"/>`}`)}
</svg><figcaption>${lines.length > 0 ? `Share of questions held within each token budget: ${lines.map(({ label }) => label).join(' (thick), ')}` : `Differences with 95 % intervals, from above: ${items.map(({ label }) => label).join('; ')}`}.</figcaption></figure>`;
}

/** Least distance of two labels below the axis, in pixels. */
const labelRoom = 46;

/** The values whose labels do not run into each other, the last one always. */
function roomy(xs: readonly number[], across: (x: number) => number): number[] {
  const last = xs.at(-1)!;
  const kept: number[] = [];
  for (const x of xs) {
    const before = kept.at(-1);
    if (
      x === last ||
      ((before === undefined || across(x) - across(before) >= labelRoom) &&
        across(last) - across(x) >= labelRoom)
    )
      kept.push(x);
  }
  return kept;
}

/** A missing value breaks the line. */
function pathOf(
  points: ReportCurve['series'][number]['points'],
  across: (x: number) => number,
  down: (y: number) => number,
): string {
  let open = false;
  return points
    .flatMap(({ x, y }) => {
      const draws = open;
      open = y !== null;
      return y === null ? [] : [`${draws ? 'L' : 'M'}${across(x)} ${down(y)}`];
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;
