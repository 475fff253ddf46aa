import { createRemoteProvider } from '../../providers/openai';
import { startHostileEndpoint } from '../hostileEndpoint';
import type { PerfRow } from './measure';

const rounds = 9;

/** From the cancel of a run until its caller knows: during a wait for `retry-after`, and with a request in flight. */
export async function run(): Promise<PerfRow[]> {
  const endpoint = await startHostileEndpoint();
  endpoint.behave({ always: { kind: 'rateLimit', headers: { 'retry-after': '3' } } });
  const waiting = await longestAnswer(endpoint.baseUrl);
  endpoint.behave({ delayMs: 3000 });
  const inFlight = await longestAnswer(endpoint.baseUrl);
  await endpoint.close();
  return [row('a retry-after of 3 s', waiting), row('a request in flight', inFlight)];
}

function row(name: string, value: number): PerfRow {
  return {
    kind: 'figure',
    group: `cancel 100 ms into a run, longest of ${rounds}`,
    name,
    value,
    unit: 'ms',
    target: '< 50',
  };
}

async function longestAnswer(baseUrl: string): Promise<number> {
  const answers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const controller = new AbortController();
    const ended = createRemoteProvider({ baseUrl, apiKey: 'sk-test-key', model: 'pseudo' })
      .embed(['a'], { signal: controller.signal })
      .then(
        () => {
          throw new Error('the run ended before it was cancelled');
        },
        () => performance.now(),
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const cancelled = performance.now();
    controller.abort();
    answers.push((await ended) - cancelled);
  }
  return Math.max(...answers);
}
