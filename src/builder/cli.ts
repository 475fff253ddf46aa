import { runBench } from './bench';

const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interrupt.abort());
}

// The exit code is set, not forced: output that goes into a pipe must be written first.
process.exitCode = await runBench(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  },
  interrupt.signal,
);
