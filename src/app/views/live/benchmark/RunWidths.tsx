import { encodeList } from '../../../../artifact/addressParts';
import { formatRunId } from '../../../../analysis/compare/runId';
import { widthLabel } from '../../../../experiments/chunking/neighbors/widths';
import type { Expansion } from '../../../../experiments/chunking/neighbors/formats';
import { mergedRowId } from '../../../../experiments/chunking/neighbors/stored';
import type { OpenedRun } from '../../../state/openedRuns';
import { formatLocation } from '../../../state/urlState';
import benchmark from './Benchmark.module.css';

interface RunWidthsProps {
  run: OpenedRun;
  expansion: Expansion;
  prev: number;
  next: number;
}

/** Where the chosen width stands in the run's own views; a width that the run did not measure is said to be none of its rows. */
export function RunWidths({ run: { entry }, expansion, prev, next }: RunWidthsProps) {
  const row = expansion.rows.find(
    ({ neighborPrev, neighborNext }) => neighborPrev === prev && neighborNext === next,
  );
  const chosen = widthLabel({ neighborPrev: prev, neighborNext: next });
  if (!row)
    return (
      <p className="soft">
        {chosen} is none of the run’s rows ({expansion.rows.map(widthLabel).join(', ')}): run again with it to
        have it in the scorecard, the comparison and the download.
      </p>
    );
  const width = mergedRowId(expansion, row);
  const [first] = expansion.rows;
  return (
    <nav className={benchmark.views} aria-label={`Views of neighbor expansion ${chosen}`}>
      <a href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' })}>Scorecard</a>
      <a href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'failures' }, { width })}>
        Failures at {chosen}
      </a>
      {first && first !== row ? (
        <a
          href={formatLocation(
            { page: 'compare' },
            {
              runs: encodeList(
                [mergedRowId(expansion, first), width].map((of) =>
                  formatRunId({ experiment: entry.id, row: of }),
                ),
              ),
            },
          )}
        >
          Compare {widthLabel(first)} with {chosen}
        </a>
      ) : null}
    </nav>
  );
}
