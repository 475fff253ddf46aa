/** The public door of `core`: every name that outside code may rely on. */
export type * from './units';
export { collapseWhitespace, isBlank } from './text/whitespace';
export { coveredLength, mergeSpans, overlapLength, spansOverlap, trimSpan } from './text/spans';
export { codePointLength, utf16OffsetOf, utf8Length } from './text/sizes';
export { sentenceSpans } from './text/sentences';
export { comparableText, findText, mapComparable, type MappedText } from './text/findText';
export { queryContext, queryContextBytes, tailWithinBytes } from './text/tail';
export { splitPromptChunks, type PromptChunkOptions, type TextSpan } from './text/promptChunks';
export { packTextPieces, packTextSpans } from './text/packText';
export { packTexts, textAt, type PackedTexts } from './text/packedTexts';
export {
  formatTurnTime,
  labelPieces,
  type LabelledPiece,
  type LabelOptions,
  type Turn,
  type TurnSource,
} from './text/labelPieces';
export { planRequests, type RequestLimits } from './text/planRequests';
export {
  buildBm25,
  bm25Defaults,
  scoreWith,
  type Bm25,
  type Bm25Options,
  type Bm25Parameters,
  type Bm25Term,
} from './retrieval/bm25';
export type { IdfForm } from './retrieval/termShares';
export { indexTokens, type TokenIndex } from './retrieval/bm25Index';
export { numberContexts, rankContexts, type ContextHit, type ReturnedContext } from './retrieval/contexts';
export {
  adjacentRuns,
  expandNeighbors,
  type ChunkHit,
  type ChunkRun,
  type ExpandedHit,
  type NeighborCounts,
  type NeighborExpansion,
  type PlacedChunk,
  type RetrievedChunk,
} from './retrieval/neighbors';
export { fusionDefaults, reciprocalRankFusion, type FusedHit, type FusionOptions } from './retrieval/fusion';
export { readTerms, termSpans, tokenRules, type TokenRule } from './retrieval/terms';
export type { Hit } from './retrieval/topK';
export {
  chunkSearchVector,
  cosine,
  dot,
  meanVector,
  norm,
  truncateDimensions,
  unit,
} from './vectors/vectors';
export {
  blendDotsOf,
  blendedScore,
  scoreTerms,
  scoreTermsFromDots,
  type BlendDots,
  type BlendedScore,
  type ScoreTerms,
} from './vectors/scoreTerms';
export { swapWeight, type SwapWeight, type WeightRange } from './vectors/swapWeight';
export { auroc, falsePositiveRate } from './metrics/abstention';
export { meanRandomBaseline, randomBaseline, type RandomBaseline } from './metrics/baseline';
export { BUDGETS, prefixWithinBudget, prefixesWithinBudgets } from './metrics/budget';
export {
  CUTOFFS,
  contextTokensAt90,
  cutoffAbove90,
  uniqueContextTokensAt90,
  type CostOutcome,
  type Cutoff,
} from './metrics/contextTokens';
export { evidenceCoverage, evidenceCovered, evidenceFound, type EvidenceCoverage } from './metrics/evidence';
export { LOSSES, lossOf, MISS_CUTOFF, type Loss, type LossInput } from './metrics/loss';
export { expectedNdcgAt, ndcgAt } from './metrics/ndcg';
export { firstRelevantRank, hitAt, mrrAt, recallAt, type Relevances } from './metrics/ranks';
export { metricLabel, metrics, type Metric, type MetricId } from './metrics/registry';
export { precisionOmega, spanIoU, spanPrecision, spanRecall, type DocumentSpan } from './metrics/spanMetrics';
export {
  expectedHitAt,
  expectedRecallAt,
  expectedReciprocalRank,
  tieGroup,
  tieGroupAt,
  tieOutcome,
  TIE_TOLERANCE,
  type TieCounts,
  type TieOutcome,
} from './metrics/ties';
export { clusterColumn, columnMean, countBy, groupBy, type ClusterColumn } from './stats/aggregate';
export {
  bootstrapCells,
  bootstrapDifference,
  BOOTSTRAP_DRAWS,
  bootstrapMean,
  type BootstrapOptions,
  type Interval,
} from './stats/bootstrap';
export {
  comparePairs,
  holm,
  verdict,
  type Comparison,
  type CompareOptions,
  type Direction,
  type Verdict,
} from './stats/compare';
export { toCsv, type CsvColumn, type CsvValue } from './stats/csv';
export * as format from './stats/format';
export {
  estimateCells,
  extremeBound,
  tInterval,
  type Estimate,
  type EstimateOptions,
} from './stats/intervals';
export { compareMissingLast } from './stats/order';
export { quantile } from './stats/quantile';
export { GENERATOR, randomSource, shuffled, STATISTICS_SEED, type RandomSource } from './stats/rng';
export { signFlipTest, type SignFlipResult } from './stats/signFlip';
export { studentQuantile } from './stats/studentT';
export { bestRow, inseparableFrom, tieGroups, type GroupedRow } from './stats/tieGroups';
export {
  chunkText,
  chunkTextDetailed,
  chunkingStrategies,
  strategyIds,
  type Chunking,
  type StrategyId,
} from './chunking/registry';
export { distanceThreshold } from './chunking/semantic';
export { lexicalDistances, vectorDistances } from './chunking/sentenceDistances';
export type { Chunk, ChunkUnit, ChunkingParameters, ChunkingStrategy } from './chunking/strategy';
export { createTokenCounter, estimateTokenizer, estimateTokens, type Tokenizer } from './chunking/tokens';
export { matrixOf, packVectors, type VectorMatrix, type VectorRows } from './vectors/matrix';
export { searchRows, searchRowsPlain, topKCosine } from './vectors/search';
export {
  blendDotsAt,
  blendedGlobal,
  blendedGroups,
  blendedWhole,
  blendScoreAt,
  blendTable,
  type BlendTable,
  type BlendVectors,
} from './retrieval/blendTable';
export {
  groupDefaults,
  mergeParts,
  searchGlobal,
  searchGroups,
  searchWhole,
  starvedParts,
  unreachedParts,
  type GlobalHit,
  type GroupOptions,
} from './retrieval/groups';
export {
  blendMethod,
  blendMethods,
  blendBlocks,
  blendConditions,
  type BlendBlock,
  type BlendCondition,
  type BlendMethod,
  type BlendWeights,
} from '../experiments/blend/measure/methods';
export {
  composeBlendFixtures,
  type AuthoredSet,
  type ComposedFixtures,
} from '../experiments/blend/measure/fixtures';
export { similarityBlock, textsToEmbed, type SimilarityBlock } from '../experiments/blend/measure/similarity';
export {
  blockDots,
  rankBlendQuery,
  relevantRecords,
  type BlendOrder,
} from '../experiments/blend/measure/ranking';
export { blockOutcomes, rankingOutcome, type BlendOutcome } from '../experiments/blend/measure/outcomes';
export {
  blendColumn,
  blendCurve,
  blendOutcomes,
  evaluateBlend,
  type BlendBlocks,
  type BlendCurvePoint,
  type BlendEvaluation,
} from '../experiments/blend/measure/evaluation';
export {
  blendResults,
  blendSimilarities,
  blendSummary,
  evaluateRankings,
} from '../experiments/blend/measure/files';
export { explainBlendMiss, type BlendMiss, type MissSide } from '../experiments/blend/measure/miss';
export {
  checkCorpus,
  clustersOf,
  corpusHashInput,
  type BenchmarkCorpus,
  type BenchmarkDocument,
  type BenchmarkQuestion,
  type BenchmarkStep,
  type GoldSpan,
  type Grouping,
} from '../datasets/corpus';
export {
  benchmarkTexts,
  keptDepth,
  prepareBenchmark,
  runBenchmark,
  searchBenchmark,
  type BenchmarkRow,
  type BenchmarkRun,
  type PreparedBenchmark,
} from '../experiments/chunking/measure/benchmark';
export { clustered, columnOf, rowFigures, type RowFigures } from '../experiments/chunking/measure/figures';
export { documentTokens, type DocumentTokens } from '../experiments/chunking/measure/documentTokens';
export {
  setupsOf,
  type BenchmarkEmbedding,
  type BenchmarkOptions,
  type Retriever,
  type Setup,
} from '../experiments/chunking/measure/setups';
export {
  committedStrategies,
  indexedTexts,
  type BenchmarkStrategy,
  type StrategyIndex,
} from '../experiments/chunking/measure/strategyIndex';
export { runSwitches, switchSettings, type SwitchSetting } from '../experiments/chunking/measure/switches';
export { verdicts, type Verdicts } from '../experiments/chunking/measure/verdicts';
export {
  relevantRuns,
  type NumberedRun,
  type RelevantRuns,
} from '../experiments/chunking/neighbors/answerRuns';
export { expansionGround, type ExpansionGround } from '../experiments/chunking/neighbors/basis';
export {
  runNeighborExpansion,
  type NeighborExpansionRun,
} from '../experiments/chunking/neighbors/experiment';
export {
  expansionComparisons,
  expansionFigures,
  type ExpansionFigures,
  type ExpansionRun,
} from '../experiments/chunking/neighbors/figures';
export {
  expandQuestion,
  expansionOutcomes,
  type ExpansionBasis,
  type ExpansionOutcome,
} from '../experiments/chunking/neighbors/outcomes';
export {
  expandedStrategy,
  isExpandedStrategy,
  maxNeighbors,
  neighborRunId,
  neighborRuns,
} from '../experiments/chunking/neighbors/runs';
