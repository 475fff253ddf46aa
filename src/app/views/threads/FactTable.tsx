import { count, score, shareOf } from '../../../core/stats/format';
import { factValue } from '../../../experiments/threads/measure/figures';
import { rowLabel } from '../../../experiments/threads/measure/headline';
import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';
import { field } from '../failures/FilterBar';
import { MissTable } from '../failures/MissTable';
import { OutcomeMark } from '../failures/OutcomeMark';
import { sortedBy } from '../failures/sortedBy';
import { PlainTable } from '../shared/Prose';
import { ListBar } from './ListBar';
import { threadTitle, type ThreadsData } from './threadsData';
import { showWords, type ThreadsListValues, type ThreadsMoves } from './threadsParams';
import styles from './Threads.module.css';

type StoredRow = ThreadsData['facts']['rows'][number];

export const storedRow = ({ facts }: ThreadsData, id: string): StoredRow =>
  facts.rows.find(({ row }) => row === id) ?? facts.rows[0]!;

/** Whether a fact passes the filters of the list. */
export function isListed(
  data: ThreadsData,
  fact: number,
  { row, show, thread, find }: ThreadsListValues,
): boolean {
  const { summary, facts } = data;
  const { id, text, thread: own } = facts.facts[fact]!;
  const stored = storedRow(data, row);
  const isFound = stored.hit[fact]! >= 1;
  const isAbove = factValue(stored, 'topRightAboveFloor', fact, summary.settings.floor) >= 1;
  const passes = show === 'all' || (show === 'found' ? isFound : show === 'below' ? !isAbove : !isFound);
  const needle = find.trim().toLowerCase();
  return (
    passes &&
    (thread === null || summary.threads[own]!.id === thread) &&
    (needle === '' || `${id} ${text}`.toLowerCase().includes(needle))
  );
}

/** The facts that pass, in the order asked for; a rank that there is not comes last. */
export function sortedFacts(data: ThreadsData, values: ThreadsListValues): number[] {
  const lines = [...data.facts.facts.keys()].filter((fact) => isListed(data, fact, values));
  const [key] = values.sort;
  if (!key) return lines;
  const valueOf = (fact: number): number | string | null => {
    const { id, thread } = data.facts.facts[fact]!;
    if (key.column === 'fact') return id;
    if (key.column === 'thread') return thread;
    if (key.column === 'topScore') return storedRow(data, values.row).topScore[fact]!;
    return storedRow(data, key.column).rank[fact]!;
  };
  return sortedBy(lines, valueOf, key.descending);
}

/** The outcome of a fact in a row. */
export function FactOutcome({ row, fact }: { row: StoredRow; fact: number }) {
  const hit = row.hit[fact]!;
  return (
    <OutcomeMark kind={hit >= 1 ? 'hit' : hit > 0 ? 'tied' : 'missed'}>
      {hit >= 1
        ? 'right section first'
        : row.rank[fact] === null
          ? 'not stored'
          : `rank ${count(row.rank[fact])}`}
    </OutcomeMark>
  );
}

interface FactTableProps extends ThreadsMoves {
  data: ThreadsData;
  lines: readonly number[];
  values: ThreadsListValues;
  reveal: string | null;
}

/** The facts that a row misses, where every row ranks them, and the misses of each thread. */
export function FactTable({ data, lines, values, set, href, reveal }: FactTableProps) {
  const { summary, facts } = data;
  const chosen = storedRow(data, values.row);
  const found = chosen.hit.reduce((sum, hit) => sum + hit, 0);
  return (
    <>
      <h2>
        {rowLabel(values.row)}: right section first for {shareOf(found, facts.facts.length)}
      </h2>
      <ListBar
        data={data}
        values={values}
        set={set}
        setup={field({
          label: 'Row',
          many: true,
          value: values.row,
          options: summary.rows.map(({ row, label }) => ({ value: row as ThreadsListValues['row'], label })),
          onChange: (row) => set({ row }),
        })}
      />
      <MissTable
        caption={`${count(lines.length)} of ${count(facts.facts.length)} facts: ${showWords[values.show]}. Under each row the rank of the first stored vector of a right turn.`}
        label="List of facts"
        columns={[
          {
            id: 'fact',
            label: 'Fact',
            cell: (fact) => (
              <span className={styles.words} dir="auto">
                {facts.facts[fact]!.text || facts.facts[fact]!.id}
              </span>
            ),
          },
          { id: 'thread', label: 'Thread', cell: (fact) => threadTitle(summary, facts.facts[fact]!.thread) },
          {
            id: 'topScore',
            label: 'Top score',
            numeric: true,
            largeFirst: true,
            cell: (fact) => score(chosen.topScore[fact]),
          },
          ...facts.rows.map((row) => ({
            id: row.row,
            label: rowLabel(row.row),
            numeric: true,
            cell: (fact: number) => (row.rank[fact] === null ? 'not stored' : count(row.rank[fact])),
          })),
        ]}
        lines={lines}
        idOf={(fact) => facts.facts[fact]!.id}
        href={(fact) => href({ fact: facts.facts[fact]!.id })}
        sort={values.sort}
        onSort={(sort) => set({ sort })}
        reveal={reveal}
        empty={
          <Notice
            action={
              <Button onClick={() => set({ show: 'all', thread: null, find: '' })}>Show all facts</Button>
            }
          >
            No fact passes: {showWords[values.show]}
            {values.thread === null ? '' : `, thread ${values.thread}`}
            {values.find === '' ? '' : `, with “${values.find}”`}.
          </Notice>
        }
      />
      <PlainTable
        caption="Misses of each thread: facts whose first hit is not in a right turn"
        head={['Thread', 'Facts', ...facts.rows.map(({ row }) => rowLabel(row))]}
        rows={summary.threads.map(({ id, facts: own }, position) => [
          threadTitle(summary, position),
          count(own),
          ...facts.rows.map(({ row, hit }) => (
            <a
              key={row}
              href={href({ row: row as ThreadsListValues['row'], thread: id, show: 'missed', find: '' })}
            >
              {count(
                Math.round(
                  facts.facts.reduce(
                    (sum, fact, index) => sum + (fact.thread === position ? 1 - hit[index]! : 0),
                    0,
                  ),
                ),
              )}
            </a>
          )),
        ])}
      />
    </>
  );
}
