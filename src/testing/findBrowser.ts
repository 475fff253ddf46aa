import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian's headless build first: the same engine without the windows, and the tests take 0.58 of the time in it. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** What Debian offers, the better one first; older releases have the second alone. */
export const debianPackages = ['chromium-headless-shell', 'chromium'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Path of a Chromium to test in: `CHROMIUM_PATH`, Playwright's own, then a system
 * Chromium or Chrome; undefined when there is none.
 */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named))
      throw new Error(
        `CHROMIUM_PATH is ${named}, where there is no file. Set it to a Chromium or Chrome executable, or unset it.`,
      );
    return named;
  }
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return findProgram(systemNames) ?? (existsSync(macChrome) ? macChrome : undefined);
}

/** Path of the first program of these names that is installed. */
export function findProgram(names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.split('\n')[0]!.trim();
  }
  return undefined;
}

/** Whether Debian's packages can be installed here. */
export const canInstallPackages = (): boolean =>
  process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined;

/** Installs Debian packages, all or none; false where that fails. */
export function installPackages(names: readonly string[]): boolean {
  installed('apt-get', ['update', '-qq']);
  return installed('apt-get', ['install', '-y', '-qq', ...names]);
}

/** Finds a browser or installs one: Debian's package as root, otherwise Playwright's. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  const hasPackages = canInstallPackages();
  console.log(
    `No Chromium found; installing one (${hasPackages ? `apt-get install ${debianPackages[0]}` : 'playwright install chromium'}) …`,
  );
  if (hasPackages) {
    debianPackages.some((name) => installPackages([name]));
  } else {
    installed(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
  const browser = findBrowser();
  if (browser) return browser;
  throw new Error(
    'The end-to-end tests need Chromium and none could be installed. Install Chromium or Chrome with your package manager (Debian: apt-get install chromium), or set CHROMIUM_PATH to its executable, and run npm test again.',
  );
}

/** Whether an installer ended well; what it complains of is shown. */
function installed(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
