import { isHit, type CompareQuestion, type SharedQuestion } from '../../../analysis/compare/compare';
import { count, signedScore } from '../../../core/stats/format';
import { cellLabel, nameOf } from '../../../analysis/compare/words';
import { FilterChips } from '../../components/FilterChips';
import { MissTable, type MissColumn } from '../failures/MissTable';
import { NothingListed } from '../failures/Overview';
import { OutcomeMark } from '../failures/OutcomeMark';
import type { LoadedRun } from './adapters/adapter';
import { familyIn, foundText, letterOf, pairReason } from './compareModel';
import type { CompareMoves, CompareValues } from './compareParams';
import type { KnownTexts } from './QuestionTexts';
import { RunBadge } from './RunBadge';
import styles from './Compare.module.css';

interface FlipTableProps {
  runs: readonly LoadedRun[];
  /** Filtered and sorted. */
  listed: readonly SharedQuestion[];
  total: number;
  a: number;
  b: number;
  values: CompareValues;
  family: string | null;
  grouping: string;
  moves: CompareMoves;
  texts: KnownTexts;
  reveal: string | null;
}

/** Found, tied or missed, with the rank, by sign and word. */
export function Found({ side }: { side: CompareQuestion }) {
  const kind = isHit(side) ? 'hit' : side.outcome > 0 ? 'tied' : 'missed';
  return <OutcomeMark kind={kind}>{foundText(side)}</OutcomeMark>;
}

/** The pair's questions: those on which it disagrees most first, each with the reason. */
export function FlipTable({
  runs,
  listed,
  total,
  a,
  b,
  values,
  family,
  grouping,
  moves,
  texts,
  reveal,
}: FlipTableProps) {
  const letters = [letterOf(a), letterOf(b)] as const;
  const columns: MissColumn<SharedQuestion>[] = [
    { id: 'question', label: 'Question', cell: ({ id }) => texts?.get(id)?.text ?? id },
    { id: 'family', label: 'Family', cell: ({ sides }) => nameOf(runs, familyIn(grouping, sides) ?? 'n/a') },
    {
      id: 'a',
      label: letters[0],
      aside: <RunBadge run={runs[a]!} />,
      cell: ({ sides }) => <Found side={sides[a]!} />,
    },
    {
      id: 'b',
      label: letters[1],
      aside: <RunBadge run={runs[b]!} />,
      cell: ({ sides }) => <Found side={sides[b]!} />,
    },
    {
      id: 'gap',
      label: 'Reciprocal-rank gap',
      numeric: true,
      largeFirst: true,
      cell: ({ sides }) => signedScore(sides[a]!.reciprocalRank - sides[b]!.reciprocalRank),
    },
    {
      id: 'why',
      label: 'Why',
      plain: true,
      cell: ({ sides }) => <span className={styles.why}>{pairReason(sides[a]!, sides[b]!, letters)}</span>,
    },
  ];
  const filters = [
    ...(values.cell === null
      ? []
      : [{ label: cellLabel(values.cell, ...letters), clear: () => moves.set({ cell: null }) }]),
    ...(family === null
      ? []
      : [{ label: `family: ${nameOf(runs, family)}`, clear: () => moves.set({ family: null }) }]),
  ];
  return (
    <div className="stack">
      <div className={styles.listHead}>
        <h3>
          {count(listed.length)} of {count(total)} questions
        </h3>
        <FilterChips filters={filters} clearAll={() => moves.set({ cell: null, family: null })} />
      </div>
      <MissTable
        caption={
          <span className="soft small">
            {values.sort.length === 0
              ? 'The widest disagreement first: by the hit, then by the reciprocal rank.'
              : 'Sorted by a column; a third click on it returns to the widest disagreement first.'}{' '}
            Keys j and k step through.
          </span>
        }
        label="Questions of the pair"
        columns={columns}
        lines={listed}
        idOf={({ id }) => id}
        href={({ id }) => moves.href({ question: id })}
        sort={values.sort}
        onSort={(sort) => moves.set({ sort })}
        reveal={reveal}
        empty={
          <NothingListed
            text="No question"
            narrowing={filters.map(({ label }) => label)}
            onClear={() => moves.set({ cell: null, family: null })}
            showAll={null}
          />
        }
      />
    </div>
  );
}
