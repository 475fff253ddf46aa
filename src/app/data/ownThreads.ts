import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { count } from '../../core/stats/format';
import type { ThreadsSetup } from '../../experiments/threads/measure/measure';
import type { HeldThreads, ThreadsRunResult } from '../../worker/protocol';
import { compute } from './liveCompute';
import { sendPlan, type SendPlan } from './liveEmbed';
import { runTask, type EmbedWith, type RunHooks } from './liveTasks';
import { packagesOf, program } from './provenance';
import type { RunFiles } from './runBundle';

export type { HeldThreads } from '../../worker/protocol';

/** Hands files of chats to the worker, which reads them: a long history holds nothing up here. Rejects with an `ArtifactError`. */
export async function holdThreads(files: readonly { name: string; content: Blob }[]): Promise<HeldThreads> {
  const answer = await compute().run('holdThreads', {
    files: files.map(({ content }) => content),
    names: files.map(({ name }) => name),
  });
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return answer;
}

/** How many facts a text gives for the threads that are held, and what of it was left out. */
export async function readFacts(text: string): Promise<{ facts: number; notices: string[] }> {
  const answer = await compute().run('readFacts', { name: 'facts', text });
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return answer;
}

/** What a run measures, on the threads that the worker holds. */
export interface ThreadsInput extends EmbedWith {
  held: HeldThreads;
  facts: string;
  setup: ThreadsSetup;
}

const inputOf = ({ facts, setup }: ThreadsInput) => ({ facts, setup });

export const planThreads = async (input: ThreadsInput, hooks: RunHooks): Promise<SendPlan> =>
  sendPlan(input.choice, await runTask('planThreads', input, inputOf(input), hooks));

/** Measures the threads: the files of an experiment with its entry, and what to know of how texts were embedded. */
export async function runThreads(
  input: ThreadsInput,
  { id, title }: { id: string; title: string },
  hooks: RunHooks,
): Promise<{ run: RunFiles; notes: string[] }> {
  const startedAt = new Date();
  const result = await runTask('runThreads', input, { ...inputOf(input), id, title }, hooks);
  const entry: ExperimentEntry = {
    id,
    kind: 'threads',
    ...result.entry,
    files: result.files.map(({ name, bytes, sha256 }) => ({
      name,
      sha256: sha256 ?? '',
      bytes: bytes.byteLength,
    })),
    provenance: {
      program: `${program}, in the browser`,
      command: 'Live: Your threads',
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(Date.now() - startedAt.getTime()),
      node: `none; browser: ${navigator.userAgent}`,
      icu: 'not used',
      packages: packagesOf(result.model.provider, true),
    },
  };
  return {
    run: { entry, files: new Map(result.files.map(({ name, bytes }) => [name, bytes])) },
    notes: notesOn(result),
  };
}

function notesOn({ sums, readToEnd, model: { maxTokens } }: ThreadsRunResult): string[] {
  return [
    ...(sums.windowed > 0
      ? [
          `${count(sums.windowed)} of ${count(sums.texts)} texts were longer than the ${count(maxTokens)} tokens that the model reads: each was read in windows, whose vectors were averaged. Nothing was left out.`,
        ]
      : []),
    ...(readToEnd === false
      ? [
          'The endpoint does not read long texts to their end, and does not say so: say in its settings how many tokens the model reads, and run again.',
        ]
      : []),
  ];
}
