import { byDocument, type DocumentSpan } from './spanMetrics';

/**
 * Which of the required spans lie whole inside the union of the returned contexts, in
 * the order given. Two contexts that meet inside a span cover it together.
 */
export function evidenceFound(
  required: readonly DocumentSpan[],
  returned: readonly DocumentSpan[],
): boolean[] {
  const found = byDocument(returned);
  return required.map(
    (span) =>
      found.get(span.document)?.some((run) => run.start <= span.start && span.end <= run.end) ?? false,
  );
}

/** Whether all required spans were found; `null` for a question that requires none. */
export function evidenceCovered(
  required: readonly DocumentSpan[],
  returned: readonly DocumentSpan[],
): boolean | null {
  return required.length === 0 ? null : evidenceFound(required, returned).every(Boolean);
}

export interface EvidenceCoverage {
  /** Share of the questions with required spans for which all of them were found; `null` without such questions. */
  value: number | null;
  /** Questions with required spans. */
  n: number;
  /** Questions without: the only ones that a mean leaves out. */
  excluded: number;
}

/** Evidence-set coverage over questions, from each one's `evidenceCovered`. */
export function evidenceCoverage(covered: readonly (boolean | null)[]): EvidenceCoverage {
  const counted = covered.filter((value) => value !== null);
  const n = counted.length;
  return { value: n === 0 ? null : counted.filter(Boolean).length / n, n, excluded: covered.length - n };
}
