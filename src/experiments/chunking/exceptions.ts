import { exceptionPairs, isRuleAlone, type ExceptionPair } from '../../core/text/exceptions';
import { spansOverlap } from '../../core/text/spans';
import type { Span } from '../../core/units';
import type { GoldSpan } from '../../datasets/corpus';

const known = new WeakMap<readonly string[], ReadonlyMap<number, readonly ExceptionPair[]>>();

/** Rules and their exceptions by document, of the documents that have some; read once per corpus. */
export function pairsOf(documents: readonly string[]): ReadonlyMap<number, readonly ExceptionPair[]> {
  let pairs = known.get(documents);
  if (!pairs) {
    const read = documents.map((text, document) => [document, exceptionPairs(text)] as const);
    known.set(documents, (pairs = new Map(read.filter(([, own]) => own.length > 0))));
  }
  return pairs;
}

/** A rule and its exception in one of the documents. */
export interface AskedException {
  document: number;
  pair: ExceptionPair;
}

const knownIn = new WeakMap<object, readonly ExceptionPair[]>();

/** Those of one document, read once. */
export function pairsIn(document: { text: string }): readonly ExceptionPair[] {
  let pairs = knownIn.get(document);
  if (!pairs) knownIn.set(document, (pairs = exceptionPairs(document.text)));
  return pairs;
}

/** Pairs whose exception a question asks about: its gold touches that half. */
export const askedExceptions = (
  gold: readonly GoldSpan[],
  pairs: ReadonlyMap<number, readonly ExceptionPair[]>,
): AskedException[] =>
  [...new Set(gold.map(({ document }) => document))].flatMap((document) =>
    (pairs.get(document) ?? [])
      .filter(({ exception }) =>
        gold.some((span) => span.document === document && spansOverlap(span, exception)),
      )
      .map((pair) => ({ document, pair })),
  );

/** Whether a rule came among the returned contexts, and the exception that was asked about in none of them. */
export const cameWithoutException = (
  asked: readonly AskedException[],
  returned: readonly (Span & { document: number })[],
): boolean =>
  asked.some(({ document, pair }) =>
    isRuleAlone(
      pair,
      returned.filter((span) => span.document === document),
    ),
  );
