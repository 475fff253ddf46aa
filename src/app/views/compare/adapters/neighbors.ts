import { count } from '../../../../core/stats/format';
import type { Span } from '../../../../core/units';
import {
  neighborRun,
  neighborRunLabel,
  rankOfHit,
  widthLabel,
} from '../../../../experiments/chunking/neighbors/compare';
import { formatRunId } from '../../../../analysis/compare/runId';
import {
  neighborChunksFormat,
  neighborHitsFormat,
  neighborQuestionsFormat,
  neighborRunFormat,
  neighborSummaryFormat,
  type NeighborRow,
  type NeighborSummary,
} from '../../../../experiments/chunking/neighbors/formats';
import { neighborRunFile } from '../../../../experiments/chunking/neighbors/files';
import { loadExperimentFile } from '../../../data/artifacts';
import { formatLocation } from '../../../state/urlState';
import { documentOf, spansOf } from '../../failures/chunking/cutModel';
import { cutoffChoices } from '../../neighbors/neighborParams';
import { expansionInput, neighborData } from '../../neighbors/neighborsModel';
import type { OpenExperiment } from '../../openExperiment';
import { shownRanks, wordsOf, type HitRule, type LoadedRun, type RunAdapter, type RunEntry } from './adapter';

async function summaryOf({ source, entry }: OpenExperiment): Promise<NeighborSummary> {
  return (await loadExperimentFile(source, entry, 'summary.json', neighborSummaryFormat)).value;
}

function entryOf({ entry }: OpenExperiment, summary: NeighborSummary, row: NeighborRow): RunEntry {
  const name = { experiment: entry.id, row: row.row };
  const setup = `${summary.strategy.label} · BM25 · expansion ${widthLabel(row)}`;
  return {
    id: formatRunId(name),
    name,
    label: neighborRunLabel(summary, row),
    setup,
    corpus: summary.corpus,
    strategy: summary.strategy.id,
    model: null,
    expansion: { prev: row.neighborPrev, next: row.neighborNext },
    n: row.n,
    hit: { cutoff: 5, estimate: row.metrics.expandedHitAt['5'] },
    reciprocalRank: row.metrics.expandedMrrAt10,
    words: wordsOf(row.row, setup, entry.title, entry.id, summary.corpus.name),
  };
}

async function filesOf({ source, entry }: OpenExperiment) {
  const [{ value: questions }, { value: hits }, { value: chunks }] = await Promise.all([
    loadExperimentFile(source, entry, 'questions.json', neighborQuestionsFormat),
    loadExperimentFile(source, entry, 'hits.json', neighborHitsFormat),
    loadExperimentFile(source, entry, 'chunks.json', neighborChunksFormat),
  ]);
  return { questions, hits, chunks };
}

/** The question in the explorer of the widths, which knows the cutoffs of the scorecard alone. */
function failuresLink(
  { entry }: OpenExperiment,
  { row }: NeighborRow,
  question: string,
  { k, rule }: HitRule,
): string {
  return formatLocation(
    { page: 'experiment', experiment: entry.id, view: 'failures' },
    {
      row,
      question,
      show: 'all',
      ...(cutoffChoices.includes(String(k)) && k !== 5 ? { k: String(k) } : {}),
      ...(rule === 'answer' ? {} : { rule }),
    },
  );
}

const rowOf = (summary: NeighborSummary, row: string): NeighborRow => {
  const found = summary.rows.find((candidate) => candidate.row === row);
  if (!found) throw new RangeError(`no row “${row}” in ${summary.id}`);
  return found;
};

/** Widths of neighbor expansion; a hit is one of the expansion. */
export const neighborAdapter: RunAdapter = {
  async list(open) {
    const summary = await summaryOf(open);
    return summary.rows.map((row) => entryOf(open, summary, row));
  },

  async load(open, entry, { k, rule }): Promise<LoadedRun> {
    const summary = await summaryOf(open);
    const row = rowOf(summary, entry.name.row);
    const [{ value: run }, files] = await Promise.all([
      loadExperimentFile(open.source, open.entry, neighborRunFile(row), neighborRunFormat),
      filesOf(open),
    ]);
    return { ...neighborRun(open.entry, { summary, run, ...files }, row, { k, rule }), entry, open };
  },

  async detail({ open, name }, id, { k, rule }) {
    const summary = await summaryOf(open);
    const row = rowOf(summary, name.row);
    const [{ value: run }, { questions, hits, chunks }] = await Promise.all([
      loadExperimentFile(open.source, open.entry, neighborRunFile(row), neighborRunFormat),
      filesOf(open),
    ]);
    const place = questions.questions.findIndex((question) => question.id === id);
    const { gold, document, answerRuns, evidenceRuns } = questions.questions[place]!;
    const spans = chunks.documents.map((own) => spansOf(own.spans));
    const offsets = [0];
    for (const own of spans) offsets.push(offsets.at(-1)! + own.length);
    const home = gold[0]?.document ?? document;
    return {
      text: null,
      gold,
      ranking: hits.chunks[place]!.slice(0, shownRanks).map((chunk, rank) => {
        const at = documentOf(chunk, offsets);
        const own = spans[at]!;
        const first = Math.max(0, chunk - offsets[at]! - row.neighborPrev);
        const last = Math.min(own.length - 1, chunk - offsets[at]! + row.neighborNext);
        const [start, end] = [own[first]!.start, own[last]!.end];
        return {
          document: at,
          start,
          end,
          score: hits.scores[place]![rank]!,
          relevant: (rule === 'answer' ? answerRuns : evidenceRuns).some(
            ([from, to]) => from >= offsets[at]! + first && to <= offsets[at]! + last,
          ),
          place: `${summary.corpus.documents[at]?.title ?? `document ${at}`}, ${count(start)}–${count(end)}`,
        };
      }),
      lane:
        home === null
          ? null
          : widenedLane(
              spans[home] ?? [],
              hits.chunks[place]!.slice(0, shownRanks).map((chunk) => chunk - offsets[home]!),
              row,
            ),
      expansion: {
        input: expansionInput(neighborData(summary, questions, chunks, hits, [run]), place, k, rule),
        width: { neighborPrev: row.neighborPrev, neighborNext: row.neighborNext },
        documents: summary.corpus.documents,
        hitRank: rankOfHit(questions, hits, place, rule) || null,
        expandedRank: run[rule][place] || null,
      },
      links: [
        { label: 'Every width, in the failure explorer', href: failuresLink(open, row, id, { k, rule }) },
      ],
    };
  },
};

/** What is handed over of a document: every hit with its neighbors, and the chunks that none of them holds. */
function widenedLane(
  chunks: readonly Span[],
  hits: readonly number[],
  { neighborPrev, neighborNext }: Pick<NeighborRow, 'neighborPrev' | 'neighborNext'>,
): Span[] {
  const widened = hits
    .filter((hit) => hit >= 0 && hit < chunks.length)
    .map((hit) => ({
      start: chunks[Math.max(0, hit - neighborPrev)]!.start,
      end: chunks[Math.min(chunks.length - 1, hit + neighborNext)]!.end,
    }));
  const bare = chunks.filter(({ start, end }) => widened.every((hit) => start < hit.start || end > hit.end));
  return [...widened, ...bare].sort((x, y) => x.start - y.start || x.end - y.end);
}
