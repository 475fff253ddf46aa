/** The public names of `core`, on which outside code may rely: these and no others. Inside, every file imports from the file that it needs. */
export { tailWithinBytes } from './text/tail';
export { splitPromptChunks } from './text/promptChunks';
export { packTextPieces, packTextSpans } from './text/packText';
export { labelPieces } from './text/labelPieces';
export { planRequests } from './text/planRequests';
export { buildBm25 } from './retrieval/bm25';
export { chunkSearchVector, meanVector, truncateDimensions, unit } from './vectors/vectors';
export { scoreTerms } from './vectors/scoreTerms';
export { expectedNdcgAt, ndcgAt } from './metrics/ndcg';
export { expectedHitAt, expectedRecallAt, expectedReciprocalRank } from './metrics/ties';
export { bootstrapMean } from './stats/bootstrap';
export { chunkText } from './chunking/registry';
export { topKCosine } from './vectors/search';
export { searchGroups } from './retrieval/groups';
