import { setTimeout as pause } from 'node:timers/promises';
import { hangMs, stepMs, within, type EngineDriver } from './driver';

/** Pause between two looks at the page. */
const lookMs = 100;

declare global {
  interface Window {
    /** Set by `watchPage`. */
    journey: {
      /** What broke in the page. */
      faults: string[];
      /** What is to be pressed, and where the next click came. */
      aim: Element | null;
      landed: 'there' | 'elsewhere' | null;
    };
  }
}

/** Drives a page as a reader does: looks for what is shown, and presses it. */
export type PageReader = ReturnType<typeof pageReader>;

export function pageReader(driver: EngineDriver) {
  const hangs = `the page has not answered for ${hangMs / 1000} s: it hangs`;
  const evaluate = (expression: string) => within(hangMs, hangs, driver.evaluate(expression));
  const faults = async () => (await evaluate('window.journey.faults')) as string[];

  /** What a function of the page answers, as soon as that is more than null. */
  async function answer<A extends unknown[], T>(
    what: string,
    ask: (...args: A) => T | null,
    ...args: A
  ): Promise<T> {
    // The compiler of these files names inner functions by a helper, which the page does not have.
    const expression = `((__name) => (${ask.toString()})(...${JSON.stringify(args)}))((own) => own)`;
    const until = performance.now() + stepMs;
    for (;;) {
      const found = (await evaluate(expression)) as T | null;
      if (found !== null) return found;
      if (performance.now() > until) {
        const text = String(await evaluate('document.querySelector("main, body").innerText.slice(0, 2000)'));
        throw new Error([`${what} did not come`, ...(await faults()), `the page shows: ${text}`].join('; '));
      }
      await pause(lookMs);
    }
  }

  const find = (css: string, text: string, toPress: boolean) =>
    answer(`${css}${text && ` with “${text}”`}`, findShown, css, text, toPress);

  async function press(css: string, text = ''): Promise<void> {
    let { x, y } = await find(css, text, true);
    for (;;) {
      await pause(lookMs);
      const now = await find(css, text, true);
      const stands = now.x === x && now.y === y;
      ({ x, y } = now);
      // What still moves, as the page around it grows, would be missed.
      if (!stands) continue;
      await within(hangMs, hangs, driver.press(x, y));
      if ((await answer(`a click at ${css}`, () => window.journey.landed)) === 'there') return;
    }
  }

  return {
    async open(address: string): Promise<void> {
      await within(hangMs, `${address} has not opened`, driver.open(address));
      await evaluate(`(${watchPage.toString()})()`);
    },
    answer,
    /** Waits for an element that is shown and whose name or text matches. */
    sees: (css: string, text = '') => find(css, text, false),
    press,
    escape: () => within(hangMs, hangs, driver.escape()),
    /** What broke in the page since it was opened. */
    faults,
  };
}

/** Runs in the page. */
function watchPage(): null {
  const journey: Window['journey'] = { faults: [], aim: null, landed: null };
  window.journey = journey;
  window.addEventListener('error', ({ message }) => journey.faults.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => journey.faults.push(String(reason)));
  window.addEventListener(
    'click',
    ({ target }) => {
      journey.landed = journey.aim?.contains(target as Node) ? 'there' : 'elsewhere';
    },
    { capture: true },
  );
  return null;
}

/**
 * Runs in the page. The middle of the first element that is shown, and to be pressed also
 * enabled and not covered, and has such a name or text; scrolls it into the window. Null where there is none.
 */
function findShown(css: string, text: string, toPress: boolean): { x: number; y: number } | null {
  for (const element of document.querySelectorAll(css)) {
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    if (!new RegExp(text).test(name) || !element.checkVisibility({ visibilityProperty: true })) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getClientRects()[0];
    if (!box || box.width === 0 || box.height === 0) continue;
    const x = box.left + box.width / 2;
    const y = box.top + Math.min(box.height, window.innerHeight) / 2;
    if (!toPress) return { x, y };
    if (element.matches(':disabled') || !element.contains(document.elementFromPoint(x, y))) continue;
    Object.assign(window.journey, { aim: element, landed: null });
    return { x, y };
  }
  return null;
}
