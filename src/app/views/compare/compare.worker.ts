import { compareFigures } from '../../../analysis/compare/figures';
import type { CompareMessage, CompareRequest } from './compareTask';

const scope = self as unknown as {
  onmessage: (event: MessageEvent<CompareRequest>) => void;
  postMessage: (message: CompareMessage) => void;
};

scope.onmessage = ({ data: { columns, pair } }) => {
  try {
    scope.postMessage({ kind: 'done', figures: compareFigures(columns, pair) });
  } catch (error) {
    scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
