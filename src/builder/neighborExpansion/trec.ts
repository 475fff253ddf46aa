import { chunkPlaces, expandQuestion } from '../../experiments/chunking/neighbors/outcomes';
import { neighborRunId } from '../../experiments/chunking/neighbors/runs';
import { adjacentRuns, type NeighborCounts } from '../../core/retrieval/neighbors';
import { storedBasis } from '../../experiments/chunking/neighbors/files';
import type { ArtifactFile } from '../artifacts/store';
import { exportedRanks, qrelsLines, runLines, trecId } from '../trec';
import type { neighborReader } from './files';

/**
 * Two pairs for every width, by the answer rule. `P-N`: the hits alone, which are the same
 * under every width; relevant is a chunk that holds an answer by itself.
 *
 * `P-N-expanded`: what each hit brings. The result at rank i is the stretch of adjacent
 * chunks in which hit i lies once the first i hits are expanded; it is relevant when it
 * holds an answer whole. Any stretch of the first k hits is complete with the last hit that
 * touches it, so success at k is the expanded hit at k, and the reciprocal rank is that of
 * the fewest hits. Stretches are made by the hits, so there is no set of all relevant ones:
 * recall and nDCG say nothing there. The rank is part of the id, since a hit that adds
 * nothing gives a stretch a second time.
 */
export async function exportNeighborTrec(
  reader: ReturnType<typeof neighborReader>,
): Promise<{ files: ArtifactFile[]; notes: string[] }> {
  const [summary, questions, chunks, hits] = await Promise.all([
    reader.summary(),
    reader.questions(),
    reader.chunks(),
    reader.hits(),
  ]);
  const basis = storedBasis(chunks, questions, hits);
  const places = chunkPlaces(basis.chunks);
  const spanId = (document: number, first: number, last = first): string => {
    const { spans } = chunks.documents[document]!;
    return `${trecId(summary.corpus.documents[document]!.id)}:${spans[2 * first]}-${spans[2 * last + 1]}`;
  };
  const chunkId = (chunk: number): string => spanId(places[chunk]!.document, places[chunk]!.chunkIndex);
  const numberOf = (document: number, chunkIndex: number): number =>
    basis.chunks[document]![chunkIndex]!.number;

  const found = questions.questions.map(({ id, answerRuns }, question) => ({
    query: trecId(id),
    answerRuns,
    ranking: basis.hits[question]!.slice(0, exportedRanks).map(({ index, score }) => ({
      id: chunkId(index),
      score,
    })),
    relevant: answerRuns.flatMap(([first, last]) => (first === last ? [chunkId(first)] : [])),
  }));
  /** The stretch that each hit stands in once it is expanded, and whether it holds an answer. */
  const stretches = (question: number, width: NeighborCounts) =>
    basis.hits[question]!.slice(0, exportedRanks).map(({ index, score }, place) => {
      const { document, chunkIndex } = places[index]!;
      const { retrievedChunks } = expandQuestion(basis, places, question, place + 1, width);
      const { first, last } = adjacentRuns(retrievedChunks).find(
        (run) => run.document === document && run.first <= chunkIndex && chunkIndex <= run.last,
      )!;
      const holds = found[question]!.answerRuns.some(
        ([from, to]) => numberOf(document, first) <= from && to <= numberOf(document, last),
      );
      return { id: `${spanId(document, first, last)}#${place + 1}`, score, holds };
    });

  const files = summary.rows.flatMap((row): ArtifactFile[] => {
    const [tag, name] = [neighborRunId(row), `${row.neighborPrev}-${row.neighborNext}`];
    const expanded = found.map(({ query }, question) => ({ query, results: stretches(question, row) }));
    return [
      {
        name: `${name}.run`,
        text: found.map(({ query, ranking }) => runLines(query, ranking, tag)).join(''),
      },
      {
        name: `${name}.qrels`,
        text: found.map(({ query, relevant }) => qrelsLines(query, relevant)).join(''),
      },
      {
        name: `${name}-expanded.run`,
        text: expanded.map(({ query, results }) => runLines(query, results, `${tag}-expanded`)).join(''),
      },
      {
        name: `${name}-expanded.qrels`,
        text: expanded
          .map(({ query, results }) =>
            qrelsLines(
              query,
              results.flatMap(({ id, holds }) => (holds ? [id] : [])),
            ),
          )
          .join(''),
      },
    ];
  });
  return {
    files,
    notes: [
      `The first ${exportedRanks} ranks of ${questions.questions.length} queries a width; judgments by the answer rule. Ids are document:start-end in UTF-16 code units.`,
      'P-N: hits alone, the same under every width. P-N-expanded: the stretch of adjacent chunks in which each hit lies once it and the hits before it are expanded, with its rank after #; success and reciprocal rank are those of the expanded figures, recall and nDCG have no meaning there.',
    ],
  };
}
