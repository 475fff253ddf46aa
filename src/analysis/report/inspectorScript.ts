/**
 * The inspector of a report: a list of everything asked, filtered by row, misses and words,
 * and one of it opened with what every row made of it. All text enters as text nodes.
 *
 * Its data are those of `packInspector`; one drawing per kind of part.
 */
export const inspectorScript = String.raw`
const store = document.getElementById('inspected');
if (!store) return;
const data = JSON.parse(store.textContent);
const [choice, only, find, body, said, one] = ['row', 'misses', 'find', 'body', 'count', 'one'].map((name) => document.getElementById('inspect-' + name));
const most = 500;
let listed = [];
let open = null;

const make = (tag, props, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return made;
};
const draw = (tag, attributes, words) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (words !== undefined) made.textContent = words;
  return made;
};
const count = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
const range = (start, end) => count(start) + '–' + count(end);
const title = (part, document) => (part.documents[document] === undefined ? 'document ' + document : part.documents[document]);
const textOf = (part, document) => { const own = (part.textsIn === undefined ? part : data.parts[part.textsIn]).texts.find(([known]) => known === document); return own ? own[1] : null; };
const detailed = (item) => data.parts.some((part) => part.of[item]);
const table = (caption, heads, rows) =>
  make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': caption }, make('table', {}, make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col', class: 'name' }, head)))),
    make('tbody', {}, ...rows.map((cells) => make('tr', {}, ...cells.map((cell, column) => make(column === 0 ? 'th' : 'td', column === 0 ? { scope: 'row' } : { class: 'name' }, cell)))))));

/* Text of a span, the gold in it marked, cut where it is long. */
const longest = 420;
function excerpt(whole, span, gold) {
  const end = Math.min(span[1], span[0] + longest);
  const inside = gold.filter(([start, stop]) => start < end && stop > span[0]).sort((a, b) => a[0] - b[0]);
  const parts = [];
  let at = span[0];
  inside.forEach(([start, stop]) => {
    const [from, to] = [Math.max(at, start), Math.min(end, stop)];
    if (from > at) parts.push(whole.slice(at, from));
    if (to > from) parts.push(make('mark', {}, whole.slice(from, to)));
    at = Math.max(at, to);
  });
  parts.push(whole.slice(at, end), end < span[1] ? ' …' : '');
  return make('span', { class: 'text', dir: 'auto' }, ...parts);
}

/* Spans of a document, from distances to offsets; worked out once. */
const unpacked = new Map();
function unpack(packed) {
  if (!unpacked.has(packed)) {
    const spans = [];
    let end = 0;
    for (let i = 0; i < packed.length; i += 2) { const start = end + packed[i]; end = start + packed[i + 1]; spans.push([start, end]); }
    unpacked.set(packed, spans);
  }
  return unpacked.get(packed);
}

/* Chunks of a stretch of a document to scale: gold above, retrieved ones filled and numbered, overlapping ones in tracks. */
function lane(label, spans, gold, ranks, [from, to]) {
  const [width, height, top] = [760, 18, 16];
  const x = (at) => Math.round((Math.min(Math.max(at, from), to) - from) / (to - from) * (width - 2) * 100) / 100 + 1;
  const ends = [];
  const boxes = [];
  spans.forEach(([start, end], place) => {
    if (end <= from || start >= to) return;
    const free = ends.findIndex((last) => last <= start);
    const track = free < 0 ? ends.length : free;
    ends[track] = end;
    boxes.push({ start, end, place, track });
  });
  const tracks = Math.max(1, ends.length);
  const bottom = top + tracks * (height + 3);
  const image = draw('svg', { viewBox: '0 0 ' + width + ' ' + (bottom + 16), width, height: bottom + 16, role: 'img', 'aria-label': label + ': ' + boxes.length + ' chunks from ' + range(from, to) + '; retrieved ones are in the table below', class: 'lane' });
  boxes.forEach(({ start, end, place, track }) => {
    const rank = ranks.get(place);
    const wide = Math.max(1, x(end) - x(start) - 0.6);
    const y = top + track * (height + 3);
    image.append(draw('rect', { x: x(start), y, width: wide, height, class: rank ? 'found' : place % 2 ? 'odd' : 'even' }));
    if (rank && wide > 9) image.append(draw('text', { x: x(start) + wide / 2, y: y + 13, 'text-anchor': 'middle', class: 'rank' }, String(rank)));
  });
  gold.forEach(([start, end]) => {
    if (end <= from || start >= to) return;
    image.append(draw('rect', { x: x(start), y: 3, width: Math.max(3, x(end) - x(start)), height: 8, class: 'gold' }), draw('line', { x1: x(start), x2: x(start), y1: 11, y2: bottom, class: 'goldline' }));
  });
  image.append(draw('text', { x: 1, y: bottom + 11, class: 'tick' }, count(from)), draw('text', { x: width - 1, y: bottom + 11, 'text-anchor': 'end', class: 'tick' }, count(to)));
  return make('figure', {}, make('figcaption', { class: 'soft' }, label), image);
}

/* The stretch around a gold span: the chunks that touch it, and a little more. */
function near(spans, [start, end], length) {
  const touching = spans.filter((span) => span[0] < end && span[1] > start);
  const low = Math.min(start, ...touching.map((span) => span[0]));
  const high = Math.max(end, ...touching.map((span) => span[1]));
  const margin = Math.ceil((high - low) * 0.4);
  return [Math.max(0, low - margin), Math.min(length, high + margin)];
}

const goldOf = (detail, document) => detail.g.filter(([own]) => own === document).map(([, start, end]) => [start, end]);

function chunkingRow(part, detail, place) {
  const row = part.rows[place];
  const strategy = part.strategies[row.strategy];
  const [mask, ...found] = detail.r[place];
  const hits = [];
  for (let i = 0; i < found.length; i += 2) {
    let document = 0;
    while (strategy.offsets[document + 1] <= found[i]) document += 1;
    const chunk = found[i] - strategy.offsets[document];
    hits.push({ rank: i / 2 + 1, document, chunk, span: unpack(strategy.spans[document])[chunk], score: found[i + 1], right: mask === null ? null : Boolean(mask & (1 << (i / 2))) });
  }
  const made = [];
  if (detail.d !== null && detail.d !== undefined) {
    const spans = unpack(strategy.spans[detail.d]);
    const ranks = new Map(hits.filter(({ document }) => document === detail.d).map(({ chunk, rank }) => [chunk, rank]));
    const gold = goldOf(detail, detail.d);
    made.push(lane('“' + title(part, detail.d) + '”, whole, to scale', spans, gold, ranks, [0, part.lengths[detail.d]]));
    if (gold.length > 0) made.push(lane('Around the gold', spans, gold, ranks, near(spans, gold[0], part.lengths[detail.d])));
  }
  const withText = hits.some(({ document }) => textOf(part, document) !== null);
  made.push(hits.length === 0 ? make('p', {}, 'Nothing was retrieved.') : table('First ' + hits.length + ' of the ranking', ['Rank', 'Context', 'Score', 'Holds the answer', ...(withText ? ['Text'] : [])],
    hits.map(({ rank, document, span, score, right }) => [String(rank), title(part, document) + ', ' + range(span[0], span[1]), String(score), right === null ? 'n/a' : right ? 'yes' : 'no', ...(withText ? [textOf(part, document) === null ? '' : excerpt(textOf(part, document), span, goldOf(detail, document))] : [])])));
  return made;
}

function neighborRow(part, detail, place) {
  const { prev, next } = part.rows[place];
  const offsets = [0];
  part.spans.forEach((packed) => offsets.push(offsets[offsets.length - 1] + packed.length / 2));
  const runs = [];
  for (let i = 0; i < detail.w.length; i += 2) runs.push([detail.w[i], detail.w[i + 1]]);
  const mark = (chunk) => runs.some(([first, last]) => first === chunk && last === chunk) ? 'holds the answer' : runs.some(([first, last]) => first <= chunk && chunk <= last) ? 'holds a part of the answer' : '';
  const handed = new Set();
  let ofHits = 0;
  const line = (role, document, chunk) => {
    const at = chunk - offsets[document];
    const [start, end] = unpack(part.spans[document])[at];
    handed.add(chunk);
    const words = mark(chunk);
    const whole = textOf(part, document);
    return make('li', {}, role + 'chunk ' + count(at + 1) + ' (' + range(start, end) + ')', words ? make('strong', { class: 'mark' }, ' ' + words) : '', whole === null ? '' : make('br'), whole === null ? '' : excerpt(whole, [start, end], goldOf(detail, document)));
  };
  const tree = make('ul', { class: 'tree' });
  for (let i = 0; i < detail.h.length; i += 2) {
    const chunk = detail.h[i];
    let document = 0;
    while (offsets[document + 1] <= chunk) document += 1;
    const hit = line('hit ' + (i / 2 + 1) + ', score ' + detail.h[i + 1] + ': ' + title(part, document) + ', ', document, chunk);
    ofHits += part.tokens[document][chunk - offsets[document]];
    const beside = [];
    for (let other = chunk - prev; other <= chunk + next; other += 1) if (other !== chunk && other >= offsets[document] && other < offsets[document + 1]) beside.push(line(other < chunk ? 'before: ' : 'after: ', document, other));
    if (beside.length > 0) hit.append(make('ul', { class: 'tree' }, ...beside));
    tree.append(hit);
  }
  const tokens = [...handed].reduce((sum, chunk) => { let document = 0; while (offsets[document + 1] <= chunk) document += 1; return sum + part.tokens[document][chunk - offsets[document]]; }, 0);
  if (detail.h.length === 0) return [make('p', {}, 'The search found no chunk for this question.')];
  return [make('p', {}, (prev + next === 0 ? 'Nothing is added: these are the hits alone. ' : '') + 'Handed over: ' + count(handed.size) + ' chunks, each once, ' + count(tokens) + ' tokens; the hits alone ' + count(ofHits) + '.'), tree];
}

function blendRow(part, detail, place) {
  const row = part.rows[place];
  const target = new Set(detail.x);
  const records = part.records[detail.b];
  const query = detail.t ? detail.t[row.noisyQuery ? 1 : 0] : null;
  return [
    make('p', { class: 'soft' }, row.weights + '. The four terms, query side first, are divided by both lengths and add up to the score.'),
    query === null ? null : make('p', { dir: 'auto' }, 'Query: ' + query),
    table('Ranking with the four terms of each score', ['Rank', 'Record', 'Score', 'focus · focus', 'focus · context', 'context · focus', 'context · context', 'Target'], detail.r[place].map(([rank, record, score, ...terms]) => {
      const [id, family, meaning, clean, noisy] = records[record];
      const whole = row.noisyStored ? noisy : clean;
      return [String(rank), make('span', {}, meaning === undefined ? id + ' (' + family + ')' : id + ': ' + meaning, whole === undefined ? '' : make('small', { class: 'text', dir: 'auto' }, whole.slice(0, longest) + (whole.length > longest ? ' …' : ''))), String(score), ...terms.map(String), target.has(record) ? 'yes' : ''];
    })),
  ];
}

const drawings = { chunking: chunkingRow, neighbor: neighborRow, blend: blendRow };

function show(item, focus) {
  open = item;
  one.textContent = '';
  one.hidden = item === null;
  if (item === null) return;
  const [id, family] = data.items[item];
  const chosen = Number(choice.value);
  const at = listed.indexOf(item);
  const head = make('h3', { tabindex: '-1' }, id);
  const button = (words, goal) => { const made = make('button', { type: 'button' }, words); made.disabled = goal === undefined; made.addEventListener('click', () => show(goal, true)); return made; };
  const close = make('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => { const back = body.querySelector('button[data-item="' + item + '"]'); show(null); (back || find).focus(); });
  one.append(make('div', { class: 'controls' }, button('Previous', at < 0 ? undefined : listed[at - 1]), button('Next', at < 0 ? undefined : listed[at + 1]), close, make('span', { class: 'soft' }, 'Keys k and j step through the list.')), head);
  const first = data.parts.map((part) => [part, part.of[item]]).find(([, detail]) => detail);
  if (first) {
    const [part, detail] = first;
    const asked = part.kind === 'blend' ? null : detail.t;
    if (asked) one.append(make('p', { dir: 'auto' }, asked));
    if (detail.a && detail.a.length > 0) one.append(make('p', { class: 'soft', dir: 'auto' }, 'Answers: ' + detail.a.join('; ')));
    if (detail.g) one.append(make('p', { class: 'soft' }, detail.g.length === 0 ? 'No gold span is known.' : 'Gold: ' + detail.g.map(([document, start, end]) => title(part, document) + ', ' + range(start, end)).join('; ') + '.'));
    if (part.kind !== 'blend' && part.texts.length === 0) one.append(make('p', { class: 'soft' }, 'The text of these documents is not in this file: places are offsets in UTF-16 code units.'));
  }
  one.append(make('p', { class: 'soft' }, data.family + ': ' + (data.words[family] || 'none')));
  one.append(table('What each row made of it', ['Row', 'Outcome', 'Result'], data.rows.map((row) => [row.label, data.words[row.outcome[item]], row.missed[item] === '1' ? 'missed' : 'found'])));
  data.rows.forEach((row, place) => {
    const detail = row.at && data.parts[row.at[0]] ? data.parts[row.at[0]].of[item] : null;
    if (!detail) return;
    const part = data.parts[row.at[0]];
    const box = make('details', {}, make('summary', {}, row.label + ': ' + data.words[row.outcome[item]]));
    const fill = () => { if (box.childElementCount === 1) box.append(...drawings[part.kind](part, detail, row.at[1]).filter(Boolean)); };
    box.addEventListener('toggle', fill);
    if (place === chosen) { box.open = true; fill(); }
    one.append(box);
  });
  if (focus) { head.focus(); one.scrollIntoView({ block: 'start' }); }
}

function list() {
  const row = data.rows[Number(choice.value)];
  const wanted = wordsOf(find.value);
  body.textContent = '';
  let matching = 0;
  listed = [];
  data.items.forEach(([id, family], item) => {
    if (!row || (only.checked && row.missed[item] !== '1')) return;
    const outcome = data.words[row.outcome[item]];
    if (!holds(id + ' ' + data.words[family] + ' ' + outcome, wanted)) return;
    matching += 1;
    if (detailed(item)) listed.push(item);
    if (matching > most) return;
    const button = make('button', { type: 'button', 'data-item': String(item) }, id);
    button.addEventListener('click', () => show(item, true));
    body.append(make('tr', {}, make('th', { scope: 'row' }, detailed(item) ? button : id), make('td', { class: 'name' }, data.words[family]), make('td', { class: 'name' }, outcome), make('td', { class: 'name' }, row.missed[item] === '1' ? 'missed' : 'found')));
  });
  said.textContent = count(matching) + ' of ' + count(data.items.length) + ' ' + data.things + (matching > most ? ', the first ' + most + ' shown' : '');
}

data.rows.forEach((row, place) => choice.append(make('option', { value: String(place) }, row.label)));
[choice, only, find].forEach((control) => control.addEventListener('input', () => { list(); if (open !== null) show(open); }));
document.addEventListener('keydown', (event) => {
  if (open === null || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const step = { j: 1, k: -1 }[event.key];
  const goal = step === undefined ? undefined : listed[listed.indexOf(open) + step];
  if (goal !== undefined && listed.includes(open)) show(goal, true);
});
list();
`;
