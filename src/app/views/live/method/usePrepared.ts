import { useEffect, useState } from 'react';
import { isAbortError } from '../../../data/liveProviders';
import { compute, type PreparedAnswer, type TextInput } from '../../../data/liveCompute';

export type Prepared = { kind: 'working' } | { kind: 'ready'; answer: PreparedAnswer } | { kind: 'failed'; error: Error };

const pauseMs = 200;

/** The pieces and parts of what was pasted, cut in the worker once typing pauses. The last answer stays until the next one. */
export function usePrepared({ format, stored, message, maxBytes, timeZone }: TextInput): Prepared & { pending: boolean } {
  const [shown, setShown] = useState<{ prepared: Prepared; input: TextInput | null }>({ prepared: { kind: 'working' }, input: null });
  useEffect(() => {
    const controller = new AbortController();
    const input = { format, stored, message, maxBytes, timeZone };
    const ask = async () => {
      try {
        const answer = await compute().run('prepareText', input, { signal: controller.signal });
        setShown({ prepared: { kind: 'ready', answer }, input });
      } catch (error) {
        if (!isAbortError(error)) setShown({ prepared: { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }, input });
      }
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [format, stored, message, maxBytes, timeZone]);
  const { input } = shown;
  const pending = !input || input.format !== format || input.stored !== stored || input.message !== message || input.maxBytes !== maxBytes || input.timeZone !== timeZone;
  return { ...shown.prepared, pending };
}
