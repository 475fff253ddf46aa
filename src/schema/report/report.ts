import { bytes, duration, pValue } from '../../core/stats/format';
import type { ExperimentEntry } from '../indexFile';
import { figureText, intervalText, rangeText } from '../scorecard/figure';
import type { ScoreColumn, ScoreRow } from '../scorecard/scoreTypes';
import { curveChart } from './chart';
import { reportContents, type Inspected, type ReportComparisons, type ReportFiles, type ReportTable, type ReportTree } from './contents';
import { html, jsonMarkup, type Markup } from './html';
import { reportScript, reportScriptHash } from './script';
import { reportStyle } from './style';

/** Most bytes of a report: it must travel by mail. */
export const maxReportBytes = 1_000_000;

/**
 * An experiment as one HTML file: what it found for somebody who decides, and everything
 * behind it for somebody who checks. It opens from disk, asks nothing of any server, sorts
 * and filters its own tables, and prints clean.
 *
 * Its figures come from the rows of the page's scorecard and print by the same formatter.
 * It holds no text of documents or questions. `files` are those of `reportFileNames`.
 */
export function buildReport(entry: ExperimentEntry, files: ReportFiles): string {
  const contents = reportContents(entry, files);
  const { provenance } = entry;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${{ markup: reportScriptHash }}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${entry.title}: report</title>
<style>${{ markup: reportStyle }}</style>
</head>
<body>
<header>
<h1>${entry.title}</h1>
<p class="lead">${entry.question}</p>
<p class="soft">${entry.data}. Measured ${provenance.startedAt.slice(0, 10)} by ${provenance.program}.</p>
<nav aria-label="Parts of the report"><ul>
<li><a href="#summary">Summary</a></li><li><a href="#tables">Tables</a></li><li><a href="#comparisons">Comparisons</a></li><li><a href="#curves">Curves</a></li>${contents.inspected && html`<li><a href="#inspector">Misses</a></li>`}<li><a href="#setup">Setup and provenance</a></li>
</ul></nav>
</header>
<main>
<section id="summary">
<h2>Summary</h2>
${paragraphs('What was measured', contents.what)}
${paragraphs('What it shows', contents.soWhat)}
${paragraphs('How sure it is', contents.howSure)}
${costPart(contents.cost)}
<h3>What not to conclude</h3>
<ul>${contents.limits.map(({ lead, text }) => html`<li><strong>${lead}</strong> ${text}</li>`)}</ul>
</section>
<section id="tables" class="part">
<h2>Tables</h2>
<p>Under each figure stand its 95 % interval and n, the questions that it rests on. A missing figure is n/a, and stands last however a table is sorted.</p>
${contents.tables.flatMap(tableParts)}
</section>
<section id="comparisons" class="part">
<h2>Comparisons</h2>
${contents.comparisons.length === 0 ? html`<p>None was declared.</p>` : contents.comparisons.map(comparisonTable)}
</section>
<section id="curves" class="part">
<h2>Curves</h2>
${contents.curves.map(curveChart)}
</section>
${contents.trees.length > 0 && html`<section><h2>Expansion trees</h2><p>Hits by score, each with the chunks that it brings along.</p>${contents.trees.map(treePart)}</section>`}
${contents.inspected && inspectorPart(contents.inspected)}
<section id="setup" class="part">
<h2>Setup and provenance</h2>
${facts([...contents.setup, ['Command', provenance.command], ['Started, took', `${provenance.startedAt}, ${duration(provenance.durationMs)}`], ['Program, Node, ICU', `${provenance.program}, ${provenance.node}, ${provenance.icu}`], ['Packages', Object.entries(provenance.packages).map(([name, version]) => `${name} ${version}`).join(', ') || 'none stated']])}
<div class="wide"><table><caption>Files behind this report</caption><thead><tr><th scope="col" class="name">File</th><th scope="col">Size</th><th scope="col" class="name">SHA-256</th></tr></thead>
<tbody>${entry.files.map((file) => html`<tr><th scope="row">${file.name}</th><td>${bytes(file.bytes)}</td><td class="name code">${file.sha256 === '' ? 'not stated' : file.sha256}</td></tr>`)}</tbody></table></div>
</section>
</main>
<script>${{ markup: reportScript }}</script>
</body>
</html>
`.markup;
  const size = new TextEncoder().encode(page).byteLength;
  if (size > maxReportBytes) throw new RangeError(`the report of ${entry.id} has ${size} bytes, expected at most ${maxReportBytes}`);
  return page;
}

function paragraphs(title: string, lines: readonly string[]): Markup {
  return html`<h3>${title}</h3>
${lines.map((line) => html`<p>${line}</p>`)}`;
}

/** A first line that ends in a colon leads a list. */
function costPart([first, ...rest]: readonly string[]): Markup {
  return html`<h3>What it costs</h3>
<p>${first}</p>${rest.length > 0 && html`<ul>${rest.map((line) => html`<li>${line}</li>`)}</ul>`}`;
}

/** One table a group of columns, so that each fits on a sheet of paper. */
function tableParts(table: ReportTable): Markup[] {
  const groups = [...new Set(table.columns.map(({ group }) => group))];
  return [html`<h3>${table.title}</h3>`, ...groups.map((group, index) => figureTable(table, group, `${table.id}-${index}`))];
}

function figureTable({ title, rowName, columns, rows, best }: ReportTable, group: string, id: string): Markup {
  const own = columns.filter((column) => column.group === group);
  return html`<div class="controls"><label>Filter “${group}” <input type="search" data-filter="${id}"></label><span class="soft" data-count="${id}" role="status"></span></div>
<div class="wide" tabindex="0" role="region" aria-label="${title}: ${group}"><table id="${id}" data-sort>
<caption>${title}: ${group}</caption>
<thead><tr><th scope="col" class="name"><button type="button">${rowName}</button></th>${own.map(columnHead)}</tr></thead>
<tbody>${rows.map((row) => figureRow(row, own, row.id === best))}</tbody></table></div>
`;
}

const directions = { higher: 'higher is better', lower: 'lower is better' };

function columnHead({ label, about, better }: ScoreColumn): Markup {
  return html`<th scope="col" data-figures title="${about}${better && ` (${directions[better]})`}"><button type="button">${label}</button></th>`;
}

function figureRow(row: ScoreRow, columns: readonly ScoreColumn[], best: boolean): Markup {
  return html`<tr data-row="${row.id}"${best && html` class="best"`}><th scope="row">${row.label}${row.note && html`<small>${row.note}</small>`}</th>${columns.map((column) => {
    const figure = row.figures.get(column.id);
    if (!figure) return html`<td data-column="${column.id}">n/a</td>`;
    const under = [intervalText(figure, 'bootstrap'), figure.note, figure.n === null ? null : `n = ${figure.n}`].filter((part) => part !== null && part !== undefined && part !== '');
    return html`<td data-column="${column.id}" data-v="${figure.n === 0 ? null : figure.value}"><span>${figureText(figure)}</span>${under.map((part) => html`<small>${part}</small>`)}</td>`;
  })}</tr>`;
}

function comparisonTable({ title, comparisons, label, measure, format }: ReportComparisons): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${title}"><table><caption>${title}</caption>
<thead><tr><th scope="col" class="name">A</th><th scope="col" class="name">B</th><th scope="col" class="name">On</th><th scope="col">A − B</th><th scope="col">95 % interval</th><th scope="col">p, by Holm</th><th scope="col" class="name">Verdict</th></tr></thead>
<tbody>${comparisons.map((comparison) => {
    const { a, b, difference, interval, adjustedP, verdict } = comparison;
    const own = (value: number): string => format(value, comparison);
    return html`<tr><th scope="row">${label(a)}</th><td class="name">${label(b)}</td><td class="name">${measure(comparison)}</td><td>${difference === null ? 'n/a' : own(difference)}</td><td>${interval ? rangeText(interval, own) : 'n/a'}</td><td>${pValue(adjustedP)}</td><td class="name">${verdict === 'a beats b' ? 'A beats B' : verdict === 'b beats a' ? 'B beats A' : verdict}</td></tr>`;
  })}</tbody></table></div>`;
}

function treePart({ title, branches }: ReportTree): Markup {
  return html`<h3>${title}</h3><ul class="tree">${branches.map(({ label, leaves }) => html`<li>${label}${leaves.length > 0 && html`<ul class="tree">${leaves.map((leaf) => html`<li>${leaf}</li>`)}</ul>`}</li>`)}</ul>`;
}

function inspectorPart(inspected: Inspected): Markup {
  return html`<section id="inspector" class="part">
<h2>Misses</h2>
<div class="wide"><table><caption>Found and missed, of ${inspected.items.length} ${inspected.things}</caption><thead><tr><th scope="col" class="name">Row</th><th scope="col">Found</th><th scope="col">Missed</th></tr></thead>
<tbody>${inspected.rows.map(({ label, missed }) => {
    const misses = missed.filter(Boolean).length;
    return html`<tr><th scope="row">${label}</th><td>${missed.length - misses}</td><td>${misses}</td></tr>`;
  })}</tbody></table></div>
<div class="screen">
<h3>One by one</h3>
<div class="controls"><label>Row <select id="inspect-row"></select></label><label><input type="checkbox" id="inspect-misses" checked> only misses</label><label>Find <input type="search" id="inspect-find"></label><span class="soft" id="inspect-count" role="status"></span></div>
<div class="wide" tabindex="0" role="region" aria-label="What came of each"><table><thead><tr><th scope="col" class="name">Id</th><th scope="col" class="name">${inspected.family}</th><th scope="col" class="name">Outcome</th><th scope="col" class="name">Result</th></tr></thead><tbody id="inspect-body"></tbody></table></div>
</div>
<script type="application/json" id="inspected">${jsonMarkup(inspected)}</script>
</section>`;
}

function facts(list: readonly (readonly [string, string])[]): Markup {
  return html`<dl>${list.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
