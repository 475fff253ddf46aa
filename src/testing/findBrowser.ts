import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Path of a Chromium to test in: `CHROMIUM_PATH`, Playwright's own, then a system
 * Chromium or Chrome; undefined when there is none.
 */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, where there is no file. Set it to a Chromium or Chrome executable, or unset it.`);
    return named;
  }
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  for (const name of systemNames) {
    const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.split('\n')[0]!.trim();
  }
  return existsSync(macChrome) ? macChrome : undefined;
}

/** Finds a browser or installs one: Debian's package as root, otherwise Playwright's. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('which', ['apt-get']).status === 0;
  console.log(`No Chromium found; installing one (${isRoot && hasApt ? 'apt-get install chromium' : 'playwright install chromium'}) …`);
  try {
    if (isRoot && hasApt) {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
      execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
    } else {
      execFileSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
    }
  } catch {
    // Said below, with what to do.
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error('The end-to-end tests need Chromium and none could be installed. Install Chromium or Chrome with your package manager (Debian: apt-get install chromium), or set CHROMIUM_PATH to its executable, and run npm test again.');
}
