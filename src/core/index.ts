/** The public door of `core`: every name that outside code may rely on. */
export type * from './units';
export { collapseWhitespace, isBlank } from './text/whitespace';
export { coveredLength, mergeSpans, overlapLength, spansOverlap, trimSpan } from './text/spans';
export { codePointLength, utf16OffsetOf, utf8Length } from './text/sizes';
export { sentenceSpans } from './text/sentences';
