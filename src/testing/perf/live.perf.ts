import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../findBrowser';
import { startHostileEndpoint } from '../hostileEndpoint';
import { liveDriver, smallMessage } from '../liveDriver';
import { serveFolder } from '../staticServer';
import type { PerfRow } from './measure';

/** Pieces of the long text, and of the one whose ranking must fit into a frame. */
const [many, some] = [20_000, 5000];
const dimensions = 256;
/** Values that the slider is moved through, 30 a second. */
const steps = 15;

const textOf = (pieces: number) => Array.from({ length: pieces }, (_, index) => `Crate ${index} of bay ${index % 97} holds ${(index * 7) % 1000} lamps and a label in ${['red', 'blue', 'green'][index % 3]} ink.`).join('\n');

/**
 * Tasks over 50 ms on the main thread while 20,000 pieces are pasted, cut, embedded (sent,
 * then from the cache), blended and searched in the built page, and how long a step of the
 * focus weight takes until the page can answer again.
 */
export async function run(): Promise<PerfRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chunkscope-'));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], { stdio: 'inherit' });
  const site = await serveFolder(folder, '/');
  const endpoint = await startHostileEndpoint({ dimensions });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  const rows: PerfRow[] = [];
  try {
    const page = await browser.newPage({ baseURL: site.address });
    page.setDefaultTimeout(300_000);
    await page.addInitScript(watchLongTasks);
    for (const [pieces, round] of [[many, 'sent'], [many, 'from the cache'], [some, 'sent']] as const) {
      const group = `live panel, ${pieces.toLocaleString('en')} pieces × ${dimensions}, tasks over 50 ms`;
      const note = async (name: string) => {
        const tasks = await takeLongTasks(page);
        rows.push({ kind: 'figure', group, name: `${round}: ${name}, how many`, value: tasks.length, unit: '', target: '0' });
        if (tasks.length > 0) rows.push({ kind: 'figure', group, name: `${round}: ${name}, longest`, value: Math.round(Math.max(...tasks)), unit: 'ms' });
      };
      const live = liveDriver(page);
      await live.open('method', { bytes: '100', threshold: '-1' });
      await page.reload();
      await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 100 });
      await takeLongTasks(page);
      await live.type(textOf(pieces), smallMessage);
      await page.getByRole('heading', { name: new RegExp(`^${pieces.toLocaleString('en')} pieces`) }).waitFor();
      await note('pasted and cut');
      await page.getByRole('button', { name: 'Show what would be sent' }).click();
      await page.getByRole('heading', { name: /^(What would be sent|Nothing has to be sent)$/ }).waitFor();
      await note('planned');
      await live.send();
      await live.group(1).waitFor();
      await note('embedded, blended, searched');
      const times = await moveWeight(page);
      await note(`weight moved ${steps} times`);
      rows.push({ kind: 'figure', group, name: `${round}: longest main-thread work of a step`, value: Math.round(10 * Math.max(...times)) / 10, unit: 'ms', ...(pieces === some && { target: '< 16' }) });
      rows.push({ kind: 'figure', group, name: `${round}: heap of the page afterwards`, value: Math.round((await heapBytes(page)) / 1e6), unit: 'MB' });
    }
    return rows;
  } finally {
    await browser.close();
    await endpoint.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function watchLongTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
}

async function takeLongTasks(page: Page): Promise<number[]> {
  // Entries are told some time after their task.
  await page.waitForTimeout(300);
  return page.evaluate(() => (Reflect.get(window, 'longTasks') as number[]).splice(0));
}

/** Moves the focus weight step by step; milliseconds of script in answer to each step. */
function moveWeight(page: Page): Promise<number[]> {
  return page.getByLabel('Focus weight', { exact: true }).evaluate(async (slider, count) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
    const times: number[] = [];
    for (let step = 1; step <= count; step++) {
      const started = performance.now();
      setValue.call(slider, String(step / (count + 1)));
      // React answers an input event before it returns.
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 33));
    }
    return times;
  }, steps);
}

async function heapBytes(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(performance, 'memory') as { usedJSHeapSize: number }).usedJSHeapSize);
}
