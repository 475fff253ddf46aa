import {
  chunkingChunksFormat,
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  chunkingSwitchesFormat,
  chunkingTextsFormat,
} from './chunking/formats';
import {
  blendFixturesFormat,
  blendResultsFormat,
  blendSimilaritiesFormat,
  blendSummaryFormat,
} from './blend/formats';
import type { FileFormat } from '../artifact/decode';
import {
  importedJudgmentsFormat,
  importedQuestionsFormat,
  importedRankingsFormat,
  importedSummaryFormat,
} from './items/formats';
import type { ExperimentKind } from '../artifact/indexFile';
import {
  neighborChunksFormat,
  neighborHitsFormat,
  neighborQuestionsFormat,
  neighborRunFormat,
  neighborSummaryFormat,
} from './chunking/neighbors/formats';

type Names = Readonly<Record<string, FileFormat<unknown>>>;

/** What each file of an artifact is, by name; a name that ends in a slash is a folder of such files. */
const byKind: Record<ExperimentKind, Names> = {
  'contextual-blend': {
    'context-fixtures.json': blendFixturesFormat,
    'intent-fixtures.json': blendFixturesFormat,
    'context-results.json': blendResultsFormat,
    'intent-results.json': blendResultsFormat,
    'summary.json': blendSummaryFormat,
    'similarities.json': blendSimilaritiesFormat,
  },
  chunking: {
    'summary.json': chunkingSummaryFormat,
    'questions.json': chunkingQuestionsFormat,
    'switches.json': chunkingSwitchesFormat,
    'texts.json': chunkingTextsFormat,
    'chunks/': chunkingChunksFormat,
    'rankings/': chunkingRankingsFormat,
    'relevant/': chunkingRelevantFormat,
  },
  'neighbor-expansion': {
    'summary.json': neighborSummaryFormat,
    'questions.json': neighborQuestionsFormat,
    'chunks.json': neighborChunksFormat,
    'hits.json': neighborHitsFormat,
    'texts.json': chunkingTextsFormat,
    'runs/': neighborRunFormat,
  },
  imported: {
    'summary.json': importedSummaryFormat,
    'questions.json': importedQuestionsFormat,
    'judgments/': importedJudgmentsFormat,
    'rankings/': importedRankingsFormat,
  },
};

/** The formats of the files of a kind of experiment, each once. */
export function formatsOf(kind: ExperimentKind): FileFormat<unknown>[] {
  return [...new Set(Object.values(byKind[kind]))];
}

/** The format of a file of an experiment; undefined for a name that its kind does not have. */
export function artifactFormat(kind: ExperimentKind, name: string): FileFormat<unknown> | undefined {
  const names = byKind[kind];
  const slash = name.indexOf('/');
  const key = slash < 0 ? name : name.slice(0, slash + 1);
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
