import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Checks each zone under its own `lib` and `types`, so that `window` or
 * `process` inside `core` does not compile. Exit code 1 when any zone fails.
 */
const zones = [
  'core',
  'artifact',
  'datasets',
  'providers',
  'analysis',
  'experiments',
  'worker',
  'serviceWorker',
  'builder',
  'app',
  'testing',
];
let failed = false;
for (const zone of process.argv.length > 2 ? process.argv.slice(2) : zones) {
  const project = `src/${zone}/tsconfig.json`;
  if (!existsSync(project)) throw new Error(`${project} is missing`);
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/typescript/bin/tsc',
      '-p',
      project,
      '--incremental',
      '--tsBuildInfoFile',
      `node_modules/.cache/tsc/${zone}.tsbuildinfo`,
    ],
    { stdio: 'inherit' },
  );
  if (run.status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
