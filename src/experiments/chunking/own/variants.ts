import { chunkingStrategies, strategyIds, type StrategyId } from '../../../core/chunking/registry';
import type {
  ChunkingStrategy,
  CuttingChoice,
  StrategySetting,
  StrategySizes,
} from '../../../core/chunking/strategy';
import type { SecondRetriever, StrategyVariant } from './setup';

export type SizeName = StrategySetting['name'];

/** The sizes that a reader can set; their defaults are the committed ones. */
export const settingsOf = (strategy: StrategyId): readonly StrategySetting[] =>
  (chunkingStrategies[strategy] as ChunkingStrategy).settings;

/** What was typed, by strategy and size: several values make several rows. A size that is not here has its default. */
export type Sizes = Partial<Record<StrategyId, Partial<Record<SizeName, readonly number[]>>>>;

export const secondRetrievers: readonly SecondRetriever[] = [
  'embedding',
  'embedding-blend',
  'hybrid',
  'hybrid-blend',
];

/** Rows of the first table at most: every view stays readable, and a run ends. */
export const maxVariants = 16;

export function defaultSize(strategy: StrategyId, name: SizeName): number {
  const { defaults }: ChunkingStrategy = chunkingStrategies[strategy];
  const value = defaults[name];
  return typeof value === 'number' ? value : 0;
}

export function sizesOf(sizes: Sizes, strategy: StrategyId, name: SizeName): readonly number[] {
  return sizes[strategy]?.[name] ?? [defaultSize(strategy, name)];
}

/** Values that were typed, apart by commas or spaces; a problem in words when one of them is none. */
export function readSizes(
  typed: string,
  { label, low, high }: StrategySetting,
): { values: number[] } | { problem: string } {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) return { problem: `${label}: type at least one number.` };
  const values = [...new Set(parts.map(Number))];
  const wrong = parts.find(
    (_, place) =>
      !(
        Number.isInteger(Number(parts[place])) &&
        Number(parts[place]) >= low &&
        Number(parts[place]) <= high
      ),
  );
  if (wrong !== undefined)
    return {
      problem: `${label}: “${wrong.slice(0, 20)}” is no whole number from ${low.toLocaleString('en')} to ${high.toLocaleString('en')}.`,
    };
  if (values.length > maxVariants) return { problem: `${label}: at most ${maxVariants} values.` };
  return { values };
}

export interface Variants {
  variants: StrategyVariant[];
  /** Why they cannot be run, in words. */
  problems: string[];
}

/** Separators of other programs, by the name that stands for them. */
export const separatorLists = {
  langchain: { label: 'LangChain’s defaults', separators: ['\n\n', '\n', ' ', ''] },
  chroma: { label: 'those of Chroma’s evaluation', separators: ['\n\n', '\n', '.', '?', '!', ' ', ''] },
} as const satisfies Record<string, { label: string; separators: readonly string[] }>;

/**
 * Separators as they are typed: a name of `separatorLists`, or strings in double quotes, the strongest
 * first, with \n for a line end. Nothing typed is the strategy's own, undefined.
 */
export function readSeparators(
  typed: string,
): { separators: readonly string[] | undefined } | { problem: string } {
  const text = typed.trim();
  if (text === '') return { separators: undefined };
  if (Object.hasOwn(separatorLists, text))
    return { separators: separatorLists[text as keyof typeof separatorLists].separators };
  const quoted = /"(?:[^"\\]|\\.)*"/g;
  const separators = (text.match(quoted) ?? []).map(unquoted);
  if (/[^\s,[\]]/.test(text.replace(quoted, '')) || separators.length === 0 || separators.includes(null))
    return {
      problem: `separators are a name (${Object.keys(separatorLists).join(', ')}) or strings in double quotes such as "\\n\\n" "\\n" " ", found ${text.slice(0, 40)}`,
    };
  const strings = separators as string[];
  const twice = strings.find((one, at) => strings.indexOf(one) < at);
  if (twice !== undefined) return { problem: `separator ${JSON.stringify(twice)} is there twice` };
  if (strings.slice(0, -1).includes(''))
    return { problem: 'an empty separator cuts between characters and can only be the last' };
  return { separators: strings };
}

function unquoted(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}

/** The same list as it is typed and shown. */
export const quotedSeparators = (separators: readonly string[]): string =>
  separators.map((separator) => JSON.stringify(separator)).join(' ');

/** What a row of another cut is called besides its sizes. */
function cuttingWords({ lengthIn, separators }: CuttingChoice): string[] {
  const known = Object.entries(separatorLists).find(
    ([, list]) => separators && quotedSeparators(list.separators) === quotedSeparators(separators),
  );
  return [...(lengthIn ? [lengthIn] : []), ...(separators ? [known?.[0] ?? 'separators'] : [])];
}

/** Every combination of the sizes of the chosen strategies, in table order. One at its committed sizes has the strategy's own id. `others` counts rows that come from elsewhere; `cutting` is for those that let it be chosen. */
export function variantsOf(
  strategies: readonly StrategyId[],
  sizes: Sizes,
  others = 0,
  cutting: CuttingChoice = {},
): Variants {
  const problems: string[] = [];
  const variants = strategyIds
    .filter((id) => strategies.includes(id))
    .flatMap((id) => {
      const fields = settingsOf(id);
      const combinations = fields.reduce<Partial<Record<SizeName, number>>[]>(
        (made, { name }) =>
          made.flatMap((one) => sizesOf(sizes, id, name).map((value) => ({ ...one, [name]: value }))),
        [{}],
      );
      return combinations.map((parameters): StrategyVariant => {
        problems.push(...problemsOf(id, parameters));
        const { label, choosesCutting }: ChunkingStrategy = chunkingStrategies[id];
        const chosen = choosesCutting ? cutting : {};
        const words = cuttingWords(chosen);
        const isCommitted =
          words.length === 0 &&
          combinations.length === 1 &&
          fields.every(({ name }) => parameters[name] === defaultSize(id, name));
        const told = fields.map(({ name }) => parameters[name]);
        return isCommitted
          ? { id, strategy: id, label, parameters }
          : {
              id: [id, ...words, ...told].join('-'),
              strategy: id,
              label: [label, told.join('/'), ...words].join(' '),
              parameters: { ...parameters, ...chosen },
            };
      });
    });
  if (variants.length + others === 0) problems.push('Choose at least one strategy.');
  if (variants.length + others > maxVariants)
    problems.push(
      `${variants.length + others} rows are too many: at most ${maxVariants} strategies and sizes at once.`,
    );
  return { variants, problems: [...new Set(problems)] };
}

function problemsOf(id: StrategyId, sizes: StrategySizes): string[] {
  const { label, conflict }: ChunkingStrategy = chunkingStrategies[id];
  const problem = conflict?.(sizes) ?? null;
  return problem === null ? [] : [`${label}: ${problem}.`];
}
