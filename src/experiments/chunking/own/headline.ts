import { andList, counted } from '../../../core/stats/words';
import * as format from '../../../core/stats/format';
import type { ChunkingRow, ChunkingSummary } from '../formats';

type Summary = Omit<ChunkingSummary, 'headline'>;

/** Rivals that are named one by one; more are counted. */
const namedRivals = 3;

/** The result of a reader's own run in two or three sentences, with how little it may rest on. */
export function liveHeadline(summary: Summary, open = 0): string {
  const result = [resultInWords(summary), ...indexInWords(summary)].join(' ');
  return open === 0
    ? result
    : `${result} ${counted(open, 'question')} that the documents do not establish ${open === 1 ? 'is' : 'are'} counted apart: no figure holds ${open === 1 ? 'it' : 'them'}.`;
}

/** How many misses are the index's own. */
function indexInWords({ rows, index }: Summary): string[] {
  const row = rows.find(({ retriever }) => retriever === 'index');
  if (!row || !index) return [];
  const missed = Object.values(row.losses).reduce((sum, lost) => sum + (lost ?? 0), 0);
  return [
    `Through its ${index.method} index ${counted(missed, 'question')} ${missed === 1 ? 'is' : 'are'} missed at 5, of which ${format.count(row.losses.index ?? 0)} an exact search of the same table finds.`,
  ];
}

function resultInWords(summary: Summary): string {
  const { rows, best, bootstrap, corpus, model } = summary;
  const leader = rows.find(({ row }) => row === best?.row);
  if (corpus.questions === 0) return 'No row has a figure: there was no question.';
  if (!best || !leader)
    return `No row found an answer to any of ${format.count(corpus.questions)} ${corpus.questions === 1 ? 'question' : 'questions'}, so none is better than another.`;
  const labelOf = (id: string): string => rows.find(({ row }) => row === id)?.label ?? id;
  const parts = [
    `With BM25, ${labelOf(best.row)} has the highest nDCG@10 (${figure(leader, summary)})${verdict(best.notSeparatedFrom.map(labelOf), rows.filter(({ table }) => table === 'main').length, bootstrap.clusters)}.`,
  ];
  const second = rows
    .filter(({ table }) => table === 'second')
    .sort((a, b) => (b.metrics.ndcgAt10.value ?? 0) - (a.metrics.ndcgAt10.value ?? 0))[0];
  if (second && model && second.metrics.ndcgAt10.value !== 0)
    parts.push(
      `With ${model.name}, ${second.label} has the highest of the second table (${figure(second, summary)}).`,
    );
  if (bootstrap.clusters < 2)
    parts.push(
      `All questions belong to one ${bootstrap.cluster}, so no interval and no comparison is defined.`,
    );
  return parts.join(' ');
}

function figure({ metrics: { ndcgAt10 } }: ChunkingRow, { corpus }: Summary): string {
  const { value, interval, exactBound } = ndcgAt10;
  const bounds = interval ?? exactBound;
  const questions = `${format.count(corpus.questions)} ${corpus.questions === 1 ? 'question' : 'questions'}`;
  return bounds
    ? `${format.score(value)}, 95 % interval ${format.interval(bounds[0], bounds[1], format.score)}, ${questions}`
    : `${format.score(value)}, ${questions}`;
}

function verdict(rivals: readonly string[], rows: number, clusters: number): string {
  if (rows < 2 || clusters < 2) return '';
  if (rivals.length === 0) return ', ahead of every other strategy';
  if (rivals.length === rows - 1) return '; these questions do not separate it from any other strategy';
  const named =
    rivals.length <= namedRivals + 1
      ? rivals
      : [...rivals.slice(0, namedRivals), `${rivals.length - namedRivals} others`];
  return `, not separated from ${andList(named)}`;
}
