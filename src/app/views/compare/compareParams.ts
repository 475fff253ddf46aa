import { pairCells } from '../../../analysis/compare/compare';
import { compareMetrics } from '../../../analysis/compare/figures';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import { decodeList, encodeList } from '../../../artifact/addressParts';
import { canonicalRunId } from '../../../analysis/compare/runId';
import {
  choice,
  numberIn,
  optionalChoice,
  optionalText,
  sorting,
  type ListCodec,
  type ParamCodec,
  type ParamValues,
} from '../../state/params';
import { rules } from '../failures/chunking/missModel';

export const flipColumns = ['question', 'family', 'a', 'b', 'gap'] as const;

/** Ids in the reader's order; whether they name runs is known once the artifacts are read. */
export const runList: ParamCodec<readonly string[]> & Pick<ListCodec<string>, 'unknown'> = {
  initial: [],
  parse: (raw) =>
    decodeList(raw)
      .filter((part) => part !== '')
      .map(canonicalRunId),
  format: (ids) => (ids.length === 0 ? null : encodeList(ids)),
  unknown: () => [],
};

const optionalRun: ParamCodec<string | null> = { initial: null, parse: canonicalRunId, format: (id) => id };

const upToTen = numberIn(1, 10, MISS_CUTOFF);
const cutoff: ParamCodec<number> = {
  ...upToTen,
  parse: (raw) => {
    const value = upToTen.parse(raw);
    return Number.isInteger(value) ? value : undefined;
  },
};

export const compareCodecs = {
  runs: runList,
  /** The chosen pair, by run id; the first two where they are left out. */
  a: optionalRun,
  b: optionalRun,
  k: cutoff,
  rule: choice(rules, 'answer'),
  metric: choice(compareMetrics, 'hit'),
  grouping: optionalText(),
  family: optionalText(),
  cell: optionalChoice(pairCells),
  sort: sorting(flipColumns, []),
  question: optionalText(),
};

export type CompareValues = ParamValues<typeof compareCodecs>;

export interface CompareMoves {
  set: (patch: Partial<CompareValues>, options?: { replace?: boolean }) => void;
  href: (patch: Partial<CompareValues>) => string;
}
