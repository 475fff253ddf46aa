type Answer<Out> = { kind: 'done'; value: Out } | { kind: 'failed'; message: string };

/** Computes one thing in a worker of its own, which ends with the answer. */
export function askOnce<In, Out>(worker: Worker, input: In): Promise<Out> {
  return new Promise((resolve, reject) => {
    const ended = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<Answer<Out>>) =>
      ended(() => (data.kind === 'done' ? resolve(data.value) : reject(new Error(data.message))));
    worker.onerror = () =>
      ended(() => reject(new Error('The background computation could not start. Reload the page.')));
    worker.postMessage(input);
  });
}

/** The worker's side: what it is asked for, once. */
export function answerOnce<In, Out>(compute: (input: In) => Out): void {
  const scope = self as unknown as {
    onmessage: (event: MessageEvent<In>) => void;
    postMessage: (message: Answer<Out>) => void;
  };
  scope.onmessage = ({ data }) => {
    try {
      scope.postMessage({ kind: 'done', value: compute(data) });
    } catch (error) {
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
}
