import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = new URL('../../', import.meta.url).pathname;

/**
 * Core and tools in plain node; everything that draws in a DOM. The first keep no state,
 * so their files share a process: loading the same modules for each took longer than the
 * tests. Those of the second have stores and timers, and a process each.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      {
        root,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/app/**', 'src/testing/e2e/**'],
          env: { TZ: 'UTC', LC_ALL: 'C' },
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          setupFiles: ['src/testing/domSetup.ts'],
          include: ['src/app/**/*.test.{ts,tsx}', 'src/testing/**/*.test.tsx'],
          env: { TZ: 'UTC', LC_ALL: 'C' },
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
