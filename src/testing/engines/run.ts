import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { canInstallPackages, ensureBrowser, installPackages } from '../findBrowser';
import { serveFolder } from '../staticServer';
import type { Engine, EngineDriver } from './driver';
import { engines } from './engines';
import { travel } from './journey';

/**
 * `npm run test:engines [-- ENGINE…] [--found]`: one journey through the built page in
 * Chromium, Firefox and WebKit. Installs the engines that are missing where it can;
 * `--found` takes those that are there. Exit code 1 when one fails, or is asked for and cannot be had.
 */
const { values, positionals } = parseArgs({
  options: { found: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const asked = engines.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name.toLowerCase()),
);
if (asked.length < positionals.length)
  throw new Error(
    `Engines are called ${engines.map(({ name }) => name.toLowerCase()).join(', ')}, not ${positionals.join(', ')}.`,
  );

/** How the engine is started; null where it is not here and not to be installed, or cannot be. */
function startOf(engine: Engine): (() => Promise<EngineDriver>) | null {
  const found = engine.find();
  if (found || values.found) return found || null;
  if (engine.name === 'Chromium') ensureBrowser();
  else if (canInstallPackages()) {
    console.log(`No ${engine.name} found; installing it (apt-get install ${engine.packages.join(' ')}) …`);
    installPackages(engine.packages);
  }
  return engine.find() || null;
}

/** Whether the journey went to its end. */
async function run({ name }: Engine, start: () => Promise<EngineDriver>, site: string): Promise<boolean> {
  const begun = performance.now();
  const tell = (words: string) =>
    console.log(
      `${name.padEnd(8)} ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${words}`,
    );
  let driver: EngineDriver | undefined;
  try {
    driver = await start();
    tell(driver.name);
    await travel(driver, site, tell);
    tell('✓ the whole journey');
    return true;
  } catch (error) {
    tell(`✗ ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await driver?.close();
  }
}

const built = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
  stdio: 'inherit',
});
if (built.status !== 0) throw new Error('The page could not be built.');
const starts = asked.map((engine) => ({ engine, start: startOf(engine) }));
const missing = starts.flatMap(({ engine, start }) => (start ? [] : [engine]));
const server = await serveFolder('dist', '/');
const arrived = await Promise.all(
  starts.flatMap(({ engine, start }) => (start ? [run(engine, start, server.address)] : [])),
);
await server.close();
for (const { name, packages } of missing)
  console.log(
    `${name.padEnd(8)} was not found, and not tried (Debian: apt-get install ${packages.join(' ')})`,
  );
const passed = arrived.filter(Boolean).length;
const failed = arrived.length - passed + (values.found ? 0 : missing.length);
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/engines.json', JSON.stringify({ passed, failed }));
console.log(`Engines: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
