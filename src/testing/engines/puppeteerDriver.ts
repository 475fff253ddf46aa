import { launch, type Browser, type LaunchOptions } from 'puppeteer-core';
import { within, type EngineDriver } from './driver';
import { endTree } from './processTree';

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function startPuppeteer(options: LaunchOptions): Promise<EngineDriver> {
  const browser = await launch({
    ...options,
    // The window's own size: emulating one is not in every protocol.
    defaultViewport: null,
    protocolTimeout: 0,
  });
  try {
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    return {
      name: await browser.version(),
      open: async (address) => void (await page.goto(address)),
      evaluate: (expression) => page.evaluate(expression),
      press: (x, y) => page.mouse.click(x, y),
      escape: () => page.keyboard.press('Escape'),
      close: () => end(browser),
    };
  } catch (error) {
    await end(browser);
    throw error;
  }
}

async function end(browser: Browser): Promise<void> {
  const pid = browser.process()?.pid;
  await within(10_000, 'does not end', browser.close()).catch(() => endTree(pid));
}
