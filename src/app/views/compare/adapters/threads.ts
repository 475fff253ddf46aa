import { formatRunId } from '../../../../analysis/compare/runId';
import { threadsRun } from '../../../../experiments/threads/compare';
import {
  threadFile,
  threadsFactsFormat,
  threadsSummaryFormat,
  threadsThreadFormat,
} from '../../../../experiments/threads/formats';
import { declaredSteps } from '../../../../experiments/threads/measure/rows';
import { loadExperimentFile } from '../../../data/artifacts';
import { formatLocation } from '../../../state/urlState';
import type { OpenExperiment } from '../../openExperiment';
import { shownRanks, wordsOf, type LoadedRun, type RunAdapter } from './adapter';

const summaryOf = async ({ source, entry }: OpenExperiment) =>
  (await loadExperimentFile(source, entry, 'summary.json', threadsSummaryFormat)).value;
const factsOf = async ({ source, entry }: OpenExperiment) =>
  (await loadExperimentFile(source, entry, 'facts.json', threadsFactsFormat)).value;

/** Rows of an experiment on threads; its facts are the questions. */
export const threadsAdapter: RunAdapter = {
  async list(open) {
    const summary = await summaryOf(open);
    return summary.rows.map((row) => {
      const name = { experiment: open.entry.id, row: row.row };
      return {
        id: formatRunId(name),
        name,
        label: row.label,
        setup: row.about,
        corpus: summary.corpus,
        strategy: null,
        model: summary.model.name,
        expansion: null,
        n: row.n,
        hit: { cutoff: 1, estimate: row.metrics.topRight },
        reciprocalRank: row.metrics.reciprocalRank,
        cell: { line: row.label, column: 'threads' },
        words: wordsOf(row.row, row.label, row.about, open.entry.title, open.entry.id, summary.corpus.name),
      };
    });
  },

  async pairs(open) {
    const idOf = (row: string) => formatRunId({ experiment: open.entry.id, row });
    const { rows } = await summaryOf(open);
    const labelOf = (id: string) => rows.find(({ row }) => row === id)?.label ?? id;
    return declaredSteps.map(({ a, b, label }) => ({
      runs: [idOf(a), idOf(b)] as const,
      label: `${labelOf(a)} against ${labelOf(b)}`,
      about: label,
      declared: true,
    }));
  },

  async load(open, entry, { k }): Promise<LoadedRun> {
    const [summary, facts] = await Promise.all([summaryOf(open), factsOf(open)]);
    const row = summary.rows.find((known) => known.row === entry.name.row);
    if (!row) throw new RangeError(`no row “${entry.name.row}” in ${summary.id}`);
    return { ...threadsRun(open.entry, summary, facts, row, k), entry, open };
  },

  async detail({ open, name }, id) {
    const [summary, { facts }] = await Promise.all([summaryOf(open), factsOf(open)]);
    const fact = facts.findIndex((known) => known.id === id);
    const { thread: position, text, turns } = facts[fact]!;
    const { value: thread } = await loadExperimentFile(
      open.source,
      open.entry,
      threadFile(position),
      threadsThreadFormat,
    );
    const found = thread.rows.find(({ row }) => row === name.row)!.facts[thread.facts.indexOf(fact)]!;
    const isTurns = summary.rows.find(({ row }) => row === name.row)!.unit === 'turns';
    // Whole turns and pieces meet in the turns that they lie in.
    const turnsOf = (index: number): [number, number] =>
      isTurns
        ? [thread.chunks[index]!.first, thread.chunks[index]!.last]
        : [thread.pieces[index]!.turn, thread.pieces[index]!.turn];
    return {
      text: text || null,
      gold: turns.map((turn) => ({ document: position, start: turn, end: turn + 1 })),
      ranking: found.order.slice(0, shownRanks).map((index, rank) => {
        const [first, last] = turnsOf(index);
        return {
          document: position,
          start: first,
          end: last + 1,
          score: found.scores[rank]!,
          relevant: turns.some((turn) => turn >= first && turn <= last),
          place: isTurns
            ? `turns ${first + 1} to ${last + 1}`
            : thread.pieces[index]!.label || `turn ${first + 1}, piece ${index + 1}`,
        };
      }),
      lane: null,
      links: [
        {
          label: 'In its list of facts',
          href: formatLocation(
            { page: 'experiment', experiment: open.entry.id, view: 'failures' },
            { row: name.row, fact: id, show: 'all' },
          ),
        },
      ],
    };
  },
};
