import * as z from 'zod/mini';
import { reviewStages } from './reviewStages';
import { deviceStore } from './deviceStore';

const stage = z.enum(reviewStages);
const line = z.object({
  id: z.string(),
  question: z.string(),
  /** The row that missed it, in words. */
  setup: z.string(),
  stages: z.record(stage, z.string()),
  /** The stage that failed first, as the reader judges it. */
  verdict: z.nullable(stage),
  note: z.string(),
});
const sheet = z.array(line);

/** One reviewed miss: what each stage held, the reader's verdict and note. */
export type ReviewLine = z.infer<typeof line>;

/** Review sheets by the artifact that they are on. */
export const keptReviews = deviceStore<ReviewLine[]>('reviews', 'the review sheet', (value) => {
  const read = sheet.safeParse(value);
  return read.success ? read.data : null;
});
