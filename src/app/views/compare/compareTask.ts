import { useEffect, useState } from 'react';
import type { CompareColumns, CompareFigures } from '../../../analysis/compare/figures';

export interface CompareRequest {
  columns: CompareColumns;
  pair: readonly [number, number];
}

export type CompareMessage = { kind: 'done'; figures: CompareFigures } | { kind: 'failed'; message: string };

export interface FiguresState {
  figures: CompareFigures | null;
  fault: string | null;
}

const waiting: FiguresState = { figures: null, fault: null };

/** The figures of a comparison from a worker of its own; a new request (by identity) ends the old one. */
export function useCompareFigures(request: CompareRequest): FiguresState {
  const [state, setState] = useState<{ request: CompareRequest; found: FiguresState } | null>(null);
  useEffect(() => {
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), {
      type: 'module',
      name: 'compare',
    });
    const settle = (found: FiguresState) => setState({ request, found });
    worker.onmessage = ({ data }: MessageEvent<CompareMessage>) =>
      settle(
        data.kind === 'done'
          ? { figures: data.figures, fault: null }
          : { figures: null, fault: data.message },
      );
    worker.onerror = () =>
      settle({ figures: null, fault: 'The background computation could not start. Reload the page.' });
    worker.postMessage(request);
    return () => worker.terminate();
  }, [request]);
  return state?.request === request ? state.found : waiting;
}
