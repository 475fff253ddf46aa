import { parseArgs } from 'node:util';
import { localModelDescription } from '../providers/local/description';
import { createEmbeddingServer } from './embeddings/embeddingServer';
import { createNodeProvider } from './embeddings/nodeProvider';

const usage = `Usage: npm run serve:embeddings -- [--port 8787] [--key KEY]

Starts an OpenAI-compatible embeddings endpoint on 127.0.0.1, backed by the
built-in local model. Nothing leaves this machine.

  --port N   port to listen on (8787 unless told; 0 picks a free one)
  --key KEY  accept only requests with this key (any key, or none, unless told)
  --help     this text

Exit codes: 0 stopped, 1 failed, 2 wrong usage.`;

interface Options {
  port: number;
  key?: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      key: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError(`--port must be a whole number from 0 to 65535, found "${values.port}"`);
  return { port, key: values.key };
}

let options: Options;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exit(2);
}

const server = createEmbeddingServer(await createNodeProvider('local', { cache: null }), {
  key: options.key,
});
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${options.port} is taken. Choose another with --port.`
      : `The endpoint failed: ${error.message}`,
  );
  process.exit(1);
});
server.listen(options.port, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  console.log(
    `Embeddings at http://127.0.0.1:${port}/v1 · model ${localModelDescription.name} · ${options.key === undefined ? 'no key needed' : 'key needed'} · stop with Ctrl+C`,
  );
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
