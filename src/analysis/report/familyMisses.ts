import { count, percent, shareOf } from '../../core/stats/format';
import type { Inspected, InspectedRow } from './inspected';
import type { PlainTable } from './plainTable';

/** Rows that fit beside each other on a sheet of paper. */
const columnsOnPaper = 8;

/**
 * How many of each family every row missed, families in the order given, those that only
 * the questions name after them. A family without questions has n = 0 and no share.
 */
export function familyMisses(
  { items, rows, family, things }: Inspected,
  families: readonly string[],
  nameOf: (family: string) => string = (own) => own,
): PlainTable[] {
  const places = new Map<string, number[]>(families.map((own) => [own, []]));
  items.forEach((item, place) => {
    const own = places.get(item.family) ?? [];
    places.set(item.family, own);
    own.push(place);
  });
  const groups = Array.from({ length: Math.ceil(rows.length / columnsOnPaper) }, (_, i) =>
    rows.slice(i * columnsOnPaper, (i + 1) * columnsOnPaper),
  );
  return groups.map((own, index) => ({
    id: `families-${index}`,
    title: `Misses by ${family.toLowerCase()}${groups.length > 1 ? `, ${index + 1} of ${groups.length}` : ''}`,
    columns: [
      { label: family, figures: false },
      { label: `n, ${things}`, figures: true },
      ...own.map(({ label }) => ({ label, figures: true })),
    ],
    rows: [...places].map(([name, asked]) => [
      { text: name === '' ? 'none' : nameOf(name) },
      { text: count(asked.length), value: asked.length },
      ...own.map((row) => missCell(row, asked)),
    ]),
  }));
}

function missCell({ missed }: InspectedRow, asked: readonly number[]) {
  const misses = asked.filter((place) => missed[place]).length;
  if (asked.length === 0) return { text: shareOf(0, 0), value: null };
  return {
    text: percent(misses / asked.length),
    value: misses / asked.length,
    note: `${count(misses)} of ${count(asked.length)}`,
  };
}
