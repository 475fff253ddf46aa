import { fileOf } from '../../analysis/kind';
import { itemsKind } from '../../experiments/items/kind';
import { decode } from '../../artifact/decode';
import { importedSummaryFormat } from '../../experiments/items/formats';
import { parseJsonText } from '../../artifact/jsonText';
import type { ExperimentTools } from '../experiment';
import { importedScorecard } from './scorecard';

function decodeFile(name: string, bytes: Uint8Array | string): unknown {
  const file = fileOf(itemsKind, name);
  return file && decode(file.format, name, parseJsonText(name, bytes).value);
}

/** What can be done with a run of another program once it is imported. */
export const importedTools: ExperimentTools = {
  decodeFile,
  show: async (read) =>
    importedScorecard(
      decode(
        importedSummaryFormat,
        'summary.json',
        parseJsonText('summary.json', await read('summary.json')).value,
      ),
    ),
  verify: async () => ({
    checks: [
      { name: '', ok: null, detail: 'not made again: the TREC files that it came from are no part of it' },
    ],
    files: [],
  }),
};
