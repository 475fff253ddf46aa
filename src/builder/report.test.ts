import { chunkingKind } from '../experiments/chunking/kind';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChunkingSummary } from '../experiments/chunking/formats';
import type { ExperimentEntry } from '../artifact/indexFile';
import { escapeText, html, jsonMarkup } from '../analysis/report/html';
import { buildReport } from '../analysis/report/report';
import { reportScript, reportScriptHash } from '../analysis/report/script';
import { chunkingSummaryFixture } from '../testing/summaryFixtures';
import { publishedFolder } from './artifacts/store';
import { runBench } from './bench';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-report-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function bench(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

/** Full values of a report's cells: row, then column. */
function cellsOf(page: string): Map<string, Map<string, string>> {
  const rows = new Map<string, Map<string, string>>();
  for (const [, row, cells] of page.matchAll(/<tr data-row="([^"]*)"[^>]*>(.*?)<\/tr>/gs)) {
    const own = rows.get(row!) ?? new Map<string, string>();
    for (const [, column, value] of cells!.matchAll(/<td data-column="([^"]*)" data-v="([^"]*)"/g))
      own.set(column!, value!);
    rows.set(row!, own);
  }
  return rows;
}

type Shown = { row: string; reference?: boolean } & Record<string, unknown>;

describe('bench report', () => {
  it('writes all corpora side by side with the figures of show across', async () => {
    const file = join(folder, 'across.html');
    expect(await bench('report', 'across', '--out', file)).toMatchObject({ code: 0, err: '' });
    const page = await readFile(file, 'utf8');
    const rows = JSON.parse((await bench('show', 'across', '--json')).out) as {
      corpus: string;
      strategy: string;
      budget: number;
      value: number;
    }[];
    expect(rows.length).toBeGreaterThan(4 * 8 * 3);
    for (const { corpus, strategy, budget, value } of rows) {
      const [, table] = new RegExp(`<table id="across-${budget}"([^]*?)</table>`).exec(page)!;
      expect(table, `${corpus} ${strategy} ${budget}`).toContain(`data-v="${value}"`);
    }
    expect(page).toContain('Managerial view');
    const index = JSON.parse(await readFile(join(publishedFolder, 'index.json'), 'utf8')) as {
      across: { sentence: string };
    };
    expect(page).toContain(index.across.sentence);
    expect(await bench('report', 'across', '--k', '5', '--out', file)).toMatchObject({ code: 2 });
  });

  it.each([
    [
      'chunking-squad',
      ['hitAt', 'recallAt', 'expandedHitAt'],
      ['mrrAt10', 'ndcgAt10', 'expandedMrrAt10'],
      44,
    ],
    ['contextual-blend', ['top1', 'familyFirst', 'withinFamily', 'reciprocalRank', 'coverageAt4'], [], 16],
  ])('writes %s with the very figures of show, under 1 MB', async (id, nested, plain, rows) => {
    const file = join(folder, `${id}.html`);
    expect(await bench('report', id, '--out', file)).toMatchObject({ code: 0, err: '' });
    const page = await readFile(file, 'utf8');
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
    const cells = cellsOf(page);
    const shown = (JSON.parse((await bench('show', id, '--json')).out) as Shown[]).filter(
      ({ reference }) => !reference,
    );
    expect(shown).toHaveLength(rows);
    for (const row of shown) {
      const own = cells.get(row.row)!;
      // Widths of neighbor expansion and other rows have figures of their own.
      const has = (name: string): boolean => row[name] !== undefined && own.has(name);
      for (const name of plain.filter(has))
        expect(Number(own.get(name)), `${row.row} ${name}`).toBe(row[name]);
      for (const name of nested.filter((name) => row[name] !== undefined))
        for (const [key, value] of Object.entries(row[name] as Record<string, number>))
          if (row['table'] !== 'main' || !name.startsWith('expanded'))
            expect(Number(own.get(`${name}.${key}`)), `${row.row} ${name}.${key}`).toBe(value);
    }
  });

  it('shows the trees of exactly the questions that some width rescues, in both views, with no text', async () => {
    const page = await readFile(join(folder, 'chunking-squad.html'), 'utf8');
    const widest = (
      JSON.parse((await bench('show', 'chunking-squad', '--json')).out) as {
        row: string;
        rescuedAt: Record<string, number>;
      }[]
    ).find(({ row }) => row === 'fixed_size-2-2')!;
    expect(page.match(/data-tree="rescued by neighbors"/g)).toHaveLength(widest.rescuedAt['5']!);
    expect(page.match(/data-tree="missed all the same"/g)).toHaveLength(12);
    const managerial = page.slice(page.indexOf('id="managerial"'), page.indexOf('id="technical"'));
    expect(managerial).toMatch(
      /One question that neighbors rescue.*<ul class="tree">.*holds (the|a part of the) answer/s,
    );
    expect(page).toMatch(/On paper the first 6 of \d+ trees/);
    expect(JSON.parse(/id="inspected">(.*?)<\/script>/s.exec(page)![1]!)).toMatchObject({
      parts: [
        { kind: 'chunking', texts: [] },
        { kind: 'neighbor', texts: [] },
      ],
    });
  });

  it('compares runs with the figures that the compare page computes, under 1 MB', async () => {
    const file = join(folder, 'comparison.html');
    expect(
      await bench(
        'report',
        '--compare',
        'chunking-squad~fixed_size-1-1',
        'chunking-squad~fixed_size-0-0',
        'chunking-squad~paragraph',
        '--out',
        file,
      ),
    ).toMatchObject({ code: 0, err: '' });
    const page = await readFile(file, 'utf8');
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
    const shown = JSON.parse((await bench('show', 'chunking-squad', '--json')).out) as {
      row: string;
      expandedHitAt: Record<string, number>;
      rescuedAt: Record<string, number>;
    }[];
    const means = [...page.matchAll(/<th scope="row">[A-C]: [^<]*<\/th><td data-v="([^"]*)">/g)].map(
      ([, value]) => Number(value),
    );
    expect(means[0]).toBeCloseTo(shown.find(({ row }) => row === 'fixed_size-1-1')!.expandedHitAt['5']!, 12);
    expect(means[1]).toBeCloseTo(shown.find(({ row }) => row === 'fixed_size')!.expandedHitAt['5']!, 12);
    expect(page).toContain('A beats B');
    expect(page).toContain('Neighbor expansion: ±1/1 in A; none in B and C');
    expect(page).toMatch(/A has it with its first hit: the answer stands in the chunk after hit 1/);
    expect(page.match(/data-tree="only A"/g)!.length).toBeGreaterThan(10);
  });

  it.each([
    [['chunking-squad~paragraph'], 'takes 2 to 4 different runs, found 1'],
    [['chunking-squad~paragraph', 'chunking-squad~nothing'], 'chunking-squad has no row “nothing”'],
    [['chunking-squad~paragraph', 'nothing~paragraph'], '“nothing~paragraph” names no run'],
    [
      ['contextual-blend~whole', 'contextual-blend~blend80~both'],
      'its runs are <experiment>~<row>~<condition>',
    ],
    [
      ['chunking-squad~paragraph', 'contextual-blend~whole~both'],
      'runs on different corpora are not compared',
    ],
    [
      ['chunking-squad~paragraph', 'chunking-squad~recursive', '--k', '11'],
      '--k is "11", expected a whole number from 1 to 10',
    ],
  ])('refuses to compare %j, in words', async (runs, words) => {
    const { code, err } = await bench('report', '--compare', ...runs, '--out', join(folder, 'x.html'));
    expect(err).toContain(words);
    expect(code).toBe(2);
  });

  it('asks nothing of any server and runs no script but its own', async () => {
    const page = await readFile(join(folder, 'contextual-blend.html'), 'utf8');
    expect(page).not.toMatch(/<(link|img|iframe|object|base|form)\b|\bsrc=|@import|url\(/i);
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).toContain(`script-src '${reportScriptHash}'`);
    expect(reportScriptHash).toBe(`sha256-${createHash('sha256').update(reportScript).digest('base64')}`);
  });

  it('needs a file to write, and an experiment', async () => {
    expect((await bench('report', 'contextual-blend')).err).toContain('report needs --out FILE');
    expect((await bench('report', 'nothing', '--out', join(folder, 'x.html'))).err).toContain(
      'no experiment is called "nothing"',
    );
  });
});

describe('a report', () => {
  const hostile = '<img src=x onerror=alert(1)>& "q" \u2028</script>';
  const summary: ChunkingSummary = chunkingSummaryFixture();
  const entry: ExperimentEntry = {
    id: 'hostile',
    kind: 'chunking',
    title: hostile,
    question: hostile,
    headline: hostile,
    finding: {
      sentence: hostile,
      value: 1,
      unit: hostile,
      interval: [0, 2],
      picture: { kind: 'steps', x: [1], lines: [{ id: hostile, label: hostile, y: [1] }] },
    },
    data: hostile,
    badges: [],
    files: [{ name: hostile, sha256: hostile, bytes: 1 }],
    provenance: {
      program: hostile,
      command: hostile,
      startedAt: hostile,
      durationMs: 1,
      node: hostile,
      icu: hostile,
      packages: { [hostile]: hostile },
    },
  };

  it('shows hostile names as text wherever they stand', () => {
    const spoiled = {
      ...summary,
      title: hostile,
      question: hostile,
      corpus: { ...summary.corpus, name: hostile },
      groupings: [{ id: summary.bootstrap.cluster, label: hostile, families: [hostile] }],
      rows: summary.rows.map((row) => ({ ...row, label: hostile })),
    };
    const page = buildReport(
      chunkingKind,
      entry,
      new Map<string, unknown>([
        ['summary.json', spoiled],
        [
          'questions.json',
          {
            questions: [
              { id: hostile, families: { [summary.bootstrap.cluster]: hostile }, gold: [], document: null },
            ],
          },
        ],
      ]),
    );
    expect(page).not.toMatch(/<img/i);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&amp; &quot;q&quot;');
  });

  it('escapes text and attributes, and data so that no script element ends early', () => {
    expect(html`<p title="${'"\' onclick=1'}">${['<b>', 1, null, false]}</p>`.markup).toBe(
      '<p title="&quot;&#39; onclick=1">&lt;b&gt;1</p>',
    );
    expect(escapeText('a\u0000b\u001b')).toBe('a\ufffdb\ufffd');
    const data = { text: '</script><!--' };
    expect(jsonMarkup(data).markup).not.toContain('<');
    expect(JSON.parse(jsonMarkup(data).markup)).toEqual(data);
  });
});
