import { chromium } from '@playwright/test';
import { build } from 'vite';
import { ensureBrowser } from '../findBrowser';
import { timeRows, type PerfRow, type Times } from './measure';

const origin = 'http://search.invalid';
/** As strict as the site's own where it matters here: the kernel must compile under it. */
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** Exact cosine search in Chromium, on the main thread of a page with the site's policy. */
export async function run(): Promise<PerfRow[]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: new URL('./searchInPage.ts', import.meta.url).pathname,
        formats: ['es'],
        fileName: 'search',
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('browser: the build gave no files');
  const { code } = output.output[0];
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.route(`${origin}/**`, (route) => {
      const script = route.request().url().endsWith('.js');
      return route.fulfill({
        body: script ? code : '<!doctype html><title>Search</title>',
        contentType: script ? 'text/javascript' : 'text/html',
        headers: { 'content-security-policy': policy },
      });
    });
    await page.goto(`${origin}/`);
    const measure = (count: number, questions: number, rounds: number) =>
      page.evaluate<Times[]>(
        `import('${origin}/search.js').then(({ measureSearch }) => measureSearch(${count}, 256, ${questions}, ${rounds}))`,
      );
    const name = `Chromium ${browser.version()}: cosine top 10`;
    const many = await measure(93_000, 64, 3);
    const one = await measure(100_000, 1, 15);
    return [
      ...timeRows(`${name} of 93,000 × 256, 64 queries`, withTarget(many, '≥ 150')),
      ...timeRows(`${name} of 100,000 × 256, one query`, withTarget(one, '≥ 12')),
    ];
  } finally {
    await browser.close();
  }
}

/** The last contender is the one that a ratio is promised against. */
function withTarget(times: readonly Times[], target: string): Times[] {
  return times.map((row, i) => (i === times.length - 1 ? { ...row, target } : row));
}
