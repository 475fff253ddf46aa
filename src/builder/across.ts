import { acrossBudgets, acrossCorpora, type Across } from '../analysis/across/across';
import { acrossTable } from '../analysis/across/table';
import { acrossSentence } from '../analysis/across/words';
import { acrossFileNames } from '../analysis/kind';
import { isKindId, kindOf } from '../experiments/kinds';
import { readIndex } from './artifacts/store';
import { decodedFiles } from './decodedFiles';
import { alignColumns } from './table';

/** What `show` and `report` call it; no experiment has this name. */
export const acrossName = 'across';

/** The table of corpora, from whatever experiments of an artifacts folder have one to bring. */
export async function acrossOf(root: string): Promise<Across> {
  const corpora = [];
  for (const entry of (await readIndex(root)).experiments) {
    if (!isKindId(entry.kind)) continue;
    const kind = await kindOf(entry);
    const names = acrossFileNames(kind, entry);
    const corpus = kind.across?.corpus(await decodedFiles(root, kind, entry, names));
    if (corpus) corpora.push(corpus);
  }
  return acrossCorpora(corpora);
}

/** The same for people: what follows, and a table for each budget. */
export function acrossText(across: Across): string {
  return [
    ...across.notices,
    ...acrossBudgets.flatMap((budget) => {
      const { title, columns, rows, places, strategies } = acrossTable(across, budget);
      return [
        `${title}. ${acrossSentence(across, budget)}`,
        alignColumns([
          ['place', ...columns.map(({ label }) => label)],
          ...rows.map((cells, place) => [
            places.get(strategies[place]!)?.text ?? '',
            ...cells.map(({ text, note }) => (note === undefined ? text : `${text} ${note}`)),
          ]),
        ]),
        '',
      ];
    }),
  ].join('\n');
}
