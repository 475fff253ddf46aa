import type { Span } from '../core/units';

export interface BenchmarkDocument {
  id: string;
  title: string;
  text: string;
  /** Paragraphs, where the corpus counts them. */
  paragraphs?: number;
}

/** A required span in the text of a document, by the document's place in the corpus. */
export interface GoldSpan extends Span {
  document: number;
}

export interface BenchmarkQuestion {
  id: string;
  text: string;
  /** Place of the question's own document; null when it has none. */
  document: number | null;
  /** Distinct answer texts: a context that contains one of them is relevant (answer rule). */
  answers: readonly string[];
  /** Required spans (evidence rule, span metrics), which are all that counts where there are no answers; empty when none is known. */
  gold: readonly GoldSpan[];
  /** Family per grouping. */
  families: Readonly<Record<string, string>>;
}

export interface Grouping {
  id: string;
  label: string;
}

/** What a benchmark runs on: any texts with questions, whoever brings them. */
export interface BenchmarkCorpus {
  documents: readonly BenchmarkDocument[];
  questions: readonly BenchmarkQuestion[];
  groupings: readonly Grouping[];
  /** The grouping whose families are drawn as a whole by bootstrap and permutation. */
  cluster: string;
  /** Documents are judged whole: a chunk that is found returns its document, which counts once. */
  returns?: 'documents';
}

/** A kind of work, and which of several of the kind it is: the strategy, the row, the width. */
export interface WorkStep<Kind extends string = string> {
  kind: Kind;
  of?: string;
}

/** The kinds of work of a benchmark. */
export type BenchmarkWork =
  | 'counting tokens'
  | 'finding answers'
  | 'finding answers across boundaries'
  | 'chunking'
  | 'measuring what is reported'
  | 'indexing'
  | 'writing'
  | 'searching'
  | 'intervals'
  | 'grouping ties'
  | 'switches'
  | 'expanding'
  | 'looking at neighbors';

/**
 * Called between two pieces of work, and awaited: the place to show progress, to give
 * way to other work, and to stop the run by throwing.
 */
export type BenchmarkStep = StepOf<BenchmarkWork>;
export type StepOf<Kind extends string> = (
  step: WorkStep<Kind>,
  done: number,
  total: number,
) => void | Promise<void>;

/** A step in words, `chunking: Recursive`: to be shown, never to be read again. */
export const stepName = ({ kind, of }: WorkStep): string => (of === undefined ? kind : `${kind}: ${of}`);

/** Calls `visit` for every index and `step` now and then, after the last one too. */
export async function eachWithStep<Kind extends string>(
  name: WorkStep<Kind>,
  total: number,
  every: number,
  step: StepOf<Kind> | undefined,
  visit: (index: number) => unknown,
): Promise<void> {
  for (let index = 0; index < total; index++) {
    if (index % every === 0) await step?.(name, index, total);
    const visited = visit(index);
    if (visited instanceof Promise) await visited;
  }
  await step?.(name, total, total);
}

/**
 * What the corpus hash of documents and questions is taken of: every text that decides a
 * figure, in order, and no more. The hash is its SHA-256; two runs with the same one can
 * be compared question by question. Documents are taken by their paragraphs, so that a
 * sample of SQuAD has the hash of the published benchmark, whoever brings it. A question
 * without answers is judged by its spans, so these are part of it.
 */
export function corpusHashInput({
  documents,
  questions,
}: Pick<BenchmarkCorpus, 'documents' | 'questions'>): string {
  return JSON.stringify([
    documents.map(({ id, text }) => [id, text.split('\n\n')]),
    questions.map(({ id, text, answers, gold }) => [
      id,
      text,
      [...new Set(answers)],
      ...(answers.length === 0 && gold.length > 0
        ? [gold.map(({ document, start, end }) => [document, start, end])]
        : []),
    ]),
  ]);
}

/** Refuses a corpus that would give figures about something else than it says. */
export function checkCorpus({ documents, questions, groupings, cluster }: BenchmarkCorpus): void {
  if (!groupings.some(({ id }) => id === cluster))
    throw new RangeError(
      `cluster must be one of the groupings ${groupings.map(({ id }) => id).join(', ')}, found ${cluster}`,
    );
  checkDistinct('document', documents);
  checkDistinct('question', questions);
  for (const { id, document, gold, families } of questions) {
    if (document !== null && documents[document] === undefined)
      throw new RangeError(
        `question ${id}: document must be a place from 0 to ${documents.length - 1}, found ${document}`,
      );
    for (const span of gold) {
      const length = documents[span.document]?.text.length;
      if (length === undefined)
        throw new RangeError(
          `question ${id}: a gold span lies in document ${span.document}, expected a place from 0 to ${documents.length - 1}`,
        );
      if (!(span.start >= 0 && span.start < span.end && span.end <= length))
        throw new RangeError(
          `question ${id}: gold span ${span.start}–${span.end} must be a stretch of its document of ${length} UTF-16 code units`,
        );
    }
    for (const grouping of groupings) {
      if (typeof families[grouping.id] !== 'string')
        throw new RangeError(
          `question ${id}: expected a family for grouping ${grouping.id}, found ${String(families[grouping.id])}`,
        );
    }
  }
}

function checkDistinct(what: string, items: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id))
      throw new RangeError(`${what} id ${JSON.stringify(id)} occurs twice, expected every id once`);
    seen.add(id);
  }
}

export interface Clusters {
  /** Families of the cluster grouping, in the order in which questions first name them. */
  names: string[];
  /** The cluster of each question. */
  of: Int32Array;
}

export function clustersOf({
  questions,
  cluster,
}: {
  questions: readonly Pick<BenchmarkQuestion, 'families'>[];
  cluster: string;
}): Clusters {
  const places = new Map<string, number>();
  const of = Int32Array.from(questions, ({ families }) => {
    const name = families[cluster]!;
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, places.size);
    return places.size - 1;
  });
  return { names: [...places.keys()], of };
}
