import type { CurveMessage, CurveRequest } from './curveTask';
import { cutoffFigures } from './cutoffFigures';
import { exploreWeight } from './exploreWeight';
import { separationOf, tallyWinners } from './sensitivityModel';

const scope = self as unknown as {
  onmessage: (event: MessageEvent<CurveRequest>) => void;
  postMessage: (message: CurveMessage) => void;
};

scope.onmessage = ({ data }) => {
  try {
    switch (data.task) {
      case 'exploreWeights':
        for (const weight of data.input.weights)
          scope.postMessage({ kind: 'part', part: exploreWeight(data.input.similarities, weight) });
        break;
      case 'cutoffFigures':
        scope.postMessage({ kind: 'part', part: cutoffFigures(data.input) });
        break;
      case 'separate':
        scope.postMessage({ kind: 'part', part: { tally: tallyWinners(data.input.data) } });
        for (const variation of data.input.variations)
          scope.postMessage({ kind: 'part', part: { separation: separationOf(data.input.data, variation) } });
        break;
    }
    scope.postMessage({ kind: 'done' });
  } catch (error) {
    scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
