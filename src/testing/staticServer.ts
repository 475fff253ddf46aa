import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { decodePart } from '../artifact/addressParts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export const contentType = (extension: string): string => types[extension] ?? 'application/octet-stream';

/**
 * The plainest of file servers: files of `folder` below `prefix` (for example `/some/where/`),
 * 404 for everything else, no headers of its own. On a free port unless told.
 */
export async function serveFolder(
  folder: string,
  prefix: string,
  port = 0,
): Promise<{ address: string; port: number; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const path = decodePart(new URL(request.url ?? '/', 'http://localhost').pathname);
    const inside = path.startsWith(prefix) ? normalize(path.slice(prefix.length) || 'index.html') : undefined;
    const file = inside && !inside.startsWith('..') ? join(folder, inside) : undefined;
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    response.writeHead(200, { 'content-type': contentType(extname(file)) });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}${prefix}`,
    port: own,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Browsers keep connections open, which would keep the server waiting.
        server.closeAllConnections();
      }),
  };
}
