import { useEffect, useState } from 'react';
import { isAbortError } from '../../../data/liveProviders';
import { compute, type PreparedAnswer, type TextInput } from '../../../data/liveCompute';

export type Prepared =
  { kind: 'working' } | { kind: 'ready'; answer: PreparedAnswer } | { kind: 'failed'; error: Error };

const pauseMs = 200;

/** The last answer: whoever comes back from another mode sees it at once. */
let last: { prepared: Prepared; input: TextInput | null } = { prepared: { kind: 'working' }, input: null };

export function sameInput(a: TextInput, b: TextInput): boolean {
  return (
    a.format === b.format &&
    a.stored === b.stored &&
    a.message === b.message &&
    a.maxBytes === b.maxBytes &&
    a.timeZone === b.timeZone
  );
}

/** The pieces and parts of what was pasted, cut in the worker once typing pauses. The last answer stays until the next one. */
export function usePrepared({
  format,
  stored,
  message,
  maxBytes,
  timeZone,
}: TextInput): Prepared & { pending: boolean } {
  const [shown, setShown] = useState(last);
  useEffect(() => {
    const controller = new AbortController();
    const input = { format, stored, message, maxBytes, timeZone };
    // What is shown is always the last answer, so there is nothing to ask.
    if (last.input && sameInput(last.input, input)) return;
    const answered = (prepared: Prepared) => {
      last = { prepared, input };
      setShown(last);
    };
    const ask = async () => {
      try {
        answered({
          kind: 'ready',
          answer: await compute().run('prepareText', input, { signal: controller.signal }),
        });
      } catch (error) {
        if (!isAbortError(error))
          answered({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      }
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [format, stored, message, maxBytes, timeZone]);
  const pending = !shown.input || !sameInput(shown.input, { format, stored, message, maxBytes, timeZone });
  return { ...shown.prepared, pending };
}
