import { flag, optionalText, sorting, text } from '../../state/params';
import { runList } from '../compare/compareParams';

export const columnIds = ['run', 'experiment', 'hit', 'mrr', 'n', 'model', 'date'];

/** What of the table of runs stands in the URL. */
export const runsCodecs = {
  find: text(),
  experiment: optionalText(),
  /** Only runs on the corpus of those that are chosen. */
  fitting: flag(),
  sort: sorting(columnIds, []),
  runs: runList,
};
