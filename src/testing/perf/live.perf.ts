import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { blendTable } from '../../core/retrieval/blendTable';
import { methodResults, ranksAlone } from '../../worker/methodRanking';
import { ensureBrowser } from '../findBrowser';
import { startHostileEndpoint } from '../hostileEndpoint';
import { liveDriver, smallMessage } from '../liveDriver';
import { serveFolder } from '../staticServer';
import { asRows, generatedVectors } from './generatedVectors';
import { compare, type PerfRow } from './measure';

/** Pieces of the long text, and of the one whose ranking must fit into a frame. */
const [many, some] = [20_000, 5000];
const dimensions = 256;
/** Values that the slider is moved through, 30 a second. */
const steps = 15;
const longMs = 50;

/**
 * Tasks of the main thread while 20,000 pieces are pasted, cut, embedded (sent, then from
 * the cache), blended and searched in the built page, from the browser's own trace: by
 * the clock, which a busy machine stretches, and by processor time, which it does less.
 */
export async function run(): Promise<PerfRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chunkscope-'));
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    { stdio: 'inherit' },
  );
  const site = await serveFolder(folder, '/');
  const endpoint = await startHostileEndpoint({ dimensions });
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const rows: PerfRow[] = [];
  try {
    const page = await browser.newPage({ baseURL: site.address });
    page.setDefaultTimeout(300_000);
    for (const [pieces, round] of [
      [many, 'sent'],
      [many, 'from the cache'],
      [some, 'sent'],
    ] as const) {
      const during = async (name: string, work: () => Promise<unknown>): Promise<void> => {
        rows.push(
          ...taskRows(
            `live panel, ${pieces.toLocaleString('en')} pieces × ${dimensions}`,
            `${round}: ${name}`,
            await tasksDuring(browser, page, work),
          ),
        );
      };
      const live = liveDriver(page);
      await live.open('method', { bytes: '100', threshold: '-1' });
      await page.reload();
      await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 100 });
      await live.type('', smallMessage);
      // Handing over the text is no work of the page, so it comes first.
      await page.evaluate((text) => void Object.assign(window, { pasted: text }), textOf(pieces));
      await during('pasting and cutting', async () => {
        await paste(page);
        await page
          .getByRole('heading', { name: new RegExp(`^${pieces.toLocaleString('en')} pieces`) })
          .waitFor();
      });
      await during('planning', async () => {
        await page.getByRole('button', { name: 'Show what would be sent' }).click();
        await page.getByRole('heading', { name: /^(What would be sent|Nothing has to be sent)$/ }).waitFor();
      });
      await during('embedding, blending, searching', async () => {
        await live.send();
        await live.group(1).waitFor();
      });
      await during(`weight moved ${steps} times`, () => moveWeight(page));
    }
  } finally {
    await browser.close();
    await endpoint.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [...rows, ...(await rankingRows())];
}

interface Task {
  clockMs: number;
  processorMs: number;
}

/** The two figures of each kind of time: how many tasks are too long, and the longest. */
function taskRows(group: string, name: string, tasks: readonly Task[]): PerfRow[] {
  return (
    [
      ['processorMs', 'processor'],
      ['clockMs', 'clock'],
    ] as const
  ).flatMap(([time, label]): PerfRow[] => {
    const times = tasks.map((task) => task[time]);
    return [
      {
        kind: 'figure',
        group,
        name: `${name}: over ${longMs} ms (${label})`,
        value: times.filter((ms) => ms > longMs).length,
        unit: '',
        target: '0',
      },
      {
        kind: 'figure',
        group,
        name: `${name}: longest (${label})`,
        value: Math.round(Math.max(0, ...times)),
        unit: 'ms',
      },
    ];
  });
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds by the clock, and of the thread's processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Every task of the page's main thread while `work` goes on, of the browser's own making too. */
async function tasksDuring(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name === 'ThreadControllerImpl::RunTask' && mainThreads.has(`${pid} ${tid}`),
  );
  if (!tasks.some(({ tdur }) => tdur !== undefined && tdur > 0))
    throw new Error('live: the trace holds no task of the main thread with its processor time');
  return tasks.map(({ dur = 0, tdur = 0 }) => ({ clockMs: dur / 1000, processorMs: tdur / 1000 }));
}

const textOf = (pieces: number) =>
  Array.from(
    { length: pieces },
    (_, index) =>
      `Crate ${index} of bay ${index % 97} holds ${(index * 7) % 1000} lamps and a label in ${['red', 'blue', 'green'][index % 3]} ink.`,
  ).join('\n');

/** Pastes the text that the page was given, as a browser does. */
function paste(page: Page): Promise<void> {
  return page.getByRole('textbox', { name: 'Stored text' }).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', Reflect.get(window, 'pasted') as string);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
}

/** Moves the focus weight step by step. */
function moveWeight(page: Page): Promise<void> {
  return page.getByLabel('Focus weight', { exact: true }).evaluate(async (slider, count) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
    for (let step = 1; step <= count; step++) {
      setValue.call(slider, String(step / (count + 1)));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 33));
    }
  }, steps);
}

/** What a step of the weight costs the worker. */
async function rankingRows(): Promise<PerfRow[]> {
  const rankingOf = (pieces: number) => {
    const stored = asRows(generatedVectors(pieces, 64), 64);
    const [message, ...parts] = asRows(generatedVectors(9, 64, 0.3), 64);
    const contexts = stored.filter((_, index) => index % 10 === 0);
    const table = blendTable({
      parts,
      message: message!,
      pieces: stored,
      contexts,
      contextOf: Int32Array.from(stored, (_, index) => Math.floor(index / 10)),
    });
    const alone = ranksAlone(table);
    let step = 0;
    return () => methodResults(table, alone, { weight: (step++ % steps) / steps, limit: 5, threshold: 0.35 });
  };
  return compare('ranking 8 parts anew, in the worker', [
    { name: `${some.toLocaleString('en')} pieces (median < 16 ms wanted)`, run: rankingOf(some) },
    { name: `${many.toLocaleString('en')} pieces`, run: rankingOf(many) },
  ]);
}
