import { namesOf, type ExperimentKind } from '../../../analysis/kind';
import { chunkingTextsFormat } from '../formats';
import { questionsWithoutText, summaryWithoutText } from '../withoutText';
import { neighborRun } from './compare';
import { neighborChecks } from './doctor';
import { expansionData, expansionTree } from './expansionTrees';
import { neighborRunFile } from './files';
import {
  neighborChunksFormat,
  neighborHitsFormat,
  neighborQuestionsFormat,
  neighborRunFormat,
  neighborSummaryFormat,
  type NeighborChunks,
  type NeighborHits,
  type NeighborQuestions,
  type NeighborRun,
  type NeighborSummary,
} from './formats';
import { neighborContents } from './report';
import { neighborDetails } from './reportDetails';

const plainName = namesOf(
  {},
  {
    'neighbor-questions': 'questions.json',
    'neighbor-chunks': 'chunks.json',
    'neighbor-hits': 'hits.json',
  },
);

/** Hits of one strategy with the chunks beside them. */
export const neighborKind: ExperimentKind = {
  id: 'neighbor-expansion',
  files: {
    'summary.json': { format: neighborSummaryFormat, withoutText: summaryWithoutText },
    'questions.json': { format: neighborQuestionsFormat, withoutText: questionsWithoutText },
    'chunks.json': { format: neighborChunksFormat, withoutText: 'has none' },
    'hits.json': { format: neighborHitsFormat, withoutText: 'has none' },
    'texts.json': { format: chunkingTextsFormat, withoutText: 'left out' },
    'runs/': { format: neighborRunFormat, withoutText: 'has none' },
  },
  fileName(value) {
    const { kind, neighborPrev, neighborNext } = value;
    if (kind !== 'neighbor-run') return plainName(value);
    return typeof neighborPrev === 'number' && typeof neighborNext === 'number'
      ? neighborRunFile({ neighborPrev, neighborNext })
      : null;
  },
  checks: neighborChecks,
  report: {
    reads: () => true,
    contents: (_, files) => neighborContents(files.get('summary.json') as NeighborSummary, files),
  },
  compare: {
    reads: () => true,
    run(entry, files, name, rule) {
      const summary = files.get('summary.json') as NeighborSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      if (!row || name.condition !== undefined) return null;
      return neighborRun(
        entry,
        {
          summary,
          questions: files.get('questions.json') as NeighborQuestions,
          run: files.get(neighborRunFile(row)) as NeighborRun,
          hits: files.get('hits.json') as NeighborHits,
          chunks: files.get('chunks.json') as NeighborChunks,
        },
        row,
        rule,
      );
    },
    details(files, { name }, rule) {
      const data = expansionData(files, rule);
      const row = data?.summary.rows.find(({ row }) => row === name.row);
      return data && row ? neighborDetails(data, files, [row]) : null;
    },
    trees(files, { name }, rule) {
      const data = expansionData(files, rule);
      const row = data?.summary.rows.find(({ row }) => row === name.row);
      if (!data || !row) return null;
      const positions = new Map(data.questions.map(({ id }, position) => [id, position]));
      return {
        widens: row.neighborPrev + row.neighborNext > 0,
        treeOf(question, depth, group) {
          const position = positions.get(question);
          return position === undefined ? null : expansionTree(data, position, row, depth, group);
        },
      };
    },
  },
};
