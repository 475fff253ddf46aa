/**
 * Named number types. They are aliases, not brands: they document what a number
 * counts, and cost nothing where typed arrays are used.
 */

/** UTF-16 code-unit index into a source text. */
export type Utf16Offset = number;
/** Unicode code points ("characters" in a size). */
export type CodePoints = number;
/** UTF-8 bytes. */
export type Utf8Bytes = number;
/** cl100k_base tokens, or the estimate of 4 bytes a token where a result says so. */
export type Tokens = number;
/** A share between 0 and 1. */
export type Fraction = number;
/** Raw cosine between -1 and 1. */
export type Cosine = number;
/** 1-based position in a ranking. */
export type Rank = number;

/** Half-open `[start, end)` in UTF-16 code units of one source text. */
export interface Span {
  start: Utf16Offset;
  end: Utf16Offset;
}
