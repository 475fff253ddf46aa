import { adjacentRuns, type NeighborCounts } from '../../core/retrieval/neighbors';
import type { ChunkingQuestions, ChunkingSummary } from '../../experiments/chunking/formats';
import { expandQuestion } from '../../experiments/chunking/neighbors/outcomes';
import { mergedRowId, storedExpansion } from '../../experiments/chunking/neighbors/stored';
import type { ArtifactFile } from '../artifacts/store';
import { exportedRanks, qrelsLines, runLines, trecId } from '../trec';
import type { chunkingReader } from './files';

/**
 * A pair for every width of neighbor expansion, by the answer rule: what each hit brings. The
 * result at rank i is the stretch of adjacent chunks in which hit i lies once the first i hits
 * are expanded; it is relevant when it holds an answer whole. Any stretch of the first k hits is
 * complete with the last hit that touches it, so success at k is the expanded hit at k, and the
 * reciprocal rank is that of the fewest hits. Stretches are made by the hits, so there is no set
 * of all relevant ones: recall and nDCG say nothing there. The rank is part of the id, since a
 * hit that adds nothing gives a stretch a second time. The hits alone are the benchmark's row.
 */
export async function exportNeighborTrec(
  reader: ReturnType<typeof chunkingReader>,
  summary: ChunkingSummary,
  questions: ChunkingQuestions['questions'],
  contextIds: ReadonlyMap<string, readonly string[]>,
): Promise<{ files: ArtifactFile[]; notes: string[] }> {
  const files: ArtifactFile[] = [];
  for (const expansion of summary.expansions) {
    const { row, strategy } = expansion;
    const ids = contextIds.get(strategy)!;
    const { basis, places } = storedExpansion(
      {
        summary,
        questions: await reader.questions(),
        rankings: await reader.rankings(row),
        relevant: await reader.relevant(strategy),
        neighbors: await reader.neighbors(strategy),
      },
      expansion,
    );
    const numberOf = (document: number, chunkIndex: number): number =>
      basis.chunks[document]![chunkIndex]!.number;
    /** From the start of the first chunk to the end of the last. */
    const spanId = (first: number, last: number): string =>
      `${ids[first]!.slice(0, ids[first]!.lastIndexOf('-'))}-${ids[last]!.slice(ids[last]!.lastIndexOf('-') + 1)}`;
    const stretches = (question: number, width: NeighborCounts) =>
      basis.hits[question]!.slice(0, exportedRanks).map(({ index, score }, at) => {
        const { document, chunkIndex } = places[index]!;
        const { retrievedChunks } = expandQuestion(basis, places, question, at + 1, width);
        const run = adjacentRuns(retrievedChunks).find(
          (own) => own.document === document && own.first <= chunkIndex && chunkIndex <= own.last,
        )!;
        const [first, last] = [numberOf(document, run.first), numberOf(document, run.last)];
        const holds = basis.relevant.answer[question]!.some(([from, to]) => first <= from && to <= last);
        return { id: `${spanId(first, last)}#${at + 1}`, score, holds };
      });
    for (const width of expansion.rows) {
      const name = mergedRowId(expansion, width);
      const found = questions.map(({ id }, question) => ({
        query: trecId(id),
        results: stretches(question, width),
      }));
      files.push(
        {
          name: `${name}.run`,
          text: found.map(({ query, results }) => runLines(query, results, name)).join(''),
        },
        {
          name: `${name}.qrels`,
          text: found
            .map(({ query, results }) =>
              qrelsLines(
                query,
                results.flatMap(({ id, holds }) => (holds ? [id] : [])),
              ),
            )
            .join(''),
        },
      );
    }
  }
  return {
    files,
    notes:
      files.length === 0
        ? []
        : [
            '…-P-N: hits with P chunks before and N after. At the rank of each hit stands the stretch of adjacent chunks in which it lies once it and the hits before it are expanded, with its rank after #; success and reciprocal rank are those of the expanded figures, recall and nDCG have no meaning there.',
          ],
  };
}
