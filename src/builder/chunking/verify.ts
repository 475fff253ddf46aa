import { rowFigures, type RowFigures } from '../../experiments/chunking/measure/figures';
import { costKeys } from '../../experiments/chunking/measure/metricKeys';
import { comparedMetric, verdicts } from '../../experiments/chunking/measure/verdicts';
import type { ChunkingAbstention } from '../../experiments/chunking/abstention/formats';
import { checkNeighbors } from '../../experiments/chunking/neighbors/doctor';
import type { ChunkingNeighbors } from '../../experiments/chunking/neighbors/formats';
import {
  retrievers,
  type ChunkingBudgets,
  type ChunkingRow,
  type ChunkingSummary,
} from '../../experiments/chunking/formats';
import { storedRun, type StoredBenchmark } from '../../experiments/chunking/stored';
import type { ArtifactFile } from '../artifacts/store';
import { checkOf, firstDifference, textDifference } from '../difference';
import type { Check, VerifyRequest } from '../experiment';
import { measureChunking, publishedMeasurement, type ChunkingMeasurement } from './build';
import type { ChunkingCorpus } from './corpora';
import { localEmbedding } from './embedding';
import { chunkingReader, chunkingText, decodeChunkingFile } from './files';
import { headlineOf } from './headline';
import { checkFusion, compareRankings } from './verifyRankings';
import { compareSubset } from './verifySubset';
import { findCorpusFiles, noDataFile, publishedDataset } from '../corpusFile';
import { timedSteps } from './steps';

type Request = Pick<VerifyRequest, 'committed' | 'full' | 'requireData' | 'progress' | 'signal'>;

/**
 * Three questions: do the committed figures follow from the committed rankings; does the
 * data file give the same lexical files byte for byte; and do the embedded rows hold, on a
 * subset embedded again (seeded documents, texts at a window's edge), or with `full` on all of them. `places` says
 * where the data file is sought, the usual ones unless told.
 */
export async function verifyChunking(
  experiment: ChunkingCorpus,
  request: Request,
  places?: readonly string[],
): Promise<{ checks: Check[]; files: ArtifactFile[] }> {
  const { committed, requireData, progress, signal } = request;
  const stored = await readStored(committed);
  const { published } = experiment;
  const checks = [
    ...(await checkStored(stored, request, published.hash)),
    await checkStoredNeighbors(stored, committed),
  ];
  const found = await findCorpusFiles(published, { download: false, progress, signal, places });
  if (!found)
    return {
      checks: [
        ...checks,
        { name: '', ok: requireData ? false : null, detail: noDataFile(published, places) },
      ],
      files: [],
    };
  const again = await measuredAgain(
    publishedMeasurement(experiment, publishedDataset(published, found)),
    stored,
    request,
  );
  return { ...again, checks: [...checks, ...again.checks] };
}

/** An experiment whose corpus is part of the program: what is stored, and the same measured again. */
export async function verifyOwn(
  measurement: ChunkingMeasurement,
  request: Request,
): Promise<{ checks: Check[]; files: ArtifactFile[] }> {
  const stored = await readStored(request.committed);
  const again = await measuredAgain(measurement, stored, request);
  return {
    checks: [
      ...(await checkStored(stored, request, measurement.statement.hash)),
      await checkStoredNeighbors(stored, request.committed),
      ...again.checks,
    ],
    files: again.files,
  };
}

/** What is committed against the same corpus measured again. */
async function measuredAgain(
  measurement: ChunkingMeasurement,
  stored: StoredBenchmark,
  { committed, full, progress, signal }: Request,
): Promise<{ checks: Check[]; files: ArtifactFile[] }> {
  const checks: Check[] = [];
  const { summary } = stored;
  const embedded = summary.model !== null;
  const model = embedded && full ? await localEmbedding({ fresh: true, progress, signal }) : undefined;
  const { files: values } = await measureChunking(measurement, {
    model,
    progress,
    signal,
    draws: summary.bootstrap.draws,
  });
  const files = values.map(chunkingText);
  const embeddedFiles = new Set([
    'abstention.json',
    ...summary.rows
      .filter(({ table }) => table === 'second')
      .flatMap(({ row, retriever }) => [`rankings/${row}.json`, `budgets/${retriever}.json`]),
  ]);
  const openScores = files.find(({ name }) => name === 'abstention.json');
  checks.push(
    ...checkLexical(
      committed,
      files.filter(({ name }) => !embeddedFiles.has(name)),
    ),
    checkOf(
      'summary.json',
      'measured again: the same figures for BM25',
      firstDifference(lexicalPart(summary), lexicalPart(values[0]!.value as ChunkingSummary)),
    ),
  );
  if (openScores)
    checks.push(
      checkOf(
        'abstention.json',
        'measured again: the same top scores for BM25',
        firstDifference(
          lexicalScores(committed.get('abstention.json'), summary),
          lexicalScores(openScores.text, summary),
        ),
      ),
    );
  if (model) {
    const rebuilt = await readStored(new Map(files.map(({ name, text }) => [name, text])));
    const { difference, swapped } = compareRankings(stored, rebuilt);
    checks.push(checkOf('rankings/', 'embedded again: ranks equal, scores within 1e-6', difference));
    if (swapped === 0)
      checks.push(
        checkOf(
          'summary.json',
          'embedded again: the same figures',
          firstDifference(summary, rebuilt.summary, 1e-9),
        ),
      );
    else
      checks.push({
        name: 'summary.json',
        ok: null,
        detail: `${swapped} near ties changed places, so figures of the second table may move`,
      });
  } else if (embedded) {
    const fresh = await localEmbedding({ fresh: true, progress, signal });
    const { checked, difference } = await compareSubset(
      stored,
      measurement.corpus,
      fresh.embedding,
      fresh.reading,
      progress,
    );
    checks.push(
      checkOf(
        'rankings/',
        `a seeded subset embedded again: ${checked} stored scores within 1e-6 (--full embeds everything)`,
        difference,
      ),
    );
  }
  return { checks, files };
}

const readerOf = (texts: ReadonlyMap<string, string>) =>
  chunkingReader(async (name) => new TextEncoder().encode(texts.get(name) ?? ''));

export async function readStored(texts: ReadonlyMap<string, string>): Promise<StoredBenchmark> {
  const reader = readerOf(texts);
  const summary = await reader.summary();
  const chunks = [];
  for (const place of summary.corpus.documents.keys()) chunks.push(await reader.chunks(place));
  const rankings = new Map();
  for (const { row } of summary.rows) rankings.set(row, await reader.rankings(row));
  const relevant = new Map();
  for (const { id } of summary.strategies) relevant.set(id, await reader.relevant(id));
  const budgets = new Map<string, ChunkingBudgets>();
  for (const retriever of retrievers)
    if (texts.has(`budgets/${retriever}.json`)) budgets.set(retriever, await reader.budgets(retriever));
  return { summary, questions: await reader.questions(), chunks, rankings, relevant, budgets };
}

/** Whether the committed files agree among themselves: figures, verdicts, losses, headline, fused ranks. */
export async function checkStored(
  stored: StoredBenchmark,
  { full, progress, signal }: Pick<Request, 'full' | 'progress' | 'signal'>,
  hash: string,
): Promise<Check[]> {
  const { summary } = stored;
  const run = storedRun(stored);
  const options = { draws: summary.bootstrap.draws };
  const { step } = timedSteps(progress, signal, {});
  // Costs need the text. Of the large table one column stands for all, unless everything is asked for.
  const groups = ({ table, metric }: { table: string; metric: string }): boolean =>
    !costKeys.some((key) => key === metric) && (full || table === 'main' || metric === comparedMetric);
  const found = await verdicts(run, { ...options, groups }, step);
  progress.end();
  return [
    checkOf('summary.json', 'corpus hash is that of the sample', firstDifference(summary.corpus.hash, hash)),
    checkOf(
      'summary.json',
      'every figure follows from the stored rankings',
      firstDifference(summary.rows.map(withoutTokens), rowFigures(run, options).map(withoutTokens)),
    ),
    checkOf(
      'summary.json',
      'comparisons and tie groups follow from the stored rankings',
      firstDifference(
        { comparisons: summary.comparisons, groups: summary.tieGroups.filter(groups) },
        { comparisons: found.comparisons, groups: found.tieGroups },
      ),
    ),
    checkOf(
      'summary.json',
      'the headline follows from the figures',
      firstDifference(summary.headline, headlineOf(summary)),
    ),
    checkOf(
      'rankings/',
      'first relevant ranks and losses follow from the rankings',
      foundDifference(stored, run),
    ),
    ...(summary.rankFusion
      ? [checkOf('rankings/', 'fused scores follow from the ranks that they fuse', checkFusion(stored))]
      : []),
  ];
}

/** Whether widths of neighbor expansion follow from the committed files. */
async function checkStoredNeighbors(
  stored: StoredBenchmark,
  committed: ReadonlyMap<string, string>,
): Promise<Check> {
  const reader = readerOf(committed);
  const files = new Map<string, ChunkingNeighbors>();
  for (const { strategy } of stored.summary.expansions)
    if (committed.has(`neighbors/${strategy}.json`)) files.set(strategy, await reader.neighbors(strategy));
  const run = storedRun(stored);
  const { outcome, detail, findings } = await checkNeighbors({
    stored,
    run,
    measured: null,
    files,
    figures: true,
  });
  const [first] = findings;
  return {
    name: first?.file ?? 'neighbors/',
    ok: outcome !== 'fails',
    detail: first ? `${first.path}: ${first.found}, expected ${first.expected}` : detail,
  };
}

/** A row without what only its text can tell. */
function withoutTokens({ metrics, budgetCurve, meanTokens: _, ...row }: ChunkingRow | RowFigures) {
  const { contextTokensAt90: _raw, uniqueContextTokensAt90: _unique, ...shares } = metrics;
  return {
    ...row,
    metrics: shares,
    budgetCurve: budgetCurve.map(({ tokens, hitRate }) => ({ tokens, hitRate })),
  };
}

function foundDifference(
  { rankings }: StoredBenchmark,
  { rows }: ReturnType<typeof storedRun>,
): string | null {
  for (const { row, outcomes, depth } of rows) {
    const stored = rankings.get(row)!;
    for (const [q, outcome] of outcomes.entries()) {
      for (const rule of ['answer', 'evidence'] as const) {
        const { rank, context } = stored[rule];
        // Past the stored depth only the builder can look.
        const difference =
          rank[q]! > depth
            ? outcome[rule].rank === 0
              ? null
              : `rank ${outcome[rule].rank}`
            : firstDifference([rank[q], context[q]], [outcome[rule].rank, outcome[rule].context]);
        if (difference) return `rankings/${row}.json, question ${q}, ${rule} rule: ${difference}`;
      }
      if (stored.loss[q] !== outcome.loss)
        return `rankings/${row}.json, question ${q}: loss ${stored.loss[q]} committed, ${outcome.loss} recomputed`;
    }
  }
  return null;
}

/** Byte for byte: everything that no model has touched. Each file that differs has a line of its own. */
function checkLexical(committed: ReadonlyMap<string, string>, files: readonly ArtifactFile[]): Check[] {
  const compared = files.filter(({ name }) => name !== 'summary.json');
  const differing = compared.flatMap(({ name, text }): Check[] => {
    const difference = textDifference(committed.get(name), text);
    return difference === null ? [] : [checkOf(name, '', difference)];
  });
  return differing.length > 0
    ? differing
    : [checkOf(`${compared.length} files`, 'measured again: equal byte for byte', null)];
}

/** What the first table found for open questions. */
function lexicalScores(text: string | undefined, { rows }: ChunkingSummary): unknown {
  const open =
    text === undefined ? undefined : (decodeChunkingFile('abstention.json', text) as ChunkingAbstention);
  const main = new Set(rows.filter(({ table }) => table === 'main').map(({ row }) => row));
  return open && { ...open, rows: open.rows.filter(({ row }) => main.has(row)) };
}

/** What a summary says without its second table. */
function lexicalPart({
  rows,
  comparisons,
  tieGroups,
  headline: _,
  model: _model,
  focusWeight: _weight,
  rankFusion: _fusion,
  abstention,
  ...rest
}: ChunkingSummary) {
  const main = new Set(rows.filter(({ table }) => table === 'main').map(({ row }) => row));
  return {
    ...rest,
    rows: rows.filter(({ row }) => main.has(row)),
    comparisons: comparisons.filter(({ a, b }) => main.has(a) && main.has(b)),
    tieGroups: tieGroups.filter(({ table }) => table === 'main'),
    abstention: abstention && {
      ...abstention,
      rows: abstention.rows.filter(({ row }) => main.has(row)),
    },
  };
}
