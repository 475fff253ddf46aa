import { quantileSorted } from 'd3-array';
import { randomLcg } from 'd3-random';
import { bootstrapCells, BOOTSTRAP_DRAWS } from '../../core/stats/bootstrap';
import { clusterColumn } from '../../core/stats/aggregate';
import { STATISTICS_SEED } from '../../core/stats/rng';
import { compare, type PerfRow } from './measure';

const families = 16;
const cells = 60;

/** Intervals of a whole table against objects, arrays and sorting, which must give the same numbers to the last bit. */
export async function run(): Promise<PerfRow[]> {
  const random = randomLcg(0.8);
  const rows: PerfRow[] = [];
  const kinds: [string, () => number][] = [
    ['hits', () => Number(random() < 0.7)],
    ['fractions', random],
  ];
  for (const [kind, value] of kinds) {
    const table = Array.from({ length: cells }, () =>
      Array.from({ length: families }, (_, family) => Array.from({ length: 4 + (family % 5) }, value)),
    );
    const columns = table.map(clusterColumn);
    const fast = bootstrapCells(columns).map(({ low, high }) => ({ low, high }));
    if (JSON.stringify(fast) !== JSON.stringify(plainIntervals(table)))
      throw new Error('bootstrap: the fast intervals are not the plain ones');
    rows.push(
      ...(await compare(
        `${BOOTSTRAP_DRAWS.toLocaleString('en')} draws × ${families} families × ${cells} cells of ${kind}, with intervals`,
        [
          { name: 'chunkscope', run: () => bootstrapCells(columns) },
          { name: 'objects and sorting', run: () => plainIntervals(table), target: '≥ 15' },
        ],
      )),
    );
  }
  return rows;
}

/** As one would write it: each draw an array of families, each statistic a pass over it, a sort at the end. */
function plainIntervals(table: readonly (readonly (readonly number[])[])[]): { low: number; high: number }[] {
  return table.map((clusters) => {
    const random = randomLcg(STATISTICS_SEED);
    const totals = clusters.map((values) => ({
      sum: values.reduce((a, b) => a + b, 0),
      count: values.length,
    }));
    const statistics = Array.from({ length: BOOTSTRAP_DRAWS }, () => {
      const drawn = totals.map(() => totals[Math.floor(random() * totals.length)]!);
      return (
        drawn.reduce((sum, family) => sum + family.sum, 0) /
        drawn.reduce((sum, family) => sum + family.count, 0)
      );
    }).sort((a, b) => a - b);
    return { low: quantileSorted(statistics, 0.025)!, high: quantileSorted(statistics, 0.975)! };
  });
}
