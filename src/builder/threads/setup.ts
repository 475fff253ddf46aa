import { threadsDefaults, type ThreadsSetup } from '../../experiments/threads/measure/measure';
import { UsageError } from '../commandLine';

/** What a call on a reader's own threads names, besides what every run has. */
export interface OwnThreadsCall {
  threads: readonly string[];
  facts: string;
  out: string;
  id: string;
  title: string | undefined;
  embedder: string;
  model: string | undefined;
  dimensions: number | undefined;
  cache: string | undefined;
  fresh: boolean;
  setup: ThreadsSetup;
}

const numbersOf = (
  option: string,
  given: string,
  isFine: (value: number) => boolean,
  expected: string,
): number[] => {
  const numbers = given.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (numbers.length === 0 || !numbers.every(isFine))
    throw new UsageError(`--${option} is "${given}", expected ${expected}`);
  return numbers;
};

/** The settings of a run from its options. */
export function threadsSetup(text: (name: string) => string | undefined): ThreadsSetup {
  const sizes = text('piece-bytes');
  const limit = text('places');
  const threshold = text('threshold');
  return {
    ...threadsDefaults,
    ...(sizes !== undefined && {
      pieceBytes: [
        ...new Set(
          numbersOf(
            'piece-bytes',
            sizes,
            (size) => Number.isInteger(size) && size >= 100 && size <= 8000,
            'whole numbers of bytes from 100 to 8000, apart by commas',
          ),
        ),
      ],
    }),
    ...(limit !== undefined && {
      limit: numbersOf(
        'places',
        limit,
        (own) => Number.isInteger(own) && own >= 1 && own <= 50,
        'a whole number from 1 to 50',
      )[0]!,
    }),
    ...(threshold !== undefined && {
      threshold: numbersOf(
        'threshold',
        threshold,
        (own) => own >= -1 && own <= 1,
        'a cosine from -1 to 1',
      )[0]!,
    }),
  };
}
