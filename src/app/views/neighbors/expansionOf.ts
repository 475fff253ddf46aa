import { isExpandedStrategy } from '../../../experiments/chunking/neighbors/runs';
import type { ExperimentEntry } from '../../../artifact/indexFile';

/** Widths that an experiment's fixed-size hits were handed over with. */
export function expansionOf({ kind, files }: Pick<ExperimentEntry, 'kind' | 'files'>): {
  applies: boolean;
  widths: { neighborPrev: number; neighborNext: number }[];
} {
  const none = [{ neighborPrev: 0, neighborNext: 0 }];
  switch (kind) {
    case 'neighbor-expansion':
      return {
        applies: true,
        widths: files.flatMap(({ name }) => {
          const found = /^runs\/(\d+)-(\d+)\.json$/.exec(name);
          return found ? [{ neighborPrev: Number(found[1]), neighborNext: Number(found[2]) }] : [];
        }),
      };
    case 'chunking':
      return {
        applies: files.some(
          ({ name }) =>
            name.startsWith('relevant/') &&
            isExpandedStrategy(name.slice('relevant/'.length).replace(/\.json$/, '')),
        ),
        widths: none,
      };
    default:
      return { applies: false, widths: none };
  }
}
