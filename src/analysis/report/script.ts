import { inspectorScript } from './inspectorScript';

/** Sorting by column heads and filtering by words, of tables and of trees. What is past the lines for paper is marked anew. */
const listScript = String.raw`
const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
const holds = (text, words) => { const own = text.toLowerCase(); return words.every((word) => own.includes(word)); };
const number = (cell) => { const raw = cell ? cell.getAttribute('data-v') : null; return raw === null || raw === '' ? null : Number(raw); };
const text = (cell) => (cell ? cell.textContent.trim() : '');
  const isMissing = (word) => word === '' || word === 'n/a' || word === '–' || word === '—';
const linesOnPaper = 40;
const treesOnPaper = 6;
const marksPaper = (items, limit) => { let shown = 0; items.forEach((item) => { if (!item.hidden) shown += 1; item.classList.toggle('late', shown > limit); }); };

document.querySelectorAll('table[data-sort]').forEach((table) => {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const forPaper = () => { if (table.classList.contains('long')) marksPaper([...body.rows], linesOnPaper); };
  table.querySelectorAll('thead button').forEach((button) => {
    const head = button.closest('th');
    const column = [...head.parentNode.children].indexOf(head);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') !== 'descending';
      table.querySelectorAll('th[aria-sort]').forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const figures = head.hasAttribute('data-figures');
      const order = (a, b) => {
        if (!figures) { const [x, y] = [text(a.cells[column]), text(b.cells[column])]; if (isMissing(x) || isMissing(y)) return Number(isMissing(x)) - Number(isMissing(y)); return (down ? -1 : 1) * (x < y ? -1 : x > y ? 1 : 0); }
        const [x, y] = [number(a.cells[column]), number(b.cells[column])];
        if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
        return (down ? -1 : 1) * (x - y);
      };
      [...rows].sort(order).forEach((row) => body.appendChild(row));
      forPaper();
    });
  });
  const filter = document.querySelector('input[data-filter="' + table.id + '"]');
  const said = document.querySelector('[data-count="' + table.id + '"]');
  if (!filter) return;
  const show = () => {
    const wanted = wordsOf(filter.value);
    rows.forEach((row) => { row.hidden = !holds(row.textContent, wanted); });
    said.textContent = rows.filter((row) => !row.hidden).length + ' of ' + rows.length + ' rows';
    forPaper();
  };
  filter.addEventListener('input', show);
  show();
});

const trees = [...document.querySelectorAll('[data-tree]')];
if (trees.length > 0) {
  const [group, filter, said] = ['group', 'filter', 'count'].map((name) => document.querySelector('[data-tree-' + name + ']'));
  const show = () => {
    const wanted = wordsOf(filter.value);
    trees.forEach((tree) => { tree.hidden = (group.value !== '' && tree.getAttribute('data-tree') !== group.value) || !holds(tree.textContent, wanted); });
    said.textContent = trees.filter((tree) => !tree.hidden).length + ' of ' + trees.length + ' trees';
    marksPaper(trees, treesOnPaper);
  };
  [group, filter].forEach((control) => control.addEventListener('input', show));
  show();
}
`;

/**
 * The report's own script: sorting, filtering, and the inspector. It asks nothing of any
 * server. Its hash stands in the page's policy, so it is the only script that can run there.
 */
export const reportScript = `
(() => {
'use strict';
${listScript}${inspectorScript}})();
`;

/** SHA-256 of the script, in base64, as a content security policy states it. */
export const reportScriptHash = 'sha256-YioNGguZ4i0vDjBWZJcrOavEvSioHs4bAgMthzZPBZU=';
