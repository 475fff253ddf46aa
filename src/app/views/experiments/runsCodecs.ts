import { flag, optionalText, text } from '../../state/params';
import { runList } from '../compare/compareParams';

/** What of the choice of runs stands in the URL. */
export const runsCodecs = {
  find: text(),
  experiment: optionalText(),
  /** Only runs on the corpus of those that are chosen. */
  fitting: flag(),
  runs: runList,
};
