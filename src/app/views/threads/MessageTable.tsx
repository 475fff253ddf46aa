import { count, shareOf } from '../../../core/stats/format';
import { searchLabel } from '../../../experiments/threads/measure/headline';
import { messageSearches, type MessageSearch } from '../../../experiments/threads/measure/rows';
import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';
import { field } from '../failures/FilterBar';
import { MissTable } from '../failures/MissTable';
import { sortedBy } from '../failures/sortedBy';
import { ListBar } from './ListBar';
import { threadTitle, type ThreadsData } from './threadsData';
import { showWords, type ThreadsListValues, type ThreadsMoves } from './threadsParams';
import styles from './Threads.module.css';

/** Subjects of a message of which a search brought nothing back. */
export const lostIn = ({ messages }: ThreadsData, search: MessageSearch, message: number): number =>
  messages.searches.find((own) => own.search === search)?.covered[message]!.filter((found) => !found)
    .length ?? 0;

/** Whether a message passes the filters of the list. */
export function isMessageListed(
  data: ThreadsData,
  message: number,
  { search, show, thread, find }: ThreadsListValues,
): boolean {
  const { id, text, thread: own } = data.messages.messages[message]!;
  const lost = lostIn(data, search, message);
  const needle = find.trim().toLowerCase();
  return (
    (show === 'all' || (show === 'found' ? lost === 0 : lost > 0)) &&
    (thread === null || data.summary.threads[own]!.id === thread) &&
    (needle === '' || `${id} ${text}`.toLowerCase().includes(needle))
  );
}

export function sortedMessages(data: ThreadsData, values: ThreadsListValues): number[] {
  const lines = [...data.messages.messages.keys()].filter((message) =>
    isMessageListed(data, message, values),
  );
  const [key] = values.sort;
  if (!key) return lines;
  return sortedBy(
    lines,
    (message) =>
      key.column === 'thread'
        ? data.messages.messages[message]!.thread
        : key.column === 'lost'
          ? lostIn(data, values.search, message)
          : data.messages.messages[message]!.id,
    key.descending,
  );
}

interface MessageTableProps extends ThreadsMoves {
  data: ThreadsData;
  lines: readonly number[];
  values: ThreadsListValues;
  reveal: string | null;
}

/** The mixed messages of which a search loses subjects. */
export function MessageTable({ data, lines, values, set, href, reveal }: MessageTableProps) {
  const { summary, messages } = data;
  const own = summary.searches.find(({ search }) => search === values.search);
  return (
    <>
      <h2>
        {searchLabel(values.search)}: {own ? shareOf(own.subjects - own.lost, own.subjects) : 'no'} subjects
        found
      </h2>
      <ListBar
        data={data}
        values={values}
        set={set}
        setup={field({
          label: 'Search',
          value: values.search,
          options: messageSearches.map(({ search, label, about }) => ({
            value: search,
            label,
            title: about,
          })),
          onChange: (search) => set({ search }),
        })}
      />
      <MissTable
        caption={`${count(lines.length)} of ${count(messages.messages.length)} messages: ${showWords[values.show]}. Under each search the subjects that it loses.`}
        label="List of mixed messages"
        columns={[
          {
            id: 'message',
            label: 'Message',
            cell: (message) => (
              <span className={styles.words} dir="auto">
                {messages.messages[message]!.text || messages.messages[message]!.id}
              </span>
            ),
          },
          {
            id: 'thread',
            label: 'Thread',
            cell: (message) => threadTitle(summary, messages.messages[message]!.thread),
          },
          {
            id: 'lost',
            label: 'Subjects',
            numeric: true,
            largeFirst: true,
            cell: (message) => count(messages.messages[message]!.subjects.length),
          },
          ...messageSearches.map(({ search, label }) => ({
            id: search,
            label: `Lost: ${label.toLowerCase()}`,
            numeric: true,
            plain: true,
            cell: (message: number) => count(lostIn(data, search, message)),
          })),
        ]}
        lines={lines}
        idOf={(message) => messages.messages[message]!.id}
        href={(message) => href({ list: 'messages', message: messages.messages[message]!.id })}
        sort={values.sort}
        onSort={(sort) => set({ sort })}
        reveal={reveal}
        empty={
          <Notice
            action={
              <Button onClick={() => set({ show: 'all', thread: null, find: '' })}>Show all messages</Button>
            }
          >
            No message passes: {showWords[values.show]}.
          </Notice>
        }
      />
    </>
  );
}
