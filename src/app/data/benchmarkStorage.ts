import * as z from 'zod/mini';
import type { AskedQuestion } from '../../datasets/own/asked';
import { deviceStore } from './deviceStore';

/** Documents and questions that the reader chose to keep. */
export interface KeptInput {
  documents: readonly { id: string; text: string }[];
  questions: readonly AskedQuestion[];
}

const mark = z.object({ document: z.string(), start: z.number(), end: z.number() });
const input = z.object({
  documents: z.array(z.object({ id: z.string(), text: z.string() })),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      document: z.nullable(z.string()),
      answers: z.array(z.string()),
      marks: z.array(mark),
      family: z.nullable(z.string()),
      open: z.optional(z.boolean()),
    }),
  ),
});

/** The documents and questions of the benchmark, under the key `benchmark`. */
export const keptInputs = deviceStore<KeptInput>('inputs', 'the documents and questions', (value) => {
  const found = input.safeParse(value);
  return found.success ? found.data : null;
});
