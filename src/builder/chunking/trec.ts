import type { ArtifactFile } from '../artifacts/store';
import { exportNeighborTrec } from './neighborTrec';
import { exportedRanks, qrelsLines, runLines, trecId } from '../trec';
import { headlineRule } from '../../experiments/chunking/hitRule';
import { chunkingReader, type ReadBytes } from './files';

/** A run and its judgments (answer rule, or evidence rule where spans are all that counts) for every row: what is relevant depends on the row's own contexts. */
export async function exportChunkingTrec(
  read: ReadBytes,
): Promise<{ files: ArtifactFile[]; notes: string[] }> {
  const reader = chunkingReader(read);
  const [summary, { questions }] = [await reader.summary(), await reader.questions()];
  const { documents } = summary.corpus;
  const contextIds = new Map(summary.strategies.map(({ id }) => [id, [] as string[]]));
  for (const [place, { id: document }] of documents.entries()) {
    const { strategies } = await reader.chunks(place);
    for (const [strategy, { contexts }] of Object.entries(strategies)) {
      for (let i = 0; i < contexts.length; i += 2)
        contextIds.get(strategy)?.push(`${trecId(document)}:${contexts[i]}-${contexts[i + 1]}`);
    }
  }
  const files: ArtifactFile[] = [];
  for (const { row, strategy } of summary.rows) {
    const [rankings, relevant] = [await reader.rankings(row), await reader.relevant(strategy)];
    const ids = contextIds.get(strategy)!;
    const lines = questions.map(({ id }, q) => {
      const ranking = rankings.contexts[q]!.slice(0, exportedRanks).map((context, rank) => ({
        id: ids[context]!,
        score: rankings.scores[q]![rank]!,
      }));
      return {
        run: runLines(trecId(id), ranking, row),
        qrels: qrelsLines(
          trecId(id),
          relevant.answer[q]!.map((context) => ids[context]!),
        ),
      };
    });
    files.push(
      { name: `${row}.run`, text: lines.map(({ run }) => run).join('') },
      { name: `${row}.qrels`, text: lines.map(({ qrels }) => qrels).join('') },
    );
  }
  const neighbors = await exportNeighborTrec(reader, summary, questions, contextIds);
  return {
    files: [...files, ...neighbors.files],
    notes: [
      `The first ${exportedRanks} ranks of ${questions.length} queries a row; judgments by the ${headlineRule(summary)} rule, of the row's own contexts. Context ids are document:start-end in UTF-16 code units.`,
      ...neighbors.notes,
    ],
  };
}
