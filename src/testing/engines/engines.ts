import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { debianPackages, findBrowser, findProgram } from '../findBrowser';
import type { Engine } from './driver';
import { startPuppeteer } from './puppeteerDriver';
import { startWebKit } from './webKitDriver';

const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The three engines that browsers are built on. */
export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    packages: debianPackages.slice(0, 1),
    find() {
      const executablePath = findBrowser();
      const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
      return (
        executablePath &&
        (() =>
          startPuppeteer({
            browser: 'chrome',
            executablePath,
            headless: 'shell',
            args: [...args, '--window-size=1280,1000'],
          }))
      );
    },
  },
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    find() {
      const executablePath =
        findProgram(['firefox-esr', 'firefox']) ?? (existsSync(macFirefox) ? macFirefox : undefined);
      return (
        executablePath &&
        (() =>
          startPuppeteer({
            browser: 'firefox',
            executablePath,
            headless: true,
            args: ['--width=1280', '--height=1000'],
          }))
      );
    },
  },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    find() {
      const driver = findProgram(['WebKitWebDriver']);
      const display = findProgram(['Xvfb']);
      const browser = findMiniBrowser();
      return driver && display && browser ? () => startWebKit({ driver, display, browser }) : undefined;
    },
  },
];

/** WebKitGTK's own small browser, which lies where no `PATH` leads. */
function findMiniBrowser(): string | undefined {
  const libraries = '/usr/lib';
  const folders = existsSync(libraries) ? readdirSync(libraries).map((name) => join(libraries, name)) : [];
  return ['/usr/libexec', ...folders]
    .flatMap((folder) =>
      ['4.1', '4.0'].map((version) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
}
