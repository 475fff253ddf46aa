import * as format from '../../../../core/stats/format';
import type { RunWork } from '../../../data/liveTasks';
import type { JobProgress } from '../../../state/liveJob';

/** A step of a run: work that the worker tells of, or the embedding of some texts. */
type StepId = RunWork | 'embed sentences' | 'embed all';

/** The steps that a run is counted in, with what they are called on the page. */
export type StepWords = Readonly<Partial<Record<StepId, string>>>;

const search: StepWords = {
  searching: 'Searching',
  intervals: 'Drawing 10,000 bootstrap samples',
  'grouping ties': 'Grouping rows that cannot be told apart',
  switches: 'Searching under other readings of BM25',
};

/** In their order; a run with BM25 alone embeds nothing. */
export const benchmarkSteps = (withModel: boolean): StepWords => ({
  'counting tokens': 'Counting tokens',
  'finding answers': 'Finding the answers',
  chunking: 'Cutting into chunks',
  indexing: 'Indexing words',
  ...(withModel && {
    'embed sentences': 'Embedding the sentences that the semantic strategy compares',
    'cutting by sentences': 'Cutting by the vectors of sentences',
    'embed all': 'Embedding questions and chunks',
  }),
  ...search,
});

/** Pasted text and the controlled experiment are embedded, and the rest takes a moment. */
export const methodSteps: StepWords = { 'embed all': 'Embedding texts' };

/** Threads are cut, embedded and searched. */
export const threadsSteps: StepWords = {
  indexing: 'Cutting turns into pieces',
  'embed all': 'Embedding facts, pieces and turns',
  searching: 'Searching for every fact',
  intervals: 'Drawing 10,000 bootstrap samples',
};

/** Steps that are not counted. */
const otherWords: StepWords = {
  'finding answers across boundaries': 'Finding the answers',
  'comparing parts with pieces': 'Comparing every part with every piece',
  'ranking under every method': 'Ranking every query under every method and condition',
  'drawing families': 'Drawing 10,000 bootstrap samples of families',
  'writing files': 'Writing the files',
};

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
  steps: StepWords,
  starting = 'Starting',
): ShownProgress {
  const counted = Object.keys(steps);
  const placeOf = (id: StepId) => {
    const index = counted.length > 1 ? counted.indexOf(id) : -1;
    return index < 0 ? null : { step: index + 1, of: counted.length };
  };
  if (progress === null) return { label: starting, place: null, value: null, of: 1, text: `${starting} …` };
  if (progress.kind === 'embed') {
    const { done, total, cached, doneBytes, totalBytes, cachedBytes, embeddingMs } = progress;
    const id = `embed ${progress.stage}` as const;
    const place = placeOf(id);
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
      label: steps[id] ?? 'Embedding texts',
      place,
      value: doneBytes,
      of: Math.max(1, totalBytes),
      text: words.join(' · '),
    };
  }
  const { step, done, total } = progress;
  const detail = step.of ?? '';
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
    label:
      steps[step.kind] ??
      otherWords[step.kind] ??
      `${step.kind.charAt(0).toUpperCase()}${step.kind.slice(1)}`,
    place: placeOf(step.kind),
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
