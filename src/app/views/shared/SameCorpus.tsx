import { use } from 'react';
import { formatRunId } from '../../../analysis/compare/runId';
import { encodeList } from '../../../artifact/addressParts';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { loadExperimentFile, loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { useOpenedRuns, type OpenedRun } from '../../state/openedRuns';
import { formatLocation } from '../../state/urlState';

/** Says which other experiments were measured on the very same documents and questions, and leads to comparing with them. */
export function SameCorpus({ run }: { run: OpenedRun }) {
  const others = useOpenedRuns(({ runs }) => runs);
  const same = use(sameCorpus(run, others));
  if (same.length === 0) return null;
  return (
    <p>
      Measured on the same documents and questions as{' '}
      {same.map(({ entry, link }, place) => (
        <span key={entry.id}>
          {place > 0 ? ', ' : ''}“{entry.title}” (<a href={link}>compare with it</a>)
        </span>
      ))}
      .
    </p>
  );
}

interface SameAs {
  entry: ExperimentEntry;
  /** To the comparison of a row that both have. */
  link: string;
}

const known = new WeakMap<OpenedRun['files'], { of: readonly OpenedRun[]; found: Promise<SameAs[]> }>();

/** Published and opened experiments with the corpus hash of a run; none where that cannot be told. One promise per run and list, for `use()`. */
function sameCorpus(run: OpenedRun, others: readonly OpenedRun[]): Promise<SameAs[]> {
  const before = known.get(run.files);
  if (before?.of === others) return before.found;
  const summaryOf = async ({ source, entry }: Pick<OpenedRun, 'source' | 'entry'>) =>
    (await loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat)).value;
  const find = async (): Promise<SameAs[]> => {
    const own = await summaryOf(run);
    const { value: index } = await loadIndex();
    const candidates = [
      ...others.filter((other) => other.files !== run.files),
      ...index.experiments.map((entry) => ({ source: publishedArtifacts, entry })),
    ].filter(({ entry }) => entry.kind === run.entry.kind);
    const summaries = await Promise.all(candidates.map(summaryOf));
    return candidates.flatMap(({ entry }, place) => {
      const { corpus, rows } = summaries[place]!;
      const shared = own.rows.filter((row) => rows.some((other) => other.row === row.row));
      const row = shared.find((one) => one.row === own.best?.row) ?? shared[0] ?? own.rows[0];
      if (corpus.hash !== own.corpus.hash || !row || !rows[0]) return [];
      const ids = [
        formatRunId({ experiment: run.entry.id, row: row.row }),
        formatRunId({ experiment: entry.id, row: shared.length > 0 ? row.row : rows[0].row }),
      ];
      return [{ entry, link: formatLocation({ page: 'compare' }, { runs: encodeList(ids) }) }];
    });
  };
  // A hint only: files that cannot be read have their own message elsewhere.
  const found = find().catch(() => []);
  known.set(run.files, { of: others, found });
  return found;
}
