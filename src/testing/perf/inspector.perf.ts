import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { quantile } from '../../core/stats/quantile';
import { authoredExperiment } from '../authoredSquad';
import { ensureBrowser } from '../findBrowser';
import { serveFolder } from '../staticServer';
import { generatedText } from './generatedText';
import type { PerfRow } from './measure';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const realFile = new URL('../../../../shared/data/squad/dev-v1.1.json', import.meta.url).pathname;

/** Work that a frame may hold at 60 a second. */
const frameMs = 1000 / 60;

/** Main-thread work of each frame while the longest documents are scrolled through in the inspector of the built page. */
export async function run(): Promise<PerfRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chunkscope-'));
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    { stdio: 'inherit' },
  );
  const site = await serveFolder(folder, '/');
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const rows: PerfRow[] = [];
    const scroll = async (
      name: string,
      path: string,
      file: string | { name: string; mimeType: string; buffer: Buffer },
    ) => {
      await page.goto('about:blank');
      await page.goto(`${site.address}#/${path}`);
      await page.locator('input[type=file]').setInputFiles(file);
      const reader = page.getByRole('region', { name: /^Text of/ });
      await reader.locator('[data-start]').first().waitFor();
      await page.waitForTimeout(1_500);
      const work = await scrollWork(page, reader);
      for (const time of ['cpu', 'wall'] as const) {
        const values = work.map((frame) => frame[time]);
        const row = (what: string, value: number): PerfRow => ({
          kind: 'figure',
          group: `scrolling ${name}, ${work.length} frames`,
          name: `${time === 'cpu' ? 'processor' : 'clock'} time a frame, ${what}`,
          value: Math.round(value * 100) / 100,
          unit: 'ms',
          target: `below ${frameMs.toFixed(1)}`,
        });
        rows.push(
          row('median', quantile(values, 0.5)!),
          row('95th percentile', quantile(values, 0.95)!),
          row('99th percentile', quantile(values, 0.99)!),
          row('most', Math.max(...values)),
        );
      }
    };
    if (existsSync(realFile)) {
      await scroll(
        'the longest SQuAD article, 2 lanes',
        'experiment/chunking-squad/inspector?v=1&document=American_Broadcasting_Company',
        realFile,
      );
      await scroll(
        'the longest SQuAD article, 8 lanes',
        'experiment/chunking-squad/inspector?v=1&document=American_Broadcasting_Company&strategies=fixed_size,fixed_overlap,recursive,sentence_pack,paragraph,semantic,sentence_window,parent_document',
        realFile,
      );
    }
    const paragraphs = generatedText(2_000_000)
      .split('\n\n')
      .map((context) => ({ context, asked: [] }));
    const { files, squad } = await authoredExperiment(sha256, {
      more: [{ title: 'Two_megabytes', paragraphs }],
    });
    await page.route('**/artifacts/**', (route) => {
      const content = files.get(
        decodeURIComponent(new URL(route.request().url()).pathname.split('/artifacts/')[1]!),
      );
      return content === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ body: content, contentType: 'application/json' });
    });
    const file = { name: 'authored.json', mimeType: 'application/json', buffer: Buffer.from(squad) };
    await scroll(
      '2 million characters, 2 lanes',
      'experiment/authored-chunks/inspector?v=1&document=Two_megabytes&strategies=sentence_window,fixed_overlap',
      file,
    );
    return rows;
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Processor time of the thread: what other programs on the machine do not lengthen. */
  tdur?: number;
  tid: number;
  pid: number;
  args?: { name?: string };
}

/** Milliseconds of work on the main thread. */
interface FrameWork {
  cpu: number;
  wall: number;
}

/** Main-thread work between each two frames of a scroll. */
async function scrollWork(page: Page, reader: ReturnType<Page['getByRole']>): Promise<FrameWork[]> {
  const box = (await reader.boundingBox())!;
  await reader.scrollIntoViewIfNeeded();
  const at = await reader.evaluate((node) => ({
    x: node.getBoundingClientRect().left + 300,
    y: node.getBoundingClientRect().top + 200,
  }));
  const session = await page.context().newCDPSession(page);
  await page
    .context()
    .browser()!
    .startTracing(page, {
      categories: [
        'toplevel',
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline.frame',
      ],
    });
  await session.send('Input.synthesizeScrollGesture', {
    x: at.x,
    y: Math.min(at.y, box.y + box.height - 20, 850),
    yDistance: -16_000,
    speed: 4_000,
  });
  const events = (
    JSON.parse((await page.context().browser()!.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  ).traceEvents;
  await session.detach();
  return workByFrame(events);
}

function workByFrame(events: readonly TraceEvent[]): FrameWork[] {
  const frames = events.filter(({ name }) => name === 'BeginMainThreadFrame');
  const counts = new Map<string, number>();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  for (const frame of frames) counts.set(threadOf(frame), (counts.get(threadOf(frame)) ?? 0) + 1);
  const main = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  const starts = frames
    .filter((frame) => threadOf(frame) === main)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const tasks = events.filter(
    (event) => threadOf(event) === main && event.ph === 'X' && event.name === 'RunTask',
  );
  const work = starts.map((): FrameWork => ({ cpu: 0, wall: 0 }));
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // A frame begins within the task that draws it, so a task belongs to the last frame that begins before its end.
    let frame = -1;
    while (frame + 1 < starts.length && starts[frame + 1]! <= ts + dur) frame++;
    if (frame < 0) continue;
    work[frame]!.wall += dur / 1_000;
    work[frame]!.cpu += tdur / 1_000;
  }
  return work;
}
