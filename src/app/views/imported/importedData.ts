import { use } from 'react';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { storedGrade } from '../../../experiments/items/compare';
import {
  importedJudgmentsFormat,
  importedQuestionsFormat,
  importedRankingsFormat,
  importedSummaryFormat,
  type ImportedJudgments,
  type ImportedQuestions,
  type ImportedRankings,
  type ImportedSummary,
} from '../../../experiments/items/formats';
import { importedJudgmentsFile, importedRankingsFile } from '../../../experiments/items/files';
import type { ReadNotice } from '../../../artifact/jsonText';
import { loadExperimentFile } from '../../data/artifacts';
import type { OpenExperiment } from '../openExperiment';

export const outcomeKinds = ['hit', 'tied', 'missed'] as const;
/** `tied`: equal scores leave open whether it is a hit. */
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Everything that the questions of an imported artifact are read from. */
export interface ImportedData {
  summary: ImportedSummary;
  questions: ImportedQuestions['questions'];
  /** One per row, in their order. */
  rankings: ImportedRankings[];
  /** By place. */
  judgments: ImportedJudgments[];
}

export function useImportedSummary({ source, entry }: OpenExperiment) {
  return use(loadExperimentFile(source, entry, 'summary.json', importedSummaryFormat));
}

/** By summary: the same files are the same data on every render, so that what rests on them is made once. */
const held = new WeakMap<ImportedSummary, ImportedData>();

/** All files of an imported artifact; suspends until they are there. */
export function useImportedData(experiment: OpenExperiment): {
  value: ImportedData;
  notices: ReadNotice[];
} {
  const { source, entry } = experiment;
  const summary = useImportedSummary(experiment);
  // All are asked for before the first is waited for.
  const questionsLoad = loadExperimentFile(source, entry, 'questions.json', importedQuestionsFormat);
  const rankingLoads = summary.value.rows.map((_, place) =>
    loadExperimentFile(source, entry, importedRankingsFile(place), importedRankingsFormat),
  );
  const judgmentLoads = summary.value.judgments.map((_, place) =>
    loadExperimentFile(source, entry, importedJudgmentsFile(place), importedJudgmentsFormat),
  );
  const questions = use(questionsLoad);
  const rankings = rankingLoads.map((load) => use(load));
  const judgments = judgmentLoads.map((load) => use(load));
  let data = held.get(summary.value);
  if (!data)
    held.set(
      summary.value,
      (data = {
        summary: summary.value,
        questions: questions.value.questions,
        rankings: rankings.map(({ value }) => value),
        judgments: judgments.map(({ value }) => value),
      }),
    );
  return {
    value: data,
    notices: [summary, questions, ...rankings, ...judgments].flatMap(({ notices }) => notices),
  };
}

export const rowPlace = ({ summary }: ImportedData, row: string): number =>
  Math.max(
    0,
    summary.rows.findIndex((candidate) => candidate.row === row),
  );

/** What became of a question in a row; null for one that its judgments do not hold. */
export function outcomeOf(
  { rankings }: ImportedData,
  row: number,
  question: number,
  k: Cutoff,
): OutcomeKind | null {
  const hits = rankings[row]!.hits[question];
  if (!hits) return null;
  const hit = hits[CUTOFFS.indexOf(k)]!;
  return hit > 1 - 1e-9 ? 'hit' : hit < 1e-9 ? 'missed' : 'tied';
}

/** First relevant rank; 0 when nothing relevant was returned, null for a question that is not judged. */
export const firstRank = ({ rankings }: ImportedData, row: number, question: number): number | null =>
  rankings[row]!.firstRelevantRank[question] ?? null;

export interface ShownResult {
  rank: number;
  id: string;
  score: number;
  /** null where nobody judged it. */
  grade: number | null;
  /** Shares its score with a neighbour in the list. */
  tied: boolean;
}

/** What a row returned for a question, as far as it is kept. */
export function resultsOf(
  { summary, rankings, judgments }: ImportedData,
  row: number,
  question: number,
): ShownResult[] {
  const set = judgments[summary.rows[row]!.judgments]!;
  const [ids, scores] = [rankings[row]!.ids[question] ?? [], rankings[row]!.scores[question] ?? []];
  return ids.map((id, place) => ({
    rank: place + 1,
    id,
    score: scores[place]!,
    grade: storedGrade(set, question, id),
    tied: scores[place] === scores[place - 1] || scores[place] === scores[place + 1],
  }));
}

export interface ShownRelevant {
  id: string;
  grade: number;
  /** null when it is not among the results that are kept. */
  rank: number | null;
}

/** What is relevant for a question in a row, the highest grade first, each with the rank at which it was returned. */
export function relevantOf(
  { summary, rankings, judgments }: ImportedData,
  row: number,
  question: number,
): ShownRelevant[] {
  const set = judgments[summary.rows[row]!.judgments]!;
  const ranks = new Map((rankings[row]!.ids[question] ?? []).map((id, place) => [id, place + 1]));
  return (set.relevant[question] ?? [])
    .map((id, place) => ({ id, grade: set.grades[question]?.[place] ?? 1, rank: ranks.get(id) ?? null }))
    .sort((a, b) => b.grade - a.grade || (a.rank ?? Infinity) - (b.rank ?? Infinity));
}

export const relevantCount = ({ summary, judgments }: ImportedData, row: number, question: number): number =>
  judgments[summary.rows[row]!.judgments]!.relevant[question]?.length ?? 0;
