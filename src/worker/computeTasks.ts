import { blendTable, meanVector, type BlendTable } from '../core';
import { loadCl100k } from '../providers/tokenizer';
import { blendRun, rowOf } from './computeBlend';
import type { ComputeTasks, PackedVectors, TableInput } from './computeProtocol';
import { prepareText } from './computeText';
import type { TaskHandlers } from './taskChannel';

/** The handlers of the computing worker; tests run them without one. */
export function createComputeTasks(): TaskHandlers<ComputeTasks> {
  return {
    prepareText: async (input) => prepareText(input),
    tokenEnds: async ({ texts }) => {
      const tokenizer = await loadCl100k();
      return texts.map((text) => Uint32Array.from(tokenizer.encode(text)));
    },
    blendTable: async (input) => tableOf(input),
    blendRun: async (input, { emit }) => blendRun(input, (step) => emit({ step })),
  };
}

function tableOf({ pieces, asked, contextOf, contexts, contextTexts }: TableInput): BlendTable {
  const [stored, questions] = [rowsOf(pieces), rowsOf(asked)];
  const members: Float32Array[][] = Array.from({ length: contexts }, () => []);
  stored.forEach((piece, index) => members[contextOf[index]!]!.push(piece));
  return blendTable({
    parts: questions.slice(0, -1),
    message: questions.at(-1)!,
    pieces: stored,
    contexts: contextTexts ? rowsOf(contextTexts) : members.map((own) => meanVector(own)),
    contextOf,
  });
}

function rowsOf(packed: PackedVectors): Float32Array[] {
  return Array.from({ length: packed.dimensions === 0 ? 0 : packed.values.length / packed.dimensions }, (_, row) => rowOf(packed, row));
}
