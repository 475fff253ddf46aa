import * as format from '../../../../core/stats/format';
import type { JobProgress } from '../../../state/liveJob';

/** A step of a run as it is called on the page; `prefix` is the first word of what the worker says. */
export interface StepWords {
  prefix: string;
  label: string;
  withModelOnly?: true;
}

const benchmark: readonly StepWords[] = [
  { prefix: 'counting tokens', label: 'Counting tokens' },
  { prefix: 'finding answers', label: 'Finding the answers' },
  { prefix: 'chunking', label: 'Cutting into chunks' },
  { prefix: 'indexing', label: 'Indexing words' },
  {
    prefix: 'embed sentences',
    label: 'Embedding the sentences that the semantic strategy compares',
    withModelOnly: true,
  },
  { prefix: 'cutting by sentences', label: 'Cutting by the vectors of sentences', withModelOnly: true },
  { prefix: 'embed all', label: 'Embedding questions and chunks', withModelOnly: true },
  { prefix: 'searching', label: 'Searching' },
  { prefix: 'intervals', label: 'Drawing 10,000 bootstrap samples' },
  { prefix: 'grouping ties', label: 'Grouping rows that cannot be told apart' },
  { prefix: 'switches', label: 'Searching under other readings of BM25' },
];

export const benchmarkSteps = (withModel: boolean): readonly StepWords[] =>
  benchmark.filter(({ withModelOnly }) => withModel || !withModelOnly);

export const methodSteps: readonly StepWords[] = [{ prefix: 'embed all', label: 'Embedding texts' }];
export const blendSteps = methodSteps;

export interface ShownProgress {
  /** The step as it is called, with what of it is being done. */
  label: string;
  /** Which of how many steps; null for one that is not counted. */
  place: { step: number; of: number } | null;
  value: number | null;
  of: number;
  text: string;
}

/** A step whose end can be told after this long. */
const soonestMs = 2000;

/** How far a run is, in words and as a bar; `starting` is said before anything is known. */
export function showProgress(
  { progress, load, stepAtMs }: JobProgress,
  nowMs: number,
  steps: readonly StepWords[],
  starting = 'Starting',
): ShownProgress {
  const placeOf = (prefix: string) =>
    steps.length > 1
      ? { step: steps.findIndex((step) => step.prefix === prefix) + 1, of: steps.length }
      : null;
  if (progress === null) return { label: starting, place: null, value: null, of: 1, text: `${starting} …` };
  if (progress.kind === 'embed') {
    const { done, total, cached, doneBytes, totalBytes, cachedBytes, embeddingMs } = progress;
    const prefix = `embed ${progress.stage}`;
    const place = placeOf(prefix);
    if (load && load.loadedBytes < load.totalBytes && done === cached)
      return {
        label: 'Loading the model',
        place,
        value: load.loadedBytes,
        of: load.totalBytes,
        text: `Loading the model: ${format.bytes(load.loadedBytes)} of ${format.bytes(load.totalBytes)}`,
      };
    const words = [`${format.count(done)} of ${format.count(total)} texts`];
    if (cached > 0) words.push(`${format.count(cached)} of them kept from before`);
    const own = doneBytes - cachedBytes;
    // By bytes: texts differ in length a hundredfold. What is kept may also lie ahead, so this is the most it takes.
    if (own > 0 && embeddingMs > soonestMs && done < total)
      words.push(`about ${guess(((totalBytes - doneBytes) / own) * embeddingMs)} left`);
    return {
      label: steps.find((step) => step.prefix === prefix)!.label,
      place,
      value: doneBytes,
      of: Math.max(1, totalBytes),
      text: words.join(' · '),
    };
  }
  const { step, done, total } = progress;
  const known = steps.find(({ prefix }) => step.startsWith(prefix));
  const detail = step.includes(': ') ? step.slice(step.indexOf(': ') + 2) : '';
  const share = total === 0 ? 1 : done / total;
  const words = [
    total > 1
      ? `${detail === '' ? '' : `${detail}: `}${format.count(done)} of ${format.count(total)}`
      : detail,
  ];
  const elapsed = nowMs - stepAtMs;
  if (share > 0 && share < 1 && elapsed > soonestMs)
    words.push(`about ${guess((elapsed / share) * (1 - share))} left of this step`);
  return {
    label: known?.label ?? `${step.charAt(0).toUpperCase()}${step.slice(1)}`,
    place: known ? placeOf(known.prefix) : null,
    value: total > 1 ? done : null,
    of: total,
    text: words.filter((word) => word !== '').join(' · ') || '…',
  };
}

/** A time that is guessed, without digits that would look like knowledge. */
export function guess(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${format.decimal(seconds / 3600, 1)} h`;
}
