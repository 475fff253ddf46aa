import type { EngineDriver } from './driver';
import { pageReader, type PageReader } from './pageReader';

/**
 * A reader's way through the page, the same in every engine: from the start page through
 * the views of an experiment to results of their own. Rejects with the step that failed.
 */
export async function travel(
  driver: EngineDriver,
  site: string,
  tell: (step: string) => void,
): Promise<void> {
  const page = pageReader(driver);
  await page.open(site);
  for (const [step, go] of Object.entries(steps)) {
    tell(step);
    try {
      await go(page);
      const faults = await page.faults();
      if (faults.length > 0) throw new Error(`something broke in the page: ${faults.join('; ')}`);
    } catch (error) {
      throw new Error(`${step}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

const tab = (view: string) => `nav[aria-label^="Views"] a[href*="/chunking-squad/${view}"]`;

const steps: Readonly<Record<string, (page: PageReader) => Promise<unknown>>> = {
  async start(page) {
    await page.sees('h1');
    await page.sees('article h3');
  },
  async scorecard(page) {
    await page.press('article a[href*="#/experiment/chunking-squad/scorecard"]');
    await page.answer('eight rows of the scorecard', () =>
      document.querySelectorAll('main tbody tr').length >= 8 ? true : null,
    );
  },
  async 'help and menu'(page) {
    for (const button of ['button[popovertarget][aria-label^="About"]', 'button[popovertarget]']) {
      await page.press(button);
      await page.sees(':popover-open');
      await page.answer('a panel beside its button', isBesideItsButton);
      await page.escape();
      await page.answer('a closed panel', () => (document.querySelector(':popover-open') ? null : true));
    }
  },
  async curves(page) {
    await page.press(tab('curves'));
    await page.sees('main svg path');
  },
  // A second view that was open before: where WebKit hung.
  async 'scorecard again'(page) {
    await page.press(tab('scorecard'));
    await page.sees('main tbody tr');
  },
  async failures(page) {
    await page.press(tab('failures'));
    await page.sees('[data-miss]');
  },
  async 'one miss'(page) {
    await page.press('[data-miss]');
    await page.sees('main a[href*="/inspector"][href*="question="]');
  },
  async inspector(page) {
    await page.press('main a[href*="/inspector"][href*="question="]');
    await page.sees('[aria-label^="Text of"] svg');
  },
  async 'live sample on the local model'(page) {
    await page.press('nav a[href*="#/live/method"]');
    await page.press('button', '^Load the sample$');
    await page.press('button', '^Embed and search$');
    await page.sees('h2, h3', '^What each part finds');
    await page.sees('[aria-label^="Group of part"] button', '^Why piece');
  },
  async 'benchmark sample'(page) {
    await page.press('nav a[href*="#/live/benchmark"]');
    await page.press('button', '^Load the sample$');
    await page.press('button', '^Run$');
    await page.sees('h2, h3', '^Result of');
    await page.sees('[aria-label^="Result: BM25"] tbody tr');
  },
  async 'scorecard of the benchmark'(page) {
    await page.press('nav[aria-label^="Views of"] a[href*="/scorecard"]');
    await page.sees('main tbody tr');
  },
};

/** Runs in the page. */
function isBesideItsButton(): true | null {
  const panel = document.querySelector(':popover-open');
  const button = panel && document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`);
  if (!button) return null;
  const own = button.getBoundingClientRect();
  const { top, bottom, left, right } = panel.getBoundingClientRect();
  const apart = Math.max(top - own.bottom, own.top - bottom);
  const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
  return apart >= 0 && apart <= 8 && left <= own.right && right >= own.left && isInside ? true : null;
}
