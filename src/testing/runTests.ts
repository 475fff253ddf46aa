import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './findBrowser';

/**
 * `npm test`: type check, lint, unit and end-to-end tests, and one journey in every engine
 * that is installed, each run whatever the others say. Ends with the line "N passed,
 * N failed" over all of them; exit code 1 when anything failed or a step ran no test.
 */
interface Tally {
  passed: number;
  failed: number;
}

const node = process.execPath;
const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };

function run(title: string, script: string, args: string[]): boolean {
  console.log(`\n== ${title}`);
  return spawnSync(node, [script, ...args], { stdio: 'inherit', env }).status === 0;
}

/** Runs beside other checks; what it prints comes in one piece at its end. */
function check(title: string, script: string, args: string[]): Promise<Tally> {
  return new Promise((resolve) => {
    execFile(node, [script, ...args], { env, maxBuffer: Infinity }, (error, output, complaints) => {
      console.log(`\n== ${title}\n${output}${complaints}`);
      resolve({ passed: Number(!error), failed: Number(error !== null) });
    });
  });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Counts of a run; a failed step without a readable count is one failure. */
function tally(succeeded: boolean, passed: number | undefined, failed: number | undefined): Tally {
  const counted = { passed: passed ?? 0, failed: failed ?? 0 };
  if (counted.failed === 0 && (!succeeded || counted.passed === 0)) counted.failed = 1;
  return counted;
}

function unitTests(): Tally {
  const succeeded = run('unit tests', 'node_modules/vitest/vitest.mjs', [
    'run',
    '--config',
    'src/testing/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ]);
  const report = readJson('test-results/unit.json') as
    { numPassedTests?: number; numFailedTests?: number } | undefined;
  return tally(succeeded, report?.numPassedTests, report?.numFailedTests);
}

function endToEndTests(): Tally {
  try {
    console.log(`\nBrowser: ${ensureBrowser()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
  const succeeded = run('end-to-end tests', 'node_modules/@playwright/test/cli.js', [
    'test',
    '--config',
    'src/testing/playwright.config.ts',
  ]);
  const report = readJson('test-results/e2e.json') as
    { stats?: { expected?: number; unexpected?: number; flaky?: number } } | undefined;
  return tally(
    succeeded,
    report?.stats?.expected,
    (report?.stats?.unexpected ?? 0) + (report?.stats?.flaky ?? 0),
  );
}

function engineTests(): Tally {
  const succeeded = run('engines', 'node_modules/tsx/dist/cli.mjs', [
    'src/testing/engines/run.ts',
    '--found',
  ]);
  const report = readJson('test-results/engines.json') as { passed?: number; failed?: number } | undefined;
  return tally(succeeded, report?.passed, report?.failed);
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const checks = await Promise.all([
  check('format', 'node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  check('type check', 'node_modules/tsx/dist/cli.mjs', ['src/testing/typecheck.ts']),
  check('unused code', 'node_modules/knip/bin/knip.js', ['--config', 'src/testing/knip.json']),
  check('lint', 'node_modules/eslint/bin/eslint.js', [
    '--config',
    'src/testing/eslint.config.js',
    '--max-warnings',
    '0',
    'src',
    'vite.config.ts',
  ]),
]);
const tallies = [...checks, unitTests(), endToEndTests(), engineTests()];
const passed = tallies.reduce((sum, part) => sum + part.passed, 0);
const failed = tallies.reduce((sum, part) => sum + part.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
