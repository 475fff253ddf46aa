/**
 * The report's own script: sorting by column heads, filtering by words, and the inspector.
 * It asks nothing of any server. Its hash stands in the page's policy, so it is the only
 * script that can run there.
 */
export const reportScript = `
(function () {
  'use strict';
  function number(cell) { var raw = cell && cell.getAttribute('data-v'); return raw === null || raw === undefined || raw === '' ? null : Number(raw); }
  function text(cell) { return cell ? cell.textContent.trim() : ''; }
  document.querySelectorAll('table[data-sort]').forEach(function (table) {
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows);
    table.querySelectorAll('thead button').forEach(function (button) {
      var head = button.closest('th');
      var column = Array.prototype.indexOf.call(head.parentNode.children, head);
      button.addEventListener('click', function () {
        var down = head.getAttribute('aria-sort') !== 'descending';
        table.querySelectorAll('th[aria-sort]').forEach(function (other) { other.removeAttribute('aria-sort'); });
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        var figures = head.hasAttribute('data-figures');
        rows.slice().sort(function (a, b) {
          var order;
          if (figures) {
            var x = number(a.cells[column]), y = number(b.cells[column]);
            if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
            order = x - y;
          } else order = text(a.cells[column]) < text(b.cells[column]) ? -1 : text(a.cells[column]) > text(b.cells[column]) ? 1 : 0;
          return down ? -order : order;
        }).forEach(function (row) { body.appendChild(row); });
      });
    });
    var filter = document.querySelector('input[data-filter="' + table.id + '"]');
    var said = document.querySelector('[data-count="' + table.id + '"]');
    function show() {
      var wanted = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
      var shown = 0;
      rows.forEach(function (row) {
        var own = row.textContent.toLowerCase();
        row.hidden = !wanted.every(function (word) { return own.indexOf(word) >= 0; });
        if (!row.hidden) shown += 1;
      });
      said.textContent = shown + ' of ' + rows.length + ' rows';
    }
    if (filter) { filter.addEventListener('input', show); show(); }
  });
  var store = document.getElementById('inspected');
  if (!store) return;
  var data = JSON.parse(store.textContent);
  var choice = document.getElementById('inspect-row');
  var only = document.getElementById('inspect-misses');
  var words = document.getElementById('inspect-find');
  var body = document.getElementById('inspect-body');
  var said = document.getElementById('inspect-count');
  data.rows.forEach(function (row, index) { var option = document.createElement('option'); option.value = String(index); option.textContent = row.label; choice.appendChild(option); });
  function cell(row, value, tag) { var made = document.createElement(tag || 'td'); if (tag) made.scope = 'row'; made.textContent = value; row.appendChild(made); }
  function list() {
    var row = data.rows[Number(choice.value)];
    var wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
    body.textContent = '';
    var count = 0;
    data.items.forEach(function (item, index) {
      if (only.checked && !row.missed[index]) return;
      var whole = (item.id + ' ' + item.family + ' ' + row.outcome[index]).toLowerCase();
      if (!wanted.every(function (word) { return whole.indexOf(word) >= 0; })) return;
      count += 1;
      if (count > 500) return;
      var line = document.createElement('tr');
      cell(line, item.id, 'th');
      cell(line, item.family);
      cell(line, row.outcome[index]);
      cell(line, row.missed[index] ? 'missed' : 'found');
      body.appendChild(line);
    });
    said.textContent = count + ' of ' + data.items.length + ' ' + data.things + (count > 500 ? ', the first 500 shown' : '');
  }
  [choice, only, words].forEach(function (control) { control.addEventListener('input', list); });
  list();
})();
`;

/** SHA-256 of the script, in base64, as a content security policy states it. */
export const reportScriptHash = 'sha256-23WMjaMpqL53gv/FVBUgd0f9nCH7GT95z3OqDXhdvZs=';
