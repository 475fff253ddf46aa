import { count } from '../../../../core/stats/format';
import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import type { Span } from '../../../../core/units';
import { neighborRun, neighborRunLabel } from '../../../../experiments/chunking/neighbors/compare';
import type { ChunkingSummary } from '../../../../experiments/chunking/formats';
import type { Expansion, NeighborRow } from '../../../../experiments/chunking/neighbors/formats';
import { mergedRowId } from '../../../../experiments/chunking/neighbors/stored';
import { widthLabel } from '../../../../experiments/chunking/neighbors/widths';
import { formatRunId } from '../../../../analysis/compare/runId';
import { formatLocation } from '../../../state/urlState';
import { loadChunks } from '../../failures/chunking/chunkFiles';
import { spansOf } from '../../failures/chunking/cutModel';
import { loadExpansion } from '../../neighbors/loadExpansion';
import { cutoffChoices } from '../../neighbors/neighborParams';
import { drawnDocuments, expandedRank, expansionInput } from '../../neighbors/neighborsModel';
import type { OpenExperiment } from '../../openExperiment';
import { shownRanks, wordsOf, type HitRule, type LoadedRun, type RunEntry, type SideDetail } from './adapter';

/** A width of a row's neighbor expansion. */
export interface Width {
  expansion: Expansion;
  row: NeighborRow;
}

/** A width as the list of runs shows it; a hit is one of the expansion. */
export function widthEntry(
  { entry }: OpenExperiment,
  summary: ChunkingSummary,
  { expansion, row }: Width,
): RunEntry {
  const name = { experiment: entry.id, row: mergedRowId(expansion, row) };
  const { label } = summary.strategies.find(({ id }) => id === expansion.strategy)!;
  const setup = `${label} · BM25 · expansion ${widthLabel(row)}`;
  return {
    id: formatRunId(name),
    name,
    label: neighborRunLabel({ summary, expansion }, row),
    setup,
    corpus: summary.corpus,
    strategy: expansion.strategy,
    model: null,
    expansion: { prev: row.neighborPrev, next: row.neighborNext },
    n: row.n,
    hit: { cutoff: 5, estimate: row.metrics.expandedHitAt['5'] },
    reciprocalRank: row.metrics.expandedMrrAt10,
    cell: { line: label, column: `BM25, ${widthLabel(row)}` },
    words: wordsOf(name.row, setup, 'neighbor expansion', entry.title, entry.id, summary.corpus.name),
  };
}

export async function loadWidth(
  open: OpenExperiment,
  entry: RunEntry,
  { expansion, row }: Width,
  rule: HitRule,
): Promise<LoadedRun> {
  return { ...neighborRun(open.entry, await loadExpansion(open, expansion), row, rule), entry, open };
}

/** One question under one width. */
export async function widthDetail(
  open: OpenExperiment,
  { expansion, row }: Width,
  id: string,
  { k, rule }: HitRule,
): Promise<SideDetail> {
  const data = await loadExpansion(open, expansion);
  const { summary, questions, basis, places } = data;
  const question = questions.findIndex((own) => own.id === id);
  const { gold, document } = questions[question]!;
  const chunks = await loadChunks(open, drawnDocuments(data, question, Math.max(k, shownRanks)));
  const spansIn = (at: number): Span[] =>
    spansOf(chunks.get(at)?.strategies[expansion.strategy]?.contexts ?? []);
  const home = gold[0]?.document ?? document;
  const hits = basis.hits[question]!.slice(0, shownRanks);
  return {
    text: questions[question]!.text ?? null,
    gold,
    ranking: hits.map(({ index, score }) => {
      const { document: at, chunkIndex } = places[index]!;
      const own = spansIn(at);
      const first = Math.max(0, chunkIndex - row.neighborPrev);
      const last = Math.min(own.length - 1, chunkIndex + row.neighborNext);
      const [start, end] = [own[first]!.start, own[last]!.end];
      return {
        document: at,
        start,
        end,
        score,
        relevant: basis.relevant[rule][question]!.some(
          ([from, to]) => from >= index - chunkIndex + first && to <= index - chunkIndex + last,
        ),
        place: `${summary.corpus.documents[at]?.title ?? `document ${at}`}, ${count(start)}–${count(end)}`,
      };
    }),
    lane:
      home === null
        ? null
        : widenedLane(
            spansIn(home),
            hits.flatMap(({ index }) =>
              places[index]!.document === home ? [places[index]!.chunkIndex] : [],
            ),
            row,
          ),
    expansion: {
      input: expansionInput(data, chunks, question, k, rule),
      width: { neighborPrev: row.neighborPrev, neighborNext: row.neighborNext },
      documents: summary.corpus.documents,
      hitRank: data.aloneRank(question, rule) || null,
      expandedRank: expandedRank(data, question, rule, row) || null,
    },
    links: [
      {
        label: 'Every width, in the failure explorer',
        // It knows the cutoffs of the scorecard alone.
        href: formatLocation(
          { page: 'experiment', experiment: open.entry.id, view: 'failures' },
          {
            width: mergedRowId(expansion, row),
            question: id,
            show: 'all',
            ...(cutoffChoices.includes(String(k)) && k !== 5 ? { k: String(k) } : {}),
            ...(rule === 'answer' ? {} : { rule }),
          },
        ),
      },
    ],
  };
}

/** What is returned of a document: every hit with its neighbors, and the chunks that none of them holds. */
function widenedLane(
  chunks: readonly Span[],
  hits: readonly number[],
  { neighborPrev, neighborNext }: NeighborCounts,
): Span[] {
  const widened = hits.map((hit) => ({
    start: chunks[Math.max(0, hit - neighborPrev)]!.start,
    end: chunks[Math.min(chunks.length - 1, hit + neighborNext)]!.end,
  }));
  const bare = chunks.filter(({ start, end }) => widened.every((hit) => start < hit.start || end > hit.end));
  return [...widened, ...bare].sort((x, y) => x.start - y.start || x.end - y.end);
}
