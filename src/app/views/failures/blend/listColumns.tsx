import { toCsv } from '../../../../core/stats/csv';
import { signedScore } from '../../../../core/stats/format';
import type { MissColumn } from '../MissTable';
import { OutcomeMark } from '../OutcomeMark';
import type { ListLine } from './blendList';
import type { BlendItem } from './blendTable';
import { foundText, outcomeLabels, rankText } from './blendWords';

type RecordName = (item: BlendItem, record: number) => string;

/** Columns of the list on the page. */
export function listColumnsOf(kind: 'specific' | 'generic', recordName: RecordName): MissColumn<ListLine>[] {
  return [
    { id: 'query', label: 'Query', cell: ({ outcome }) => outcome.item.id },
    { id: 'family', label: 'Family', cell: ({ outcome }) => outcome.item.family },
    {
      id: 'outcome',
      label: kind === 'specific' ? 'Outcome' : 'Among the first 4',
      cell: ({ outcome }) => (
        <OutcomeMark kind={outcome.kind}>
          {kind === 'specific' ? outcomeLabels.specific[outcome.kind] : foundText(outcome)}
        </OutcomeMark>
      ),
    },
    {
      id: 'rank',
      label: kind === 'specific' ? 'Rank of the target' : 'Rank of the last one',
      numeric: true,
      largeFirst: true,
      cell: ({ outcome }) => rankText(outcome.firstRank, outcome.lastRank),
    },
    {
      id: 'margin',
      label: 'Gap to target',
      numeric: true,
      largeFirst: true,
      cell: ({ outcome }) => signedScore(outcome.margin),
    },
    {
      id: 'winner',
      label: kind === 'specific' ? 'Best other record' : 'Best of another family',
      cell: ({ outcome }) => recordName(outcome.item, outcome.winner),
    },
    {
      id: 'rescuers',
      label: 'Rescued by',
      numeric: true,
      largeFirst: true,
      cell: ({ rescuers }) => `${rescuers.length} of 14`,
    },
  ];
}

/** The list as a file, with every number in full. */
export function listCsv(lines: readonly ListLine[], recordName: RecordName): string {
  return toCsv(lines, [
    { header: 'query', value: ({ outcome }) => outcome.item.id },
    { header: 'block', value: ({ outcome }) => outcome.item.block },
    { header: 'family', value: ({ outcome }) => outcome.item.family },
    { header: 'outcome', value: ({ outcome }) => outcomeLabels[outcome.item.kind][outcome.kind] },
    { header: 'expected', value: ({ outcome }) => outcome.expected },
    { header: 'firstRank', value: ({ outcome }) => outcome.firstRank },
    { header: 'lastRank', value: ({ outcome }) => outcome.lastRank },
    { header: 'margin', value: ({ outcome }) => outcome.margin },
    { header: 'target', value: ({ outcome }) => recordName(outcome.item, outcome.target) },
    { header: 'winner', value: ({ outcome }) => recordName(outcome.item, outcome.winner) },
    { header: 'rescuedBy', value: ({ rescuers }) => rescuers.join(' ') },
  ]);
}
