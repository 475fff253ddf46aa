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

const pieces = 20_000;

/** Tasks over 50 ms on the main thread while 20,000 pieces are cut, embedded (sent, then from the cache), blended and searched in the built page. */
export async function run(): Promise<PerfRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chunkscope-'));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], { stdio: 'inherit' });
  const site = await serveFolder(folder, '/');
  const endpoint = await startHostileEndpoint({ dimensions: 256 });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ baseURL: site.address });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(window, { longTasks: tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    });
    const live = liveDriver(page);
    const stored = Array.from({ length: pieces }, (_, index) => `Crate ${index} of bay ${index % 97} holds ${(index * 7) % 1000} lamps and a label in ${['red', 'blue', 'green'][index % 3]} ink.`).join('\n');
    const rows: PerfRow[] = [];
    const note = async (name: string) => {
      const tasks = await takeLongTasks(page);
      rows.push({ kind: 'figure', group: `live panel, ${pieces.toLocaleString('en')} pieces, tasks over 50 ms`, name: `${name}: how many`, value: tasks.length, unit: '', target: '0' });
      rows.push({ kind: 'figure', group: `live panel, ${pieces.toLocaleString('en')} pieces, tasks over 50 ms`, name: `${name}: longest`, value: Math.round(Math.max(0, ...tasks)), unit: 'ms' });
    };
    for (const round of ['sent', 'from the cache']) {
      await live.open('method', { bytes: '100', threshold: '-1' });
      await page.reload();
      await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 100 });
      await takeLongTasks(page);
      await live.type(stored, smallMessage);
      await page.getByRole('heading', { name: /^20,000 pieces/ }).waitFor();
      await note(`${round}: pasted and cut`);
      await live.plan();
      await note(`${round}: planned`);
      await live.send();
      await page.getByRole('heading', { name: 'What each part finds' }).waitFor({ timeout: 300_000 });
      await note(`${round}: embedded, blended, searched`);
      await live.setSlider('Focus weight', 0.3);
      await page.waitForTimeout(500);
      await note(`${round}: weight moved`);
    }
    return rows;
  } finally {
    await browser.close();
    await endpoint.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeLongTasks(page: Page): Promise<number[]> {
  await page.waitForTimeout(300);
  return page.evaluate(() => (Reflect.get(window, 'longTasks') as number[]).splice(0));
}
