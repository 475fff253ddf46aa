import { blendTable, type BlendTable } from '../core/retrieval/blendTable';
import { meanVector } from '../core/vectors/vectors';
import type { VectorCache } from '../providers/shared/vectorCache';
import type { ComputeTasks, ContextKind, MethodFacts, MethodInput } from './computeProtocol';
import { askedTexts, createTextCutter, methodSets, prepareText } from './computeText';
import type { Embedders } from './embedders';
import { embedSets, planSets, prefixesOf, probeSets, tokenSums } from './embedLists';
import { methodResults, ranksAlone, scoreAnatomy } from './methodRanking';
import type { RunEvent } from './embedProtocol';
import type { TaskContext, TaskHandlers } from './taskChannel';

/** A table of scores with what is worked out of it once. */
interface RankedTable {
  table: BlendTable;
  alone: Int32Array[];
}

type Tables = Record<'mean', RankedTable> & Record<'text', RankedTable | null>;

/** The first mode: pasted text is cut, embedded, blended and ranked here, and only what is shown leaves. */
export function methodHandlers(
  embedders: Embedders,
  cache: VectorCache,
): TaskHandlers<Pick<ComputeTasks, 'prepareText' | 'planMethod' | 'runMethod' | 'rankMethod'>> {
  const cutter = createTextCutter();
  /** Tables of the newest runs, a few numbers a piece; vectors are let go. Two, because the newer may be cancelled in the moment that it ends. */
  const held = new Map<number, Tables>();
  let runs = 0;

  return {
    prepareText: async (input) => prepareText(cutter, input),

    planMethod: async ({ spec, text, context, probe }, { signal }) =>
      planSets(spec, embedders, cache, methodSets(cutter(text).cut, context), {
        probe,
        signal,
        queries: askedTexts(cutter(text).cut),
      }),

    async runMethod(input, taskContext) {
      const made = await embedAndCompare(input, taskContext);
      held.set(++runs, made.tables);
      held.delete(runs - 2);
      return { ...made.facts, run: runs };
    },

    async rankMethod({ run, context, settings, pair }) {
      const tables = held.get(run);
      if (!tables) return null;
      const used: ContextKind = context === 'text' && tables.text ? 'text' : 'mean';
      const { table, alone } = tables[used]!;
      const known = pair !== null && pair.part < table.parts && pair.piece < table.pieces;
      return {
        settings,
        context: used,
        results: methodResults(table, alone, settings),
        pair,
        anatomy: known ? scoreAnatomy(table, pair.part, pair.piece, settings.weight) : null,
      };
    },
  };

  async function embedAndCompare(
    input: MethodInput,
    { signal, emit }: TaskContext<RunEvent>,
  ): Promise<{ facts: Omit<MethodFacts, 'run'>; tables: Tables }> {
    const { spec, text, context } = input;
    const { cut } = cutter(text);
    const sets = methodSets(cut, context);
    const provider = embedders.open(spec, emit, input.ticket, signal);
    const embedded = await embedSets(provider, cache, sets, {
      signal,
      prefixOf: prefixesOf(spec, { queries: askedTexts(cut) }),
      onProgress: (progress) => emit({ kind: 'embed', stage: 'all', ...progress }),
    });
    const readToEnd = await probeSets(input, embedders, provider, sets, embedded, signal);
    emit({ kind: 'step', step: { kind: 'comparing parts with pieces' }, done: 0, total: 1 });
    const [pieces, asked, own] = embedded.map(({ vectors }) => vectors.map((vector) => vector!));
    const contextOf = cut.pieces.map((piece) => piece.context);
    const tableOf = (contexts: Float32Array[] | null): RankedTable => {
      const table = methodTable({
        pieces: pieces!,
        asked: asked!,
        contextOf,
        contexts: contexts ?? cut.contexts.length,
      });
      return { table, alone: ranksAlone(table) };
    };
    const tables: Tables = { mean: tableOf(null), text: own ? tableOf(own) : null };
    const shown = tables[context] ?? tables.mean;
    return {
      tables,
      facts: {
        spec,
        model: provider.model,
        parts: shown.table.parts,
        pieces: shown.table.pieces,
        sums: tokenSums(embedded),
        windows: Uint16Array.from(embedded[0]!.windows),
        hasTexts: own !== undefined,
        zeroContexts: { mean: zeros(tables.mean), text: tables.text && zeros(tables.text) },
        readToEnd,
      },
    };
  }
}

const zeros = ({ table }: RankedTable): number => table.contextIsZero.reduce((sum, zero) => sum + zero, 0);

export interface MethodVectors {
  pieces: readonly Float32Array[];
  /** The message, then its parts. */
  asked: readonly Float32Array[];
  contextOf: ArrayLike<number>;
  /** Vectors of the contexts' own texts; their number alone stands for the means of their pieces. */
  contexts: readonly Float32Array[] | number;
}

/** The dot products that every ranking at every focus weight follows from. */
export function methodTable({ pieces, asked, contextOf, contexts }: MethodVectors): BlendTable {
  const [message, ...parts] = asked;
  return blendTable({
    parts,
    message: message!,
    pieces,
    contexts: typeof contexts === 'number' ? meansOf(pieces, contextOf, contexts) : contexts,
    contextOf,
  });
}

function meansOf(
  pieces: readonly Float32Array[],
  contextOf: ArrayLike<number>,
  contexts: number,
): Float64Array[] {
  const members: Float32Array[][] = Array.from({ length: contexts }, () => []);
  pieces.forEach((piece, index) => members[contextOf[index]!]!.push(piece));
  // Typed, because as many contexts as pieces would take twice the memory as lists.
  return members.map((own) => Float64Array.from(meanVector(own)));
}
