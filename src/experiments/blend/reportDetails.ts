import {
  blendBlocks,
  queryIsNoisy,
  storedIsNoisy,
  type BlendBlock,
  type BlendCondition,
} from './measure/methods';
import { blockDots, rankBlendQuery, relevantRecords } from './measure/ranking';
import { score } from '../../core/stats/format';
import { blendedScore } from '../../core/vectors/scoreTerms';
import type { BlendFixtures, BlendMethodRow, BlendSimilarities } from './formats';
import type { ReportFiles } from '../../analysis/report/contents';
import { packFigure, type DetailPart } from '../../analysis/report/inspected';

/** Records of each ranking that are kept, the target besides. */
const keptRanks = 5;

/** A method under one condition. */
export interface BlendDetailRow {
  method: BlendMethodRow;
  condition: BlendCondition;
  label: string;
}

/** What the inspector shows of some methods: each query's ranking with the four terms of every score, and the texts where they are there. */
export function blendDetails(
  similarities: BlendSimilarities,
  files: ReportFiles,
  rows: readonly BlendDetailRow[],
): DetailPart {
  const fixtures = new Map(
    blendBlocks.map((block) => [block, files.get(`${block}-fixtures.json`) as BlendFixtures | undefined]),
  );
  const at = new Map(
    blendBlocks.flatMap((block) =>
      similarities[block].queries.map(({ id }, place) => [id, { block, place }] as const),
    ),
  );
  return {
    kind: 'blend',
    base: {
      records: blendBlocks.map((block) => {
        const texts = new Map(fixtures.get(block)?.records.map((record) => [record.id, record]));
        return similarities[block].records.map(({ id, family }) => {
          const own = texts.get(id);
          return own ? [id, family, own.meaning, own.clean, own.noisy] : [id, family];
        });
      }),
      rows: rows.map(({ label, method, condition }) => ({
        label,
        weights: method.focusFirst
          ? 'Ranked by the focus, ties by whole texts'
          : `Focus weight of the query ${method.queryWeight}, stored ${method.storedWeight}`,
        noisyQuery: queryIsNoisy(condition),
        noisyStored: storedIsNoisy(condition),
      })),
      kept: keptRanks,
    },
    of: (id) => {
      const asked = at.get(id);
      if (!asked) return null;
      const query = fixtures.get(asked.block)?.queries.find((candidate) => candidate.id === id);
      return {
        b: blendBlocks.indexOf(asked.block),
        ...(query ? { t: [query.clean, query.noisy] } : {}),
        x: [...relevantRecords(similarities[asked.block], asked.place)],
        r: rows.map((row) => rankingDetail(similarities, asked, row)),
      };
    },
    textOf: null,
  };
}

/** `[rank, record, score, its four terms]` for the first ranks, then for the target when it stands deeper. */
function rankingDetail(
  similarities: BlendSimilarities,
  { block, place }: { block: BlendBlock; place: number },
  { method, condition }: BlendDetailRow,
): (number | string)[][] {
  const own = similarities[block];
  const { order, scores } = rankBlendQuery(own, method, condition, place);
  const relevant = relevantRecords(own, place);
  return order.flatMap((record, rank) => {
    if (rank >= keptRanks && !relevant.has(record)) return [];
    const { terms } = blendedScore(
      blockDots(own, condition, place, record),
      method.queryWeight,
      method.storedWeight,
    );
    return [
      [
        rank + 1,
        record,
        packFigure(score(scores[rank])),
        ...[terms.pieceToPiece, terms.pieceToContext, terms.contextToPiece, terms.contextToContext].map(
          (term) => packFigure(score(term)),
        ),
      ],
    ];
  });
}
