import { defineConfig } from '@playwright/test';
import { findBrowser } from './findBrowser';

/** `E2E_PORT` keeps two checkouts on one machine out of each other's way. */
const port = Number(process.env['E2E_PORT'] ?? 4174);
/** A server that already runs, for quick repeated runs of one file; otherwise the built page is served here. */
const running = process.env['E2E_BASE'];
const executablePath = findBrowser();

export default defineConfig({
  testDir: './e2e',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    baseURL: running ?? `http://localhost:${port}/`,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Answers of a worker would not pass through the tests’ own: those of its spec let it in.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: running
    ? undefined
    : {
        command: `npx vite build --logLevel warn && npx vite preview --port ${port} --strictPort`,
        cwd: '../..',
        url: `http://localhost:${port}/`,
        reuseExistingServer: !process.env['CI'],
        timeout: 180_000,
      },
});
