import { create } from 'zustand';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { keptReviews, type ReviewLine } from '../data/reviewStorage';

/** Review sheets of the artifacts that were looked at in this visit; each is kept on this device as it changes. */
interface ReviewSheets {
  /** By artifact; absent until it was asked for. */
  sheets: Readonly<Record<string, readonly ReviewLine[]>>;
  /** Why a change is not kept, in words. */
  problem: string | null;
}

export const useReviewSheets = create<ReviewSheets>()(() => ({ sheets: {}, problem: null }));

/** An artifact as a sheet is kept under it: figures that were made again begin a sheet of their own. */
export const sheetKey = ({ id, files }: Pick<ExperimentEntry, 'id' | 'files'>): string =>
  `${id} ${files.find(({ name }) => name === 'summary.json')?.sha256 ?? ''}`;

const put = (key: string, lines: readonly ReviewLine[]): void =>
  useReviewSheets.setState(({ sheets }) => ({ sheets: { ...sheets, [key]: lines } }));

/** Reads what this device keeps, once in a visit. Lines that were added meanwhile stay. */
export async function openSheet(key: string): Promise<void> {
  if (useReviewSheets.getState().sheets[key]) return;
  put(key, []);
  const kept = (await keptReviews.get(key)) ?? [];
  const added = useReviewSheets.getState().sheets[key] ?? [];
  put(key, [...kept.filter((line) => !added.some((own) => isSame(own, line))), ...added]);
}

/** One question missed by one row is one line. */
const isSame = (a: Pick<ReviewLine, 'id' | 'setup'>, b: Pick<ReviewLine, 'id' | 'setup'>): boolean =>
  a.id === b.id && a.setup === b.setup;

/** Turns one sheet into another and keeps it; nothing left is nothing kept. */
async function change(key: string, by: (lines: readonly ReviewLine[]) => ReviewLine[]): Promise<void> {
  const lines = by(useReviewSheets.getState().sheets[key] ?? []);
  put(key, lines);
  try {
    await (lines.length === 0 ? keptReviews.remove(key) : keptReviews.keep(key, lines));
    useReviewSheets.setState({ problem: null });
  } catch (error) {
    useReviewSheets.setState({ problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Adds a miss; one that is there already is filled in anew, and keeps its verdict and note. */
export const addReview = (key: string, line: Omit<ReviewLine, 'verdict' | 'note'>): Promise<void> =>
  change(key, (lines) => {
    const before = lines.find((own) => isSame(own, line));
    const added = { ...line, verdict: before?.verdict ?? null, note: before?.note ?? '' };
    return before ? lines.map((own) => (own === before ? added : own)) : [...lines, added];
  });

export const judgeReview = (
  key: string,
  line: ReviewLine,
  patch: Partial<Pick<ReviewLine, 'verdict' | 'note'>>,
): Promise<void> =>
  change(key, (lines) => lines.map((own) => (isSame(own, line) ? { ...own, ...patch } : own)));

export const removeReview = (key: string, line: ReviewLine): Promise<void> =>
  change(key, (lines) => lines.filter((own) => !isSame(own, line)));

export const clearReviews = (key: string): Promise<void> => change(key, () => []);
