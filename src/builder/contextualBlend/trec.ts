import { blendConditions, blendMethods, blendBlocks } from '../../experiments/blend/measure/methods';
import { TIE_TOLERANCE } from '../../core/metrics/ties';
import type { BlendFixtures, BlendResults } from '../../experiments/blend/formats';
import type { ArtifactFile } from '../artifacts/store';
import { qrelsLines, runLines } from '../trec';

/**
 * A run and its judgments for every row and condition, evaluation queries only. Specific
 * and generic queries have files of their own, because they answer different questions:
 * success at 1 and reciprocal rank on the first, recall at 4 on the second.
 */
export function exportBlendTrec(
  fixtures: Record<(typeof blendBlocks)[number], BlendFixtures>,
  results: Record<(typeof blendBlocks)[number], BlendResults>,
): { files: ArtifactFile[]; notes: string[] } {
  const queries = blendBlocks.flatMap((block) => {
    const { families, records, queries } = fixtures[block];
    const evaluated = new Set(families.filter(({ split }) => split === 'evaluation').map(({ id }) => id));
    return queries
      .filter(({ family }) => evaluated.has(family))
      .map(({ id, kind, target, family }) => ({
        id,
        kind,
        relevant:
          target === null
            ? records.filter((record) => record.family === family).map((record) => record.id)
            : [target],
      }));
  });
  const rankings = new Map(
    blendBlocks.flatMap((block) =>
      results[block].rankings.map(
        (ranking) =>
          [
            JSON.stringify([ranking.method, ranking.condition, ranking.query]),
            { ...ranking, records: results[block].records },
          ] as const,
      ),
    ),
  );
  const files: ArtifactFile[] = [];
  const tied: string[] = [];
  for (const { row } of blendMethods) {
    for (const condition of blendConditions) {
      for (const kind of ['specific', 'generic'] as const) {
        const name = `${row}-${condition}${kind === 'generic' ? '-generic' : ''}`;
        const own = queries.filter((query) => query.kind === kind);
        let ties = 0;
        const run = own.map(({ id, relevant }) => {
          const { order, scores, records } = rankings.get(JSON.stringify([row, condition, id]))!;
          const flags = order.map((record) => relevant.includes(records[record]!));
          if (
            flags.some(
              (flag, rank) =>
                rank > 0 && flag !== flags[rank - 1] && scores[rank - 1]! - scores[rank]! <= TIE_TOLERANCE,
            )
          )
            ties += 1;
          return runLines(
            id,
            order.map((record, rank) => ({ id: records[record]!, score: scores[rank]! })),
            row,
          );
        });
        if (ties > 0) tied.push(`${name} (${ties} of ${own.length})`);
        files.push(
          { name: `${name}.run`, text: run.join('') },
          { name: `${name}.qrels`, text: own.map(({ id, relevant }) => qrelsLines(id, relevant)).join('') },
        );
      }
    }
  }
  const notes =
    tied.length === 0
      ? []
      : [
          `Ties are written in stored order. Where an answer is tied with another record, the scorecard shares the success between them and an outside tool cannot: ${tied.join(', ')}.`,
        ];
  return { files, notes };
}
