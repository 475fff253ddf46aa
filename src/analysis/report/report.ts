import { bytes, count, duration, interval, pValue } from '../../core/stats/format';
import type { ExperimentKind } from '../kind';
import type { ExperimentEntry, Finding } from '../../artifact/indexFile';
import { findingNumber } from '../finding';
import { figureText, intervalText } from '../scorecard/figure';
import type { ScoreColumn, ScoreRow } from '../scorecard/scoreTypes';
import { curveChart, findingPicture } from './chart';
import type { Across } from '../across/across';
import { acrossReport } from '../across/report';
import { comparisonContents, type ComparisonRequest } from './comparison';
import { type ReportComparisons, type ReportFiles, type ReportTable, type ReportTree } from './contents';
import { html, type Markup } from './html';
import { packInspector, type Inspected } from './inspected';
import type { Limit } from './limits';
import { linesOnPaper, type PlainCell, type PlainTable } from './plainTable';
import { reportScript, reportScriptHash } from './script';
import { reportStyle } from './style';

/** Most bytes of a report: it must travel by mail. */
export const maxReportBytes = 1_000_000;
/** Left free for the words about the inspector itself. */
const spareBytes = 4_000;
/** Trees that are printed; the others are for the screen. */
const treesOnPaper = 6;

/**
 * An experiment as one HTML file: what it found for somebody who decides, and everything
 * behind it for somebody who checks. It opens from disk, asks nothing of any server, sorts,
 * filters and inspects its own data, and prints clean.
 *
 * Its figures come from the rows of the page's scorecard and print by the same formatter.
 * Text of documents and questions stands in it only where the artifact holds it. `files`
 * are those of `reportFileNames`.
 */
export function buildReport(kind: ExperimentKind, entry: ExperimentEntry, files: ReportFiles): string {
  const contents = kind.report.contents(entry, files);
  return reportDocument({
    name: entry.id,
    title: entry.title,
    lead: entry.question,
    about: `${entry.data}. Measured ${entry.provenance.startedAt.slice(0, 10)} by ${entry.provenance.program}.`,
    finding: entry.finding,
    summary: contents,
    telling: contents.telling ?? null,
    sections: [
      {
        id: 'tables',
        title: 'Tables',
        body: [
          html`<p>Under each figure stand its 95 % interval and n, the questions that it rests on. A missing figure is n/a, and stands last however a table is sorted.</p>`,
          ...contents.tables.flatMap(tableParts),
        ],
      },
      {
        id: 'comparisons',
        title: 'Comparisons',
        body:
          contents.comparisons.length === 0
            ? [html`<p>None was declared.</p>`]
            : contents.comparisons.map(comparisonTable),
      },
      { id: 'curves', title: 'Curves', body: contents.curves.map(curveChart) },
      ...(contents.asides ?? []).map(({ title, words, table }) => ({
        id: `${table.id}-figures`,
        title,
        body: [...words.map((line) => html`<p>${line}</p>`), plainTable(table)],
      })),
      ...treeSection(contents.trees),
      ...((contents.families?.length ?? 0) > 0
        ? [{ id: 'families', title: 'Misses by family', body: contents.families!.map(plainTable) }]
        : []),
    ],
    inspected: contents.inspected,
    provenance: [facts(contents.setup), provenancePart(entry)],
  });
}

/**
 * A comparison of two to four runs as one HTML file, in the form of an experiment's report.
 * Figures, draws and reasons are those of the compare page.
 */
export function buildComparisonReport(request: ComparisonRequest): string {
  const contents = comparisonContents(request);
  const entries = [...new Map(request.runs.map(({ entry }) => [entry.id, entry])).values()];
  return reportDocument({
    name: 'the comparison',
    title: contents.title,
    lead: contents.lead,
    about: `On ${request.runs[0]!.run.corpus.name}.`,
    summary: contents,
    telling: contents.telling,
    sections: [
      { id: 'setups', title: 'Setups', body: contents.setup.map(plainTable) },
      { id: 'comparisons', title: 'Differences', body: contents.differences.map(plainTable) },
      { id: 'families', title: 'Families', body: [plainTable(contents.families)] },
      { id: 'questions', title: 'Question by question', body: contents.questions.map(plainTable) },
      ...treeSection(contents.trees),
    ],
    inspected: contents.inspected,
    provenance: [
      facts([['Corpus hash', request.runs[0]!.run.corpus.hash]]),
      ...entries.map((entry) => html`<h3>${entry.title}</h3>${provenancePart(entry)}`),
    ],
  });
}

/** Strategies on several corpora as one HTML file, in the form of an experiment's report; `entries` are those of the index. */
export function buildAcrossReport(across: Across, entries: readonly ExperimentEntry[]): string {
  const { tables, facts: measured, entries: behind, ...document } = acrossReport(across, entries);
  return reportDocument({
    ...document,
    telling: null,
    sections: [{ id: 'tables', title: 'Tables', body: tables.map(plainTable) }],
    inspected: null,
    provenance: [
      facts(measured),
      ...behind.map((entry) => html`<h3>${entry.title}</h3>${provenancePart(entry)}`),
    ],
  });
}

interface Section {
  id: string;
  title: string;
  body: readonly Markup[];
}

export interface ReportDocument {
  /** What an error calls it. */
  name: string;
  title: string;
  lead: string;
  about: string;
  /** What a reader takes away of an experiment; a comparison has its verdicts. */
  finding?: Finding | null;
  summary: {
    what: readonly string[];
    soWhat: readonly string[];
    howSure: readonly string[];
    cost: readonly string[];
    limits: readonly Limit[];
  };
  telling: ReportTree | null;
  sections: readonly Section[];
  inspected: Inspected | null;
  provenance: readonly Markup[];
}

function reportDocument(document: ReportDocument): string {
  const without = pageText(document, null);
  const page = document.inspected
    ? pageText(document, inspectorPart(document.inspected, maxReportBytes - sizeOf(without) - spareBytes))
    : without;
  const size = sizeOf(page);
  if (size > maxReportBytes)
    throw new RangeError(
      `the report of ${document.name} has ${size} bytes, expected at most ${maxReportBytes}`,
    );
  return page;
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).byteLength;

function pageText(
  { title, lead, about, finding, summary, telling, sections, inspected, provenance }: ReportDocument,
  inspector: Markup | null,
): string {
  const links = [
    ...sections.map(({ id, title }) => ({ id, title })),
    ...(inspected ? [{ id: 'inspector', title: 'Misses and inspector' }] : []),
    { id: 'setup', title: 'Setup and provenance' },
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${{ markup: reportScriptHash }}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}: report</title>
<style>${{ markup: reportStyle }}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="soft">${about}</p>
<nav aria-label="Parts of the report"><p><a href="#managerial">Managerial view</a>: what, so what, how sure, what it costs, what not to conclude.</p>
<p><a href="#technical">Technical view</a>: ${links.map(({ id, title }, place) => html`${place > 0 && ', '}<a href="#${id}">${title}</a>`)}.</p></nav>
</header>
<main>
<div id="managerial" class="view" role="region" aria-label="Managerial view">
<p class="eyebrow">Managerial view</p>
<section id="summary">
<h2>Summary</h2>
${finding && html`<p class="finding"><strong>${finding.sentence}</strong> ${findingNumber(finding)}</p>`}
${finding && findingPicture(finding)}
${paragraphs('What was measured', summary.what)}
${paragraphs('What it shows', summary.soWhat)}
${telling && tellingPart(telling)}
${paragraphs('How sure it is', summary.howSure)}
${costPart(summary.cost)}
<h3>What not to conclude</h3>
<ul>${summary.limits.map(({ lead, text }) => html`<li><strong>${lead}</strong> ${text}</li>`)}</ul>
</section>
</div>
<div id="technical" class="view" role="region" aria-label="Technical view">
<p class="eyebrow technical">Technical view</p>
${sections.map(
  ({ id, title, body }) => html`<section id="${id}">
<h2>${title}</h2>
${body}
</section>
`,
)}${inspector}
<section id="setup">
<h2>Setup and provenance</h2>
${provenance}
</section>
</div>
</main>
<script>${{ markup: reportScript }}</script>
</body>
</html>
`.markup;
}

function provenancePart({ provenance, files }: ExperimentEntry): Markup {
  return html`${facts([
    ['Command', provenance.command],
    ['Started, took', `${provenance.startedAt}, ${duration(provenance.durationMs)}`],
    ['Program, Node, ICU', `${provenance.program}, ${provenance.node}, ${provenance.icu}`],
    [
      'Packages',
      Object.entries(provenance.packages)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ') || 'none stated',
    ],
  ])}
<div class="wide" tabindex="0" role="region" aria-label="Files behind this report"><table class="long"><caption>Files behind this report</caption><thead><tr><th scope="col" class="name">File</th><th scope="col">Size</th><th scope="col" class="name">SHA-256</th></tr></thead>
<tbody>${files.map((file, line) => html`<tr${late(line)}><th scope="row">${file.name}</th><td>${bytes(file.bytes)}</td><td class="name code">${file.sha256 === '' ? 'not stated' : file.sha256}</td></tr>`)}</tbody></table>${paperNote(files.length, 'files')}</div>`;
}

/** Lines past those that are printed. */
const late = (line: number): Markup | false => line >= linesOnPaper && html` class="late"`;

/** Says on paper that a list goes on. */
function paperNote(total: number, things: string, printed = linesOnPaper): Markup | false {
  return (
    total > printed &&
    html`<p class="paper">On paper the first ${count(printed)} of ${count(total)} ${things}; all are in the file.</p>`
  );
}

/** A table that is no scorecard: sorted by its heads and filtered by words. */
function plainTable({ id, title, columns, rows }: PlainTable): Markup {
  return html`<div class="controls"><label>Filter “${title.split(/[:;,]/, 1)[0]}” <input type="search" data-filter="${id}"></label><span class="soft" data-count="${id}" role="status"></span></div>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table id="${id}" class="long" data-sort>
<caption>${title}</caption>
<thead><tr>${columns.map(({ label, figures, about }) => html`<th scope="col"${figures ? html` data-figures` : html` class="name"`}${about && html` title="${about}"`}><button type="button">${label}</button></th>`)}</tr></thead>
<tbody>${rows.map((cells, line) => html`<tr${late(line)}>${cells.map((cell, column) => plainCell(cell, column, columns[column]?.figures ?? false))}</tr>`)}</tbody></table>
${rows.length === 0 && html`<p>None.</p>`}${paperNote(rows.length, 'lines')}</div>
`;
}

function plainCell({ text, value, note }: PlainCell, column: number, figures: boolean): Markup {
  const body = html`${text}${note && html`<small>${note}</small>`}`;
  if (column === 0) return html`<th scope="row">${body}</th>`;
  return figures ? html`<td data-v="${value ?? null}">${body}</td>` : html`<td class="name">${body}</td>`;
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
  return [
    html`<h3>${table.title}</h3>`,
    ...groups.flatMap((group, index) => groupTables(table, group, `${table.id}-${index}`)),
  ];
}

/** Columns that fit beside the name of a row on a sheet of paper. */
const columnsOnPaper = 9;

function groupTables(table: ReportTable, group: string, id: string): Markup[] {
  const own = table.columns.filter((column) => column.group === group);
  const parts = Math.ceil(own.length / columnsOnPaper);
  const size = Math.ceil(own.length / parts);
  return Array.from({ length: parts }, (_, part) =>
    figureTable(
      table,
      parts === 1 ? group : `${group}, ${part + 1} of ${parts}`,
      own.slice(part * size, (part + 1) * size),
      part === 0 ? id : `${id}-${part}`,
    ),
  );
}

function figureTable(
  { title, rowName, rows, best }: ReportTable,
  group: string,
  own: readonly ScoreColumn[],
  id: string,
): Markup {
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
  return html`<tr data-row="${row.id}"${best && html` class="best"`}><th scope="row">${row.label}${row.note && html`<small>${row.note}</small>`}</th>${columns.map(
    (column) => {
      const figure = row.figures.get(column.id);
      if (!figure) return html`<td data-column="${column.id}">n/a</td>`;
      const under = [
        ...new Set([
          intervalText(figure, 'bootstrap'),
          figure.note,
          figure.n === null ? null : `n = ${count(figure.n)}`,
        ]),
      ].filter((part) => part !== null && part !== undefined && part !== '');
      return html`<td data-column="${column.id}" data-v="${figure.n === 0 ? null : figure.value}"><span>${figureText(figure)}</span>${under.map((part) => html`<small>${part}</small>`)}</td>`;
    },
  )}</tr>`;
}

function comparisonTable({ title, comparisons, label, measure, format }: ReportComparisons): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${title}"><table><caption>${title}</caption>
<thead><tr><th scope="col" class="name">A</th><th scope="col" class="name">B</th><th scope="col" class="name">On</th><th scope="col">A − B</th><th scope="col">95 % interval</th><th scope="col">p, by Holm</th><th scope="col" class="name">Verdict</th></tr></thead>
<tbody>${comparisons.map((comparison) => {
    const { a, b, difference, interval: bounds, adjustedP, verdict } = comparison;
    const own = (value: number): string => format(value, comparison);
    return html`<tr><th scope="row">${label(a)}</th><td class="name">${label(b)}</td><td class="name">${measure(comparison)}</td><td>${difference === null ? 'n/a' : own(difference)}</td><td>${bounds ? interval(bounds[0], bounds[1], own) : `not defined (${count(comparison.clusters)} ${comparison.clusters === 1 ? 'cluster' : 'clusters'})`}</td><td>${pValue(adjustedP)}</td><td class="name">${verdict === 'a beats b' ? 'A beats B' : verdict === 'b beats a' ? 'B beats A' : verdict}</td></tr>`;
  })}</tbody></table></div>`;
}

function treeSection(trees: readonly ReportTree[]): Section[] {
  if (trees.length === 0) return [];
  const groups = [...new Set(trees.map(({ group }) => group))];
  return [
    {
      id: 'trees',
      title: 'Expansion trees',
      body: [
        html`<p>Hits by score, each with the chunks before and after it that it brings along. A chunk may stand under several hits. Chunks are named by their place in the document and by their offsets in UTF-16 code units.</p>
<div class="controls"><label>Show <select data-tree-group><option value="">all</option>${groups.map((group) => html`<option>${group}</option>`)}</select></label><label>Filter trees <input type="search" data-tree-filter></label><span class="soft" data-tree-count role="status"></span></div>
`,
        html`<div class="trees" tabindex="0" role="region" aria-label="Expansion trees">${trees.map(
          (
            tree,
            place,
          ) => html`<article class="tree${place >= treesOnPaper && ' late'}" data-tree="${tree.group}"><h3>${tree.title}</h3><p class="soft">${tree.group}</p>${branchList(tree)}</article>
`,
        )}</div>
`,
        html`${paperNote(trees.length, 'trees', treesOnPaper)}`,
      ],
    },
  ];
}

/** One tree in plain words, with the tree itself. */
function tellingPart(tree: ReportTree): Markup {
  return html`<h3>${tree.title}</h3>${tree.words.map((line) => html`<p>${line}</p>`)}${branchList(tree)}`;
}

function branchList({ branches }: ReportTree): Markup {
  if (branches.length === 0) return html`<p>The search found no chunk for this question.</p>`;
  return html`<ul class="tree">${branches.map(({ label, mark, leaves }) => html`<li>${label}${marked(mark)}${leaves.length > 0 && html`<ul class="tree">${leaves.map((leaf) => html`<li>${leaf.label}${marked(leaf.mark)}</li>`)}</ul>`}</li>`)}</ul>`;
}

const marked = (mark: string): Markup | false => mark !== '' && html` <strong class="mark">${mark}</strong>`;

function inspectorPart(inspected: Inspected, maxBytes: number): Markup {
  const total = inspected.items.length;
  const { json, detailed } = packInspector(inspected, maxBytes);
  const says =
    detailed === 0
      ? 'This file has no details of single ones.'
      : detailed === total
        ? `All ${count(total)} can be opened.`
        : `${count(detailed)} of ${count(total)} can be opened, the most missed first: more do not fit into a file under 1 MB.`;
  return html`<section id="inspector">
<h2>Misses and inspector</h2>
<div class="wide" tabindex="0" role="region" aria-label="Found and missed"><table><caption>Found and missed, of ${count(total)} ${inspected.things}</caption><thead><tr><th scope="col" class="name">Row</th><th scope="col">Found</th><th scope="col">Missed</th></tr></thead>
<tbody>${inspected.rows.map(({ label, missed }) => {
    const misses = missed.filter(Boolean).length;
    return html`<tr><th scope="row">${label}</th><td>${count(missed.length - misses)}</td><td>${count(misses)}</td></tr>`;
  })}</tbody></table></div>
<p class="paper">One by one, the ${inspected.things} and what each row made of them are on screen: open this file in a browser.</p>
<div class="screen">
<h3>One by one</h3>
<p>Choose a row, and one of the ${inspected.things} to open it. ${says}</p>
<div class="controls"><label>Row <select id="inspect-row"></select></label><label><input type="checkbox" id="inspect-misses" checked> only misses</label><label>Find <input type="search" id="inspect-find"></label><span class="soft" id="inspect-count" role="status"></span></div>
<div class="wide list" tabindex="0" role="region" aria-label="What came of each"><table><thead><tr><th scope="col" class="name">Id</th><th scope="col" class="name">${inspected.family}</th><th scope="col" class="name">Outcome</th><th scope="col" class="name">Result</th></tr></thead><tbody id="inspect-body"></tbody></table></div>
<div id="inspect-one" role="region" aria-label="The one that is open" hidden></div>
</div>
<script type="application/json" id="inspected">${{ markup: json }}</script>
</section>`;
}

function facts(list: readonly (readonly [string, string])[]): Markup {
  return html`<dl>${list.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
