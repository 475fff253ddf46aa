import type { ChunkingFile } from '../files';
import { chunkingFinding } from '../finding';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { count } from '../../../core/stats/format';
import type { ChunkingSummary } from '../formats';

const counted = (amount: number, one: string, many: string): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

/** “policy.md and 2 more”. */
export function nameOfCorpus(documents: readonly { id: string }[]): string {
  const [first, ...others] = documents;
  if (!first) return 'no document';
  return others.length === 0 ? first.id : `${first.id} and ${others.length} more`;
}

/** How a run on somebody's own text stands in an index; `where` says where it was measured. */
export function ownEntry(
  {
    title,
    question,
    headline,
    corpus,
    rows,
    model,
    bootstrap: { draws, clusters, cluster },
  }: ChunkingSummary,
  where: string,
  files: readonly ChunkingFile[],
): Pick<ExperimentEntry, 'title' | 'question' | 'headline' | 'finding' | 'data' | 'badges'> {
  return {
    title,
    question,
    headline,
    finding: chunkingFinding(new Map(files.map(({ name, value }) => [name, value]))),
    data: `${corpus.name}: ${counted(corpus.documents.length, 'document', 'documents')}, ${counted(corpus.questions, 'question', 'questions')}`,
    badges: [
      { label: 'own text', title: `Measured ${where} on documents and questions of the reader` },
      {
        label: counted(rows.length, 'row', 'rows'),
        title: model ? `With BM25 and with ${model.name}` : 'With BM25',
      },
      {
        label: counted(clusters, 'cluster', 'clusters'),
        title: `Intervals: ${count(draws)} bootstrap draws over ${clusters} of ${cluster}`,
      },
    ],
  };
}
