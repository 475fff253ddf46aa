import type { ExperimentKind } from '../../analysis/kind';
import { blendRun, conditionOf } from './compare';
import { blendChecks } from './doctor';
import {
  blendConditions,
  blendFixturesFormat,
  blendResultsFormat,
  blendSimilaritiesFormat,
  blendSummaryFormat,
  type BlendSimilarities,
  type BlendSummary,
} from './formats';
import { blendContents } from './report';
import { blendFinding } from './finding';
import { blendDetails } from './reportDetails';

const fixtures = { format: blendFixturesFormat, withoutText: 'left out' } as const;
const results = { format: blendResultsFormat, withoutText: 'has none' } as const;

/** One sentence in several contexts: methods that blend its vector with that of its context. */
export const blendKind: ExperimentKind = {
  id: 'contextual-blend',
  files: {
    'context-fixtures.json': fixtures,
    'intent-fixtures.json': fixtures,
    'context-results.json': results,
    'intent-results.json': results,
    'summary.json': { format: blendSummaryFormat, withoutText: 'has none' },
    'similarities.json': { format: blendSimilaritiesFormat, withoutText: 'has none' },
  },
  fileName: () => null,
  checks: blendChecks,
  across: null,
  finding: {
    reads: (name) => name === 'summary.json',
    of: (files) => blendFinding(files.get('summary.json') as BlendSummary),
  },
  report: {
    reads: (name) => !name.endsWith('-results.json'),
    contents: (_, files) => blendContents(files.get('summary.json') as BlendSummary, files),
  },
  compare: {
    reads: (name) => !name.endsWith('-results.json'),
    runForm: '<experiment>~<row>~<condition>',
    run(entry, files, name) {
      const summary = files.get('summary.json') as BlendSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      const condition = blendConditions.find((known) => known === name.condition);
      if (!row || !condition) return null;
      const similarities = files.get('similarities.json') as BlendSimilarities;
      return blendRun(entry, { summary, similarities }, row, condition);
    },
    details(files, { name, label }) {
      const summary = files.get('summary.json') as BlendSummary | undefined;
      const method = summary?.rows.find(({ row }) => row === name.row);
      const similarities = files.get('similarities.json') as BlendSimilarities | undefined;
      if (!method || !similarities) return null;
      return blendDetails(similarities, files, [{ method, condition: conditionOf(name), label }]);
    },
  },
};
