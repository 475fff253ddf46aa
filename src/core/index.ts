/** The public door of `core`: every name that outside code may rely on. */
export type * from './units';
export { collapseWhitespace, isBlank } from './text/whitespace';
export { coveredLength, mergeSpans, overlapLength, spansOverlap, trimSpan } from './text/spans';
export { codePointLength, utf16OffsetOf, utf8Length } from './text/sizes';
export { sentenceSpans } from './text/sentences';
export { buildBm25, bm25Defaults, scoreWith, type Bm25, type Bm25Options, type Bm25Parameters, type Bm25Term, type IdfForm } from './retrieval/bm25';
export { indexTokens, type TokenIndex } from './retrieval/bm25Index';
export { numberContexts, rankContexts, type ContextHit, type ReturnedContext } from './retrieval/contexts';
export { fusionDefaults, reciprocalRankFusion, type FusedHit, type FusionOptions } from './retrieval/fusion';
export { readTerms, termSpans, tokenRules, type TokenRule } from './retrieval/terms';
export type { Hit } from './retrieval/topK';
export { chunkSearchVector, cosine, dot, meanVector, norm, truncateDimensions, unit } from './vectors/vectors';
export { blendDotsOf, blendedScore, scoreTerms, scoreTermsFromDots, type BlendDots, type BlendedScore, type ScoreTerms } from './vectors/scoreTerms';
export { swapWeight, type SwapWeight, type WeightRange } from './vectors/swapWeight';
