import type { CuttingChoice } from '../../../../core/chunking/strategy';
import { strategyIds, type StrategyId } from '../../../../core/chunking/registry';
import {
  defaultSize,
  readSeparators,
  readSizes,
  settingsOf,
  type SizeName,
  type Sizes,
} from '../../../../experiments/chunking/own/variants';
import { choice, type ListCodec, type ParamCodec } from '../../../state/params';

/** `fixed_size-chunkSize-128.256*recursive-overlap-100`, in signs that an address keeps as they are. */
export const sizesCodec: ListCodec<SizeEntry> & { initial: readonly SizeEntry[] } = {
  initial: [],
  parse: (raw) => raw.split('*').flatMap((part) => parseEntry(part) ?? []),
  format: (entries) =>
    entries.length === 0
      ? null
      : entries.map(({ strategy, name, values }) => `${strategy}-${name}-${values.join('.')}`).join('*'),
  unknown: (raw) => raw.split('*').filter((part) => parseEntry(part) === undefined),
};

/** What recursive sizes count. */
export const lengthInCodec = choice(['characters', 'tokens'], 'characters');

/** Separators as they were typed; empty for the strategy's own. */
export const separatorsCodec: ParamCodec<string> = {
  initial: '',
  parse: (raw) => ('problem' in readSeparators(raw) ? undefined : raw),
  format: (value) => (value === '' ? null : value),
};

/** The same as a run takes them. */
export function cuttingFrom({
  lengthIn,
  separators,
}: {
  lengthIn: 'characters' | 'tokens';
  separators: string;
}): CuttingChoice {
  const read = readSeparators(separators);
  return {
    ...(lengthIn === 'tokens' && { lengthIn }),
    ...('separators' in read && read.separators && { separators: read.separators }),
  };
}

export interface SizeEntry {
  strategy: StrategyId;
  name: SizeName;
  values: readonly number[];
}

function parseEntry(part: string): SizeEntry | undefined {
  const [strategy = '', name = '', values = '', ...rest] = part.split('-');
  const id = strategyIds.find((known) => known === strategy);
  const field = id && settingsOf(id).find((known) => known.name === name);
  if (!id || !field || rest.length > 0) return undefined;
  const read = readSizes(values.replaceAll('.', ' '), field);
  return 'problem' in read ? undefined : { strategy: id, name: field.name, values: read.values };
}

export function sizesFromEntries(entries: readonly SizeEntry[]): Sizes {
  const sizes: Sizes = {};
  for (const { strategy, name, values } of entries) sizes[strategy] = { ...sizes[strategy], [name]: values };
  return sizes;
}

/** The entries after one size was set; a committed one is left out of the address. */
export function setSize(
  entries: readonly SizeEntry[],
  strategy: StrategyId,
  name: SizeName,
  values: readonly number[],
): SizeEntry[] {
  const others = entries.filter((entry) => entry.strategy !== strategy || entry.name !== name);
  return values.length === 1 && values[0] === defaultSize(strategy, name)
    ? others
    : [...others, { strategy, name, values }];
}
