import { messageSearchIds, methodRow, threadRowIds } from '../../../experiments/threads/measure/rows';
import { threadsColumnIds, threadsFirstColumns } from '../../../experiments/threads/scorecard';
import { choice, optionalChoice, optionalText, sorting, text, type ParamValues } from '../../state/params';
import type { ThreadsFacts, ThreadsMessages, ThreadsSummary } from '../../../experiments/threads/formats';
import type { Moves } from '../failures/useExplorer';
import { tableCodecs } from '../scorecard/tableCodecs';

/** What of the scorecard stands in the address. */
export const threadsScoreCodecs = tableCodecs(threadsColumnIds, threadsFirstColumns, []);

export const lists = ['facts', 'messages'] as const;
export const shows = ['missed', 'below', 'found', 'all'] as const;
export const showWords: Readonly<Record<(typeof shows)[number], string>> = {
  missed: 'missed',
  below: 'missed or below the floor',
  found: 'found',
  all: 'all',
};

/** Parameters of the lists of facts and messages. */
export const threadsListCodecs = (
  { threads }: ThreadsSummary,
  { facts }: ThreadsFacts,
  { messages }: ThreadsMessages,
) => ({
  list: choice(lists, 'facts'),
  row: choice(threadRowIds, methodRow),
  search: choice(messageSearchIds, 'whole'),
  show: choice(shows, 'missed'),
  thread: optionalChoice(threads.map(({ id }) => id)),
  find: text(),
  sort: sorting(['fact', 'thread', 'message', 'lost', 'topScore', ...threadRowIds], []),
  fact: optionalChoice(facts.map(({ id }) => id)),
  message: optionalChoice(messages.map(({ id }) => id)),
});
export type ThreadsListValues = ParamValues<ReturnType<typeof threadsListCodecs>>;
export type ThreadsMoves = Moves<ThreadsListValues>;

/** Parameters of the view of one thread: the thread, and the turn that is looked at. */
export const threadCodecs = ({ threads }: ThreadsSummary) => ({
  thread: choice(
    threads.map(({ id }) => id),
    threads[0]?.id ?? '',
  ),
  turn: optionalText(),
});

/** Parameters of the heat map. */
export const sweepCodecs = ({ sweep, settings }: ThreadsSummary) => ({
  size: choice([...new Set(sweep.map(({ pieceBytes }) => String(pieceBytes)))], String(settings.pieceBytes)),
});
