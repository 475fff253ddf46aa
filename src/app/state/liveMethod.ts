import { create } from 'zustand';
import type { BlendTable } from '../../core';
import { compute, packRows, type PreparedText, type TextInput } from '../data/liveCompute';
import { runEmbedding, type EmbedJob } from '../data/liveEmbed';
import type { EmbeddedTexts, ModelDescription, ProviderChoice } from '../data/liveProviders';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';
import { loadModel } from './liveModel';

export type ContextKind = 'mean' | 'text';

/** Everything that the last run of the first mode made; ranking it anew needs nothing else. */
export interface MethodRun {
  /** What was pasted, and how it was read. */
  input: TextInput;
  prepared: PreparedText;
  choice: ProviderChoice;
  model: ModelDescription;
  pieces: EmbeddedTexts;
  /** The message's context in the first slot, its parts in the others. */
  asked: EmbeddedTexts;
  /** Of the contexts' own texts, once they were asked for. */
  contexts: EmbeddedTexts | null;
  tables: { mean: BlendTable; text: BlendTable | null };
  readToEnd: boolean | null;
}

export const methodJob = createLiveJob();
export const useMethodRun = create<{ run: MethodRun | null }>()(() => ({ run: null }));

/** The texts that a run embeds: stored pieces, then the message with its parts, then the contexts' own texts where they are wanted. */
export function methodSets(prepared: PreparedText, context: ContextKind): string[][] {
  return [
    prepared.pieces.map(({ text }) => text),
    // One request holds the message and its parts.
    [prepared.messageContext, ...prepared.parts.map(({ text }) => text)],
    ...(context === 'text' ? [prepared.contexts.map(({ text }) => text)] : []),
  ];
}

/** Embeds what is not yet kept and makes the score tables. */
export async function runMethod({ input: pasted, prepared }: Pick<MethodRun, 'input' | 'prepared'>, context: ContextKind, job: Pick<EmbedJob, 'choice' | 'key'>, { signal, onProgress, onStep }: JobHooks): Promise<void> {
  if (job.choice.kind === 'local') await loadModel(signal);
  try {
    const { sets, model, readToEnd } = await runEmbedding({ ...job, sets: methodSets(prepared, context) }, { signal, onProgress });
    onStep('Comparing every part with every piece');
    const [pieces, asked, contexts = null] = sets;
    const tableOf = async (own: EmbeddedTexts | null): Promise<BlendTable> => {
      const [rows, questions, frames] = [packed(pieces!), packed({ ...asked!, vectors: [...asked!.vectors.slice(1), asked!.vectors[0]!] }), own && packed(own)];
      const input = { pieces: rows, asked: questions, contextOf: Int32Array.from(prepared.pieces, (piece) => piece.context), contexts: prepared.contexts.length, contextTexts: frames };
      return compute().run('blendTable', input, { signal, transfer: [rows.values.buffer, questions.values.buffer, ...(frames ? [frames.values.buffer] : [])] });
    };
    const tables = { mean: await tableOf(null), text: contexts && (await tableOf(contexts)) };
    useMethodRun.setState({ run: { input: pasted, prepared, choice: job.choice, model, pieces: pieces!, asked: asked!, contexts, tables, readToEnd } });
  } finally {
    void lookAtKeptVectors();
  }
}

function packed({ vectors }: Pick<EmbeddedTexts, 'vectors'>) {
  return packRows(vectors.map((vector) => vector!));
}
