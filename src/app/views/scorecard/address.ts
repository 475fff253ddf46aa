import { encodeList } from '../../../artifact/addressParts';
import type { Comparison } from '../../../artifact/common';
import { formatRunId } from '../../../analysis/compare/runId';
import type { FigureAddress } from '../../../analysis/scorecard/scoreTypes';
import { formatLocation } from '../../state/urlState';

/** Addresses of what is behind the figures of an experiment in this page. */
export function addressOf(experiment: string): FigureAddress {
  return (view, params) => formatLocation({ page: 'experiment', experiment, view }, params);
}

/** Where the two runs of a declared pair stand side by side, question by question. */
export function compareAddress(
  experiment: string,
  { a, b, condition }: Pick<Comparison, 'a' | 'b' | 'condition'>,
): string {
  return compareRowsAddress(experiment, [a, b], condition);
}

/** Where rows of an experiment stand side by side. */
export function compareRowsAddress(experiment: string, rows: readonly string[], condition?: string): string {
  const runs = rows.map((row) =>
    formatRunId({ experiment, row, ...(condition === undefined ? {} : { condition }) }),
  );
  return formatLocation({ page: 'compare' }, { runs: encodeList(runs) });
}
