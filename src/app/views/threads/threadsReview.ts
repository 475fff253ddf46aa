import { score } from '../../../core/stats/format';
import { rowLabel } from '../../../experiments/threads/measure/headline';
import { messageSearches } from '../../../experiments/threads/measure/rows';
import { threadFile, threadsThreadFormat, type ThreadsThread } from '../../../experiments/threads/formats';
import { loadExperimentFile } from '../../data/artifacts';
import { candidatesText, type ReviewPrefill } from '../failures/review/reviewModel';
import type { OpenExperiment } from '../openExperiment';
import { pieceText, threadTitle, type ThreadsData } from './threadsData';
import type { ThreadsListValues } from './threadsParams';

/** Results that a sheet names. */
const named = 5;
const turnsOf = (turns: readonly number[]): string => `turn ${turns.map((turn) => turn + 1).join(', ')}`;

/** What is known of a fact under one row, or of a mixed message under one search, stage by stage. */
export async function threadsReview(
  { source, entry }: OpenExperiment,
  data: ThreadsData,
  list: ThreadsListValues['list'],
  position: number,
  { row, search }: Pick<ThreadsListValues, 'row' | 'search'>,
): Promise<ReviewPrefill> {
  const { summary, facts, messages } = data;
  const item = (list === 'facts' ? facts.facts : messages.messages)[position]!;
  const { value: thread } = await loadExperimentFile(
    source,
    entry,
    threadFile(item.thread),
    threadsThreadFormat,
  );
  const byPieces = list === 'messages' || summary.rows.find((own) => own.row === row)?.unit === 'pieces';
  const found =
    list === 'facts'
      ? thread.rows.find((own) => own.row === row)!.facts[thread.facts.indexOf(position)]!
      : thread.found[thread.messages.indexOf(position)]!.whole;
  const results = found.order.slice(0, named);
  const own = byPieces ? pieceStage(thread) : chunkStage(thread);
  const turns =
    list === 'facts'
      ? facts.facts[position]!.turns
      : messages.messages[position]!.subjects.flatMap((subject) => subject.turns);
  const asked = messageSearches.find((one) => one.search === search)!;
  const covered = messages.searches.find((one) => one.search === search)?.covered[position] ?? [];
  const rank = facts.rows.find((one) => one.row === row)?.rank[position];
  return {
    question: item.text || item.id,
    setup: list === 'facts' ? rowLabel(row) : asked.label,
    stages: {
      source: `${threadTitle(summary, item.thread)}, ${turnsOf([...new Set(turns)])}`,
      extraction: 'turns and their sources as the export has them',
      boundary: byPieces ? 'labelled pieces of a turn' : 'whole turns, packed into chunks',
      candidates: candidatesText(
        results.map((index, place) => ({ name: own(index).name, score: score(found.scores[place]) })),
      ),
      context: results[0] === undefined ? 'none' : own(results[0]).text,
      answer:
        list === 'messages'
          ? `${covered.filter((isFound) => !isFound).length} of ${covered.length} subjects lost`
          : rank === null || rank === undefined
            ? 'the right turn was not returned'
            : `right turn at rank ${rank}`,
    },
  };
}

const pieceStage = (thread: ThreadsThread) => (index: number) => {
  const piece = thread.pieces[index]!;
  return { name: `turn ${piece.turn + 1}, ${piece.label}`, text: pieceText(thread, piece) || piece.label };
};

const chunkStage = (thread: ThreadsThread) => (index: number) => {
  const { first, last } = thread.chunks[index]!;
  const name = first === last ? `turn ${first + 1}` : `turns ${first + 1} to ${last + 1}`;
  return { name, text: thread.turns[first]?.sources[0]?.text || name };
};
