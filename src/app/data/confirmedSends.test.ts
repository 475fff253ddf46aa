import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryCache } from '../../providers/shared/vectorCache';
import { estimateTokenizer } from '../../core/chunking/tokens';
import { pseudoVector } from '../../testing/pseudoVector';
import { createComputeTasks } from '../../worker/computeTasks';
import type { ComputeTasks, RunEvent } from '../../worker/protocol';
import type { TaskClient } from '../../worker/taskChannel';
import { createLiveJob, shownState, type JobHooks, type LiveJob } from '../state/liveJob';
import { sendPlan } from './liveEmbed';
import { forgetProvider, type ProviderChoice } from './liveProviders';
import { endRunsWithKey, runTask } from './liveTasks';

/** The computing worker of one page, and the endpoint that it is sent to. */
const world = vi.hoisted(() => ({
  client: null as unknown,
  answer: null as unknown as (inputs: string[]) => Promise<Response>,
}));
vi.mock('./liveCompute', () => ({ compute: () => world.client }));
vi.mock('./embedding', () => ({ localProvider: () => null, onModelLoad: () => () => {} }));
vi.stubGlobal('fetch', (_: unknown, { body }: { body: string }) =>
  world.answer((JSON.parse(body) as { input: string[] }).input),
);

const origin = 'https://host.example';
const choiceOf = (revision: string): ProviderChoice => ({
  kind: 'compatible',
  baseUrl: `${origin}/v1`,
  model: 'pseudo',
  dimensions: null,
  truncateHere: false,
  maxTokens: 100,
  maxInputs: 2,
  revision,
});
const key = 'sk-proj-Known0123456789Secret';

function createPage(salt = () => '') {
  const cache = { ...createMemoryCache(), refused: () => null };
  const tasks = createComputeTasks(cache, async () => estimateTokenizer);
  const plain = { signal: new AbortController().signal, emit: () => undefined };
  const client: TaskClient<ComputeTasks> = {
    breakDown: () => undefined,
    run: ((
      name: keyof ComputeTasks,
      input: never,
      options: { signal?: AbortSignal; onEvent?: (event: RunEvent) => void } = {},
    ) => {
      const { signal = plain.signal, onEvent = () => undefined } = options;
      const work = tasks[name](input, { signal, emit: onEvent as never });
      return new Promise((resolve, reject) => {
        const stop = () => reject(new DOMException('stopped', 'AbortError'));
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, reject);
      });
    }) as never,
  };
  world.client = client;
  const sent: string[] = [];
  let failing: number | null = null;
  world.answer = async (inputs) => {
    sent.push(...inputs);
    if (failing !== null) {
      const status = failing;
      failing = null;
      return Response.json({ error: { message: 'Not today' } }, { status });
    }
    return Response.json({
      data: inputs.map((text, index) => ({ index, embedding: pseudoVector(salt() + text, 6) })),
    });
  };
  return { cache, sent, failNext: (status: number) => (failing = status) };
}

/** What a view of the first mode is given: the text that it shows, and its settings. */
interface Circumstances {
  words: string;
  revision: string;
}

/** A view, as it stands for the reader: it asks for plans, confirms the one that it shows, and nothing else. */
function createView(job: LiveJob) {
  const ofNow = ({ words, revision }: Circumstances) => ({ input: { words }, choice: choiceOf(revision) });
  const input = ({ words }: Circumstances) => ({
    text: {
      format: 'auto' as const,
      stored: words.split(' ').join('\n---\n'),
      message: `Where is ${words.split(' ')[0]!}?`,
      maxBytes: 1200,
      timeZone: 'UTC',
    },
    context: 'mean' as const,
  });
  const withModel = ({ revision }: Circumstances) => ({ choice: choiceOf(revision), key });
  return {
    shown: (now: Circumstances) => shownState(job.use.getState(), ofNow(now)),
    plan: (now: Circumstances) =>
      job.plan(ofNow(now), async (hooks: JobHooks) =>
        sendPlan(choiceOf(now.revision), await runTask('planMethod', withModel(now), input(now), hooks)),
      ),
    confirm: (now: Circumstances) =>
      job.start(ofNow(now), async (hooks: JobHooks) => {
        await runTask('runMethod', withModel(now), input(now), hooks);
      }),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
const settle = async () => {
  for (let count = 0; count < 60; count++) await turn();
};

type Step =
  | {
      kind:
        | 'plan'
        | 'confirm'
        | 'cancel'
        | 'clear'
        | 'leave'
        | 'forget key'
        | 'wait'
        | 'confirm whatever is shown';
    }
  | { kind: 'other tab embeds' }
  | { kind: 'edit'; words: string }
  | { kind: 'revision'; revision: string }
  | { kind: 'fail next'; status: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'plan' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'confirm' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' } as const) },
  fc.constant({ kind: 'confirm whatever is shown' } as const),
  fc.constant({ kind: 'cancel' } as const),
  fc.constant({ kind: 'clear' } as const),
  fc.constant({ kind: 'leave' } as const),
  fc.constant({ kind: 'forget key' } as const),
  fc.constant({ kind: 'other tab embeds' } as const),
  fc.record({
    kind: fc.constant('edit' as const),
    words: fc.constantFrom('amber heron moss', 'amber heron moss loom', 'kiln'),
  }),
  fc.record({ kind: fc.constant('revision' as const), revision: fc.constantFrom('', 'two') }),
  fc.record({ kind: fc.constant('fail next' as const), status: fc.constantFrom(401, 402, 404, 418) }),
);

describe('a run over the network', () => {
  it('sends nothing that was not in the plan that was confirmed, and loses no failure, whatever happens in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (list) => {
        const page = createPage();
        const job = createLiveJob();
        let view = createView(job);
        let now: Circumstances = { words: 'amber heron moss', revision: '' };
        let allowed: { texts: Set<string>; inputs: number } | null = null;
        let failed: { of: Circumstances; error: Error } | null = null;
        const watching = job.use.subscribe((state) => {
          if (state.kind === 'failed') failed = { of: { ...now }, error: state.error };
        });
        for (const step of list) {
          const before = page.sent.length;
          switch (step.kind) {
            case 'plan':
              failed = null;
              await view.plan(now);
              break;
            case 'confirm':
            case 'confirm whatever is shown': {
              const shown = view.shown(now);
              // A view offers no button without a plan; one that did must not get anything sent either.
              if (shown.kind !== 'planned' && step.kind === 'confirm') break;
              allowed =
                shown.kind === 'planned'
                  ? {
                      texts: new Set(
                        Array.from({ length: shown.plan.texts.length }, (_, at) => shown.plan.texts.at(at)),
                      ),
                      inputs: shown.plan.inputs,
                    }
                  : { texts: new Set(), inputs: 0 };
              failed = null;
              void view.confirm(now);
              // Some of it has happened when the next step comes.
              for (let count = 0; count < 3; count++) await turn();
              break;
            }
            case 'wait':
              await settle();
              break;
            case 'cancel':
              job.cancel();
              break;
            case 'clear':
              await page.cache.clear();
              void job.replan();
              break;
            case 'leave':
              view = createView(job);
              break;
            case 'forget key':
              endRunsWithKey(origin);
              break;
            case 'other tab embeds':
              await page.cache.clear();
              break;
            case 'edit':
              now = { ...now, words: step.words };
              break;
            case 'revision':
              now = { ...now, revision: step.revision };
              break;
            case 'fail next':
              page.failNext(step.status);
              break;
          }
          const since = page.sent.slice(before);
          if (since.length > 0) {
            expect(allowed).not.toBeNull();
            for (const text of since) expect(allowed!.texts).toContain(text);
          }
          if (failed !== null) {
            const { of, error } = failed as { of: Circumstances; error: Error };
            const state = job.use.getState();
            if (state.kind === 'failed')
              expect(view.shown(of)).toMatchObject({ kind: 'failed', error: { message: error.message } });
          }
        }
        job.cancel();
        await settle();
        watching();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('plans anew instead of sending what was kept when it was planned', async () => {
    const page = createPage();
    const job = createLiveJob();
    const view = createView(job);
    const now = { words: 'amber heron moss', revision: '' };
    await view.plan(now);
    await view.confirm(now);
    expect(job.use.getState().kind).toBe('done');
    const first = page.sent.length;
    const more = { ...now, words: 'amber heron moss loom' };
    await view.plan(more);
    // Another tab clears what is kept between the plan and its confirmation.
    await page.cache.clear();
    await view.confirm(more);
    const state = job.use.getState();
    expect(state).toMatchObject({ kind: 'planned', changed: true });
    const planned = view.shown(more);
    expect(planned.kind === 'planned' && planned.plan.inputs).toBeGreaterThan(1);
    // What the first plan allowed may have gone; nothing that it did not.
    for (const text of page.sent.slice(first)) expect(['loom', 'amber', 'heron', 'moss']).toContain(text);
    await view.confirm(more);
    expect(job.use.getState().kind).toBe('done');
  });

  it('sends nothing without a plan', async () => {
    const page = createPage();
    const job = createLiveJob();
    await createView(job).confirm({ words: 'kiln', revision: '' });
    expect(job.use.getState()).toMatchObject({ kind: 'failed', error: { kind: 'not-confirmed' } });
    expect(page.sent).toEqual([]);
  });

  it('shows a failure again after a look at another mode', async () => {
    const page = createPage();
    const job = createLiveJob();
    const now = { words: 'kiln', revision: '' };
    await createView(job).plan(now);
    page.failNext(402);
    await createView(job).confirm(now);
    expect(createView(job).shown(now)).toMatchObject({ kind: 'failed', error: { kind: 'quota' } });
    expect(createView(job).shown({ ...now, words: 'other' }).kind).toBe('idle');
  });

  it('ends a run whose key is forgotten, and says so', async () => {
    const page = createPage();
    const job = createLiveJob();
    const view = createView(job);
    const now = { words: 'kiln', revision: '' };
    await view.plan(now);
    world.answer = () => new Promise(() => undefined);
    const running = view.confirm(now);
    await settle();
    endRunsWithKey('https://elsewhere.example');
    expect(job.use.getState().kind).toBe('running');
    endRunsWithKey(origin);
    await running;
    expect(job.use.getState()).toMatchObject({ kind: 'failed', error: { kind: 'key-forgotten' } });
    expect(page.sent).toEqual([]);
  });
});

describe('the model behind a name', () => {
  const first = { words: 'amber heron moss', revision: '' };
  const second = { words: 'amber heron moss loom', revision: '' };

  const runBoth = async (page: ReturnType<typeof createPage>, between: () => void) => {
    const job = createLiveJob();
    const view = createView(job);
    await view.plan(first);
    await view.confirm(first);
    expect(job.use.getState().kind).toBe('done');
    between();
    const from = page.sent.length;
    await view.plan(second);
    const planned = view.shown(second);
    const plan = planned.kind === 'planned' ? planned.plan : null;
    await view.confirm(second);
    return { state: job.use.getState(), plan: plan!, sent: page.sent.slice(from), job, view };
  };

  it('is looked at with one kept text, which the plan counts', async () => {
    const page = createPage();
    const { state, plan, sent } = await runBoth(page, () => undefined);
    expect(state.kind).toBe('done');
    expect(plan).toMatchObject({ check: true, inputs: sent.length });
    expect(sent.filter((text) => text !== 'loom')).toHaveLength(1);
  });

  it('that gives other vectors is noticed before old and new are mixed; a revision sets the old aside', async () => {
    let salt = '';
    const page = createPage(() => salt);
    const { state, sent, view, job } = await runBoth(page, () => (salt = 'another model '));
    expect(state).toMatchObject({ kind: 'failed', error: { kind: 'model-changed' } });
    expect(sent).toHaveLength(1);
    const anew = { ...second, revision: 'since today' };
    await view.plan(anew);
    const shown = view.shown(anew);
    expect(shown).toMatchObject({ kind: 'planned', plan: { cached: 0, check: false } });
    await view.confirm(anew);
    expect(job.use.getState().kind).toBe('done');
  });

  it('that gives vectors of another length is the same case', async () => {
    const page = createPage();
    const { state, sent } = await runBoth(page, () => {
      const right = world.answer;
      world.answer = async (inputs) => {
        await right(inputs);
        return Response.json({
          data: inputs.map((text, index) => ({ index, embedding: pseudoVector(text, 9) })),
        });
      };
    });
    expect(state).toMatchObject({ kind: 'failed', error: { kind: 'model-changed' } });
    expect(sent).toHaveLength(1);
  });

  it('that cannot be looked at does not stop a run: it goes on with a notice', async () => {
    const page = createPage();
    const { state } = await runBoth(page, () => page.failNext(418));
    expect(state).toMatchObject({ kind: 'done', notices: [expect.stringContaining('Not today')] });
  });

  it('is not asked when nothing else is sent', async () => {
    const page = createPage();
    const job = createLiveJob();
    const view = createView(job);
    await view.plan(first);
    await view.confirm(first);
    await view.plan(first);
    expect(view.shown(first)).toMatchObject({
      kind: 'planned',
      plan: { inputs: 0, requests: 0, check: false },
    });
    const before = page.sent.length;
    await view.confirm(first);
    expect(page.sent).toHaveLength(before);
  });
});

it('remembers the limit that a server taught, also when the key is typed anew', async () => {
  const page = createPage();
  const right = world.answer;
  let refused = 0;
  world.answer = async (inputs) => {
    if (inputs.length === 1) return right(inputs);
    refused += 1;
    return Response.json({ error: 'Too many inputs in request' }, { status: 413 });
  };
  const view = createView(createLiveJob());
  const now = { words: 'amber heron moss', revision: 'taught' };
  await view.plan(now);
  await view.confirm(now);
  expect(refused).toBe(1);
  forgetProvider();
  const more = { ...now, words: 'kiln loom dune' };
  await view.plan(more);
  const shown = view.shown(more);
  expect(shown.kind === 'planned' && shown.plan.requests).toBe(shown.kind === 'planned' && shown.plan.inputs);
  await view.confirm(more);
  expect(refused).toBe(1);
  expect(page.sent.length).toBeGreaterThan(6);
});

it('keeps the key out of what the worker says of an answer', async () => {
  createPage();
  const job = createLiveJob();
  const view = createView(job);
  const now = { words: 'kiln', revision: '' };
  await view.plan(now);
  world.answer = async (inputs) =>
    Response.json({ data: inputs.map(() => ({ index: 123456789, embedding: [1, 2] })), model: key });
  await view.confirm(now);
  const state = job.use.getState();
  expect(state.kind === 'failed' && state.error.message).toMatch(/for input \[key\], which was not sent/);
});
