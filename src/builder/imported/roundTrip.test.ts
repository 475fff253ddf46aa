import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mergedRowId } from '../../experiments/chunking/neighbors/stored';
import { describe, expect, it } from 'vitest';
import { chunkingSummaryFormat } from '../../experiments/chunking/formats';
import { blendSummaryFormat } from '../../experiments/blend/formats';
import { decode } from '../../artifact/decode';
import type { ImportedRankings, ImportedSummary } from '../../experiments/items/formats';
import { importTrec } from '../../experiments/items/files';
import { evaluateTrec } from '../../testing/trecEvaluator';
import { publishedFolder, type ArtifactFile } from '../artifacts/store';
import { experiments, type ExperimentId } from '../experiments';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const read = (id: ExperimentId) => (name: string) => readFile(join(publishedFolder, id, name));
const summaryOf = async (id: ExperimentId): Promise<unknown> =>
  JSON.parse((await read(id)('summary.json')).toString('utf8'));

interface RoundTrip {
  name: string;
  row: ImportedSummary['rows'][number];
  deepest: number;
  outside: Record<string, number>;
}

/** Each exported pair, imported again and measured by the evaluator of the tests. */
async function roundTrips(
  id: ExperimentId,
  wanted: (name: string) => boolean = () => true,
): Promise<Map<string, RoundTrip>> {
  const { files, notes: _ } = await experiments[id].exportTrec!(read(id));
  const text = new Map(files.map((file: ArtifactFile) => [file.name, file.text]));
  const trips = new Map<string, RoundTrip>();
  for (const name of [...text.keys()].flatMap((file) =>
    file.endsWith('.run') && wanted(file.slice(0, -4)) ? [file.slice(0, -4)] : [],
  )) {
    const [run, qrels] = [text.get(`${name}.run`)!, text.get(`${name}.qrels`)!];
    const file = (suffix: string, content: string) => ({
      name: `${name}.${suffix}`,
      bytes: new TextEncoder().encode(content),
    });
    const { summary, files: made } = await importTrec(
      { runs: [file('run', run)], qrels: [file('qrels', qrels)] },
      { sha256, random: { draws: 20, patterns: 20 } },
    );
    const rankings = made.find((other) => other.name === 'rankings/0.json')!.value as ImportedRankings;
    trips.set(name, {
      name,
      row: summary.rows[0]!,
      deepest: Math.max(...rankings.firstRelevantRank.map((rank) => rank ?? 0)),
      outside: evaluateTrec(run, qrels),
    });
  }
  return trips;
}

const near = (found: number | null | undefined, expected: number | null | undefined, what: string): void =>
  expect(Math.abs(found! - expected!), `${what}: ${found} and ${expected}`).toBeLessThan(1e-9);

/** Every figure of an import is that of the outside evaluator, which shares no code with it. */
function agreesOutside({ name, row: { metrics }, deepest, outside }: RoundTrip): void {
  for (const k of [1, 3, 5, 10] as const) {
    near(metrics.hitAt[k].value, outside[`success_${k}`], `${name} hit@${k}`);
    near(metrics.recallAt[k].value, outside[`recall_${k}`], `${name} recall@${k}`);
  }
  near(metrics.ndcgAt10.value, outside['ndcg_cut_10'], `${name} nDCG@10`);
  // The evaluator looks as deep as the run goes.
  if (deepest <= 10) near(metrics.mrrAt10.value, outside['recip_rank'], `${name} MRR@10`);
}

describe('what is exported and imported again', () => {
  it.each([
    ['chunking-squad', 8],
    // Of the others, whose rows differ in nothing else, a few: the judged spans and the many questions are new.
    ['chunking-chroma', 3],
    ['chunking-covidqa', 1],
  ] as const)('of %s has the figures of its scorecard', async (id, first) => {
    // The first table and the last rows of the second: all forty take a minute and add no other kind of score.
    const all = decode(chunkingSummaryFormat, 'summary.json', await summaryOf(id)).rows;
    const main = all.filter(({ table }) => table === 'main');
    const rows = [...main.slice(0, first), ...all.filter(({ table }) => table === 'second').slice(-3)];
    const trips = await roundTrips(id, (name) => rows.some(({ row }) => row === name));
    expect([...trips.keys()]).toEqual(rows.map(({ row }) => row));
    for (const { row, n, metrics } of rows) {
      const trip = trips.get(row)!;
      agreesOutside(trip);
      expect(trip.row).toMatchObject({ n, tied: 0, unanswered: 0, unjudged: 0 });
      for (const k of [1, 3, 5, 10] as const) {
        near(trip.row.metrics.hitAt[k].value, metrics.hitAt[k].value, `${row} hit@${k}`);
        near(trip.row.metrics.recallAt[k].value, metrics.recallAt[k].value, `${row} recall@${k}`);
      }
      near(trip.row.metrics.mrrAt10.value, metrics.mrrAt10.value, `${row} MRR@10`);
      near(trip.row.metrics.ndcgAt10.value, metrics.ndcgAt10.value, `${row} nDCG@10`);
    }
  });

  it('of widened hits has the expanded figures', async () => {
    const [expansion] = decode(
      chunkingSummaryFormat,
      'summary.json',
      await summaryOf('chunking-squad'),
    ).expansions;
    const widths = expansion!.rows.map((row) => ({ name: mergedRowId(expansion!, row), ...row }));
    const trips = await roundTrips('chunking-squad', (name) => widths.some((width) => width.name === name));
    expect(trips.size).toBe(5);
    for (const { name, metrics } of widths) {
      const trip = trips.get(name)!;
      agreesOutside(trip);
      for (const k of [1, 3, 5, 10] as const)
        near(trip.row.metrics.hitAt[k].value, metrics.expandedHitAt[k].value, `${name} expanded hit@${k}`);
      near(trip.row.metrics.mrrAt10.value, metrics.expandedMrrAt10.value, `${name} expanded MRR@10`);
    }
  });

  it('of contextual-blend has the figures of its scorecard wherever nothing is tied', async () => {
    const { rows } = decode(blendSummaryFormat, 'summary.json', await summaryOf('contextual-blend'));
    const { notes } = await experiments['contextual-blend'].exportTrec!(read('contextual-blend'));
    const trips = await roundTrips('contextual-blend');
    let compared = 0;
    for (const { row, top1, reciprocalRank } of rows) {
      for (const condition of ['clean', 'stored', 'query', 'both'] as const) {
        const [specific, generic] = [
          trips.get(`${row}-${condition}`)!,
          trips.get(`${row}-${condition}-generic`)!,
        ];
        [specific, generic].forEach(agreesOutside);
        // A tie is written in stored order, as the note of the export says; the scorecard shares it.
        if (notes.join().includes(`${row}-${condition} (`)) continue;
        near(specific.row.metrics.hitAt['1'].value, top1[condition].value, `${row} ${condition} top 1`);
        if (specific.deepest <= 10)
          near(
            specific.row.metrics.mrrAt10.value,
            reciprocalRank[condition].value,
            `${row} ${condition} reciprocal rank`,
          );
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});
