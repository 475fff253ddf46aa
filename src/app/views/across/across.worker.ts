import { acrossCorpora, type AcrossCorpus } from '../../../analysis/across/across';
import type { AcrossMessage } from './acrossTask';

const scope = self as unknown as {
  onmessage: (event: MessageEvent<AcrossCorpus[]>) => void;
  postMessage: (message: AcrossMessage) => void;
};

scope.onmessage = ({ data }) => {
  try {
    scope.postMessage({ kind: 'done', across: acrossCorpora(data) });
  } catch (error) {
    scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
