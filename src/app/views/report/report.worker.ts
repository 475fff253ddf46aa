import { reportTask, type ReportMessage, type ReportRequest } from './reportTask';

const scope = self as unknown as {
  onmessage: (event: MessageEvent<ReportRequest>) => Promise<void>;
  postMessage: (message: ReportMessage) => void;
};

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ kind: 'done', page: await reportTask(data) });
  } catch (error) {
    scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
