import { blendBlocks, blendConditions, type BlendCondition } from './measure/methods';
import { rankingOutcome } from './measure/outcomes';
import { rankBlendQuery, relevantRecords } from './measure/ranking';
import { tieGroup } from '../../core/metrics/ties';
import type { BlendMethodRow, BlendSimilarities, BlendSummary } from './formats';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { describeModel, type MeasuredRun } from '../../analysis/compare/measuredRun';
import { formatRunId } from '../../analysis/compare/runId';

export const conditionLabels: Record<BlendCondition, string> = {
  clean: 'clean texts',
  stored: 'noise in stored',
  query: 'noise in queries',
  both: 'noise in both',
};

/** The condition that a run's name says; clean texts unless it says one. */
export const conditionOf = (name: { condition?: string }): BlendCondition =>
  blendConditions.find((condition) => condition === name.condition) ?? 'clean';

export const blendRunLabel = ({ label }: BlendMethodRow, condition: BlendCondition): string =>
  `${label}, ${conditionLabels[condition]}`;

export function blendCorpus({ corpusHash }: BlendSummary): MeasuredRun['corpus'] {
  return {
    name: 'the records of the controlled blend, both blocks',
    hash: blendBlocks.map((block) => corpusHash[block]).join(' '),
  };
}

/** One method under one condition as a run to compare: the specific queries of evaluation families. */
export function blendRun(
  { id }: Pick<ExperimentEntry, 'id'>,
  { summary, similarities }: { summary: BlendSummary; similarities: BlendSimilarities },
  row: BlendMethodRow,
  condition: BlendCondition,
): MeasuredRun {
  const name = { experiment: id, row: row.row, condition };
  return {
    id: formatRunId(name),
    name,
    label: blendRunLabel(row, condition),
    experiment: id,
    corpus: blendCorpus(summary),
    groupings: [
      { id: 'family', label: 'Family' },
      { id: 'block', label: 'Block' },
    ],
    familyLabels: new Map(),
    hasHitRule: false,
    costs: [],
    facts: [
      { id: 'method', label: 'Method', value: row.label, warns: false },
      {
        id: 'weights',
        label: 'Focus weight, query and stored',
        value: row.focusFirst
          ? 'none: the focus first, ties by whole texts'
          : `${row.queryWeight} and ${row.storedWeight}`,
        warns: false,
      },
      { id: 'condition', label: 'Condition', value: conditionLabels[condition], warns: true },
      { id: 'model', label: 'Embedding model', value: describeModel(summary.model), warns: true },
      { id: 'cutoff', label: 'Count hits up to rank', value: '1', warns: true },
    ],
    questions: blendBlocks.flatMap((name) => {
      const block = similarities[name];
      return block.queries.flatMap(({ id, family, kind, split }, place) => {
        if (kind !== 'specific' || split !== 'evaluation') return [];
        const ranked = rankBlendQuery(block, row, condition, place);
        const relevant = relevantRecords(block, place);
        const { top1, reciprocalRank } = rankingOutcome('specific', ranked, relevant);
        const { above } = tieGroup(
          ranked.scores,
          ranked.order.map((record) => relevant.has(record)),
        );
        return [
          {
            id,
            cluster: family,
            families: { family, block: name },
            outcome: top1!,
            reciprocalRank: reciprocalRank!,
            rank: above + 1,
            loss: null,
          },
        ];
      });
    }),
  };
}
