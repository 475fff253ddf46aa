import { localModelDescription } from '../providers/local/description';
import { readsToTheEnd } from '../providers/shared/readsToTheEnd';
import { vectorKeys } from '../providers/shared/vectorCache';
import type { BrowserVectorCache } from './embedCache';
import type { EmbedDesk } from './embedDesk';
import { embedSets, packRows, planSets, tokenSums } from './embedLists';
import type { EmbeddingTasks } from './embedProtocol';
import type { TaskHandlers } from './taskChannel';

/** Answers about lists of texts: what embedding them takes, and their vectors. */
export function embeddingHandlers(desk: EmbedDesk, cache: BrowserVectorCache): TaskHandlers<EmbeddingTasks> {
  return {
    answer: async (answer) => desk.answer(answer),

    planTexts: ({ spec, texts, probe, list }, { signal }) =>
      planSets(spec, desk.open(spec, sendsNothing), cache, [texts], { probe, list, signal }),

    async embedTexts({ spec, texts }, { signal, emit, transfer }) {
      const provider = desk.open(spec, emit);
      const [embedded] = await embedSets(provider, cache, [texts], {
        signal,
        onProgress: (progress) => emit({ kind: 'progress', progress }),
      });
      const { vectors, stats } = embedded!;
      const packed = packRows(vectors.map((vector, slot) => vector ?? blank(slot)));
      transfer?.([packed.values.buffer]);
      return {
        spec,
        model: provider.model,
        vectors: packed,
        sums: tokenSums([embedded!]),
        cached: stats.cached,
        inputs: stats.inputs,
      };
    },

    readsToTheEnd: ({ spec, text }, { signal, emit }) =>
      spec.kind === 'local' ? Promise.resolve(true) : readsToTheEnd(desk.open(spec, emit), text, signal),

    async keptTexts({ texts }) {
      const keys = await vectorKeys(localModelDescription, localModelDescription.dimensions, texts);
      return keys
        ? Uint8Array.from(await cache.get(keys), (found) => (found ? 1 : 0))
        : new Uint8Array(texts.length);
    },

    async keptSize() {
      const size = await cache.size();
      return { ...size, refused: cache.refused() };
    },

    clearKept: () => cache.clear(),
  };
}

const sendsNothing = (): never => {
  throw new RangeError('a plan must send nothing');
};

function blank(slot: number): never {
  throw new RangeError(`text ${slot} of a list is blank, expected only texts that can be embedded`);
}
