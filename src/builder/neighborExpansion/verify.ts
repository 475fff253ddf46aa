import {
  expansionComparisons,
  expansionFigures,
  type ExpansionRun,
} from '../../experiments/chunking/neighbors/figures';
import { expansionOutcomes } from '../../experiments/chunking/neighbors/outcomes';
import { clustersOf } from '../../datasets/corpus';
import { publishedCorpora } from '../../datasets/published';
import { neighborRunFile, neighborRunOf, storedBasis } from '../../experiments/chunking/neighbors/files';
import type { NeighborRun } from '../../experiments/chunking/neighbors/formats';
import type { ArtifactFile } from '../artifacts/store';
import { findCorpusFile, noDataFile, publishedCorpus } from '../corpusFile';
import { firstDifference } from '../difference';
import type { Check, VerifyRequest } from '../experiment';
import { measureNeighbors } from './build';
import { neighborReader, neighborText } from './files';
import { neighborHeadline } from './headline';

const result = (name: string, what: string, difference: string | null): Check => ({
  name,
  ok: difference === null,
  detail: difference ?? what,
});

/**
 * Two questions: do outcomes, figures and verdicts follow from the committed hits, chunks and
 * answer runs; and does the data file give the same files byte for byte. `places` says where
 * the data file is sought, the usual ones unless told.
 */
export async function verifyNeighborExpansion(
  { committed, requireData, progress, signal }: Omit<VerifyRequest, 'full'>,
  places?: readonly string[],
): Promise<{ checks: Check[]; files: ArtifactFile[] }> {
  const checks = await checkStoredNeighbors(committed);
  const found = await findCorpusFile(publishedCorpora.squadDev, {
    download: false,
    progress,
    signal,
    places,
  });
  if (!found)
    return {
      checks: [
        ...checks,
        { name: '', ok: requireData ? false : null, detail: noDataFile(publishedCorpora.squadDev, places) },
      ],
      files: [],
    };
  const { draws } = (await readerOf(committed).summary()).bootstrap;
  const files = (
    await measureNeighbors({ ...publishedCorpus(publishedCorpora.squadDev, found), progress, signal, draws })
  ).map(neighborText);
  const differing = files.flatMap(({ name, text }): Check[] => {
    const before = committed.get(name);
    if (before === text) return [];
    return [
      result(
        name,
        '',
        before === undefined
          ? 'is not committed'
          : (firstDifference(JSON.parse(before), JSON.parse(text)) ?? 'spaces or line breaks differ'),
      ),
    ];
  });
  return {
    checks: [
      ...checks,
      ...(differing.length > 0
        ? differing
        : [result(`${files.length} files`, 'measured again: equal byte for byte', null)]),
    ],
    files,
  };
}

const readerOf = (committed: ReadonlyMap<string, string>) =>
  neighborReader(async (name) => committed.get(name) ?? '');

/** Whether the committed files agree among themselves. */
export async function checkStoredNeighbors(
  committed: ReadonlyMap<string, string>,
  hash: string = publishedCorpora.squadDev.hash,
): Promise<Check[]> {
  const reader = readerOf(committed);
  const [summary, questions, chunks, hits] = await Promise.all([
    reader.summary(),
    reader.questions(),
    reader.chunks(),
    reader.hits(),
  ]);
  const basis = storedBasis(chunks, questions, hits);
  const runs = summary.rows.map(({ neighborPrev, neighborNext }): ExpansionRun => ({
    neighborPrev,
    neighborNext,
    outcomes: expansionOutcomes(basis, { neighborPrev, neighborNext }),
  }));
  const clusters = clustersOf({
    documents: [],
    questions: questions.questions.map(({ id, document, families, gold }) => ({
      id,
      text: '',
      document,
      answers: [],
      gold,
      families,
    })),
    groupings: summary.groupings.map(({ id, label }) => ({ id, label })),
    cluster: summary.bootstrap.cluster,
  });
  const { draws } = summary.bootstrap;
  const outcomes: Check[] = [];
  for (const run of runs) {
    const stored: NeighborRun = await reader.run(run);
    outcomes.push(
      result(
        neighborRunFile(run),
        'every expanded rank and token count follows from hits and chunks',
        firstDifference(stored, neighborRunOf(run)),
      ),
    );
  }
  return [
    result('summary.json', 'corpus hash is that of the sample', firstDifference(summary.corpus.hash, hash)),
    ...outcomes,
    result(
      'hits.json',
      'hit-only ranks follow from hits and answer runs, in every run',
      hitDifference(runs, hits.answerRank, hits.depth),
    ),
    result(
      'summary.json',
      'every figure follows from the outcomes',
      firstDifference(summary.rows, expansionFigures(runs, clusters, { draws })),
    ),
    result(
      'summary.json',
      'comparisons follow from the outcomes',
      firstDifference(summary.comparisons, expansionComparisons(runs, clusters, { draws })),
    ),
    result(
      'summary.json',
      'the headline follows from the figures',
      firstDifference(summary.headline, neighborHeadline(summary)),
    ),
  ];
}

function hitDifference(
  runs: readonly ExpansionRun[],
  answerRank: readonly number[],
  depth: number,
): string | null {
  const within = answerRank.map((rank) => (rank > depth ? 0 : rank));
  return (
    runs
      .map(({ outcomes }) =>
        firstDifference(
          within,
          outcomes.map(({ hit }) => hit.answer),
        ),
      )
      .find((difference) => difference !== null) ?? null
  );
}
