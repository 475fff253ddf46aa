import { counted } from '../../../core/stats/words';
import type { BenchmarkRun } from '../measure/benchmark';
import { runSwitches } from '../measure/switches';
import type { ChunkingSwitches } from '../formats';
import type { StoredBenchmark } from '../stored';
import type { MeasuredRun } from './measured';
import type { ExamineOptions } from '../../../analysis/doctor/options';
import {
  compareValues,
  openCheck,
  type CheckBook,
  type DoctorCheck,
} from '../../../analysis/doctor/findings';

type Setting = ChunkingSwitches['settings'][number];

/** Ranks that a mask speaks of. */
const maskRanks = 10;

const nameOf = ({ idf, k1, b, tokenRule }: Omit<Setting, 'strategies'>): string =>
  `${idf}, k1 ${k1}, b ${b}, ${tokenRule}`;
const relevantRanks = (mask: number): number => mask.toString(2).replaceAll('0', '').length;

/**
 * The sensitivity file against the rankings: the setting that the rows were measured under
 * must find what they found; any other is complete and finds no more than there is. With a
 * run measured on the text, every setting is searched again.
 */
export async function checkSwitches(
  stored: StoredBenchmark,
  run: BenchmarkRun,
  { settings }: ChunkingSwitches,
  measured: MeasuredRun | null,
  step: ExamineOptions['step'],
): Promise<DoctorCheck> {
  const check = openCheck('switches', 'Ranks under each switch follow from the rankings');
  const { bm25, strategies } = stored.summary;
  const seen = new Set<string>();
  settings.forEach((setting, index) => {
    if (seen.has(nameOf(setting)))
      check.add({
        file: 'switches.json',
        path: `$.settings[${index}]`,
        found: `${nameOf(setting)} again`,
        expected: 'each setting once',
      });
    seen.add(nameOf(setting));
    for (const { id } of strategies) checkComplete(check, stored, setting, index, id);
  });
  if (!seen.has(nameOf(bm25 as Setting)))
    check.add({
      file: 'switches.json',
      path: '$.settings',
      found: `no setting ${nameOf(bm25 as Setting)}`,
      expected: 'the setting that the rows were measured under',
    });
  const whole = check.close('');
  if (whole.outcome === 'fails')
    return check.close(`${counted(settings.length, 'setting')}; what is there is not whole`);
  settings.forEach((setting, index) => {
    if (nameOf(setting) === nameOf(bm25 as Setting)) checkPublished(check, stored, run, setting, index);
  });
  if (measured === null)
    return check.close(
      `${counted(settings.length, 'setting')} of ${counted(strategies.length, 'strategy', 'strategies')} are whole; ${nameOf(bm25 as Setting)} finds what the rows found. The others need the text`,
    );
  const again = await runSwitches(measured, step);
  settings.forEach((setting, index) => {
    const own = again.find((other) => nameOf(other.setting) === nameOf(setting));
    for (const { id, label } of strategies)
      compareValues(
        check,
        {
          file: 'switches.json',
          path: ['settings', index, 'strategies', id],
          about: `${label}, ${nameOf(setting)}`,
        },
        setting.strategies[id],
        own?.strategies.get(id),
      );
  });
  return check.close(
    `${counted(settings.length, 'setting')} of ${counted(strategies.length, 'strategy', 'strategies')}, searched again in the text`,
  );
}

/** A strategy's lists hold every question, and no mask speaks of more than is relevant. */
function checkComplete(
  check: CheckBook,
  { relevant, questions: { questions } }: StoredBenchmark,
  { strategies }: Setting,
  index: number,
  id: string,
): void {
  const path = `$.settings[${index}].strategies[${JSON.stringify(id)}]`;
  const own = Object.hasOwn(strategies, id) ? strategies[id] : undefined;
  if (!own)
    return check.add({
      file: 'switches.json',
      path,
      found: 'nothing',
      expected: 'what every strategy finds',
    });
  for (const list of ['answerMask', 'evidenceMask', 'tokensToHit'] as const) {
    if (own[list].length !== questions.length)
      check.add({
        file: 'switches.json',
        path: `${path}.${list}`,
        found: `${own[list].length} questions`,
        expected: `${questions.length} questions`,
      });
  }
  for (const rule of ['answer', 'evidence'] as const) {
    own[`${rule}Mask`].forEach((mask, q) => {
      check.looked(1);
      const most = relevant.get(id)?.[rule][q]?.length ?? 0;
      const place = {
        file: 'switches.json',
        path: `${path}.${rule}Mask[${q}]`,
        about: questions[q]?.id ?? String(q),
      };
      if (!Number.isInteger(mask) || mask < 0 || mask >= 1 << maskRanks)
        check.add({
          ...place,
          found: String(mask),
          expected: `a whole number below ${1 << maskRanks}, a bit a rank`,
        });
      else if (relevantRanks(mask) > most)
        check.add({
          ...place,
          found: `${mask}, which is ${relevantRanks(mask)} relevant ranks`,
          expected: `at most ${most}, the relevant contexts that there are`,
        });
    });
  }
}

/** The published setting, question by question, against the ranks of the BM25 rows. */
function checkPublished(
  check: CheckBook,
  { summary, questions: { questions }, rankings }: StoredBenchmark,
  { rows, strategies }: BenchmarkRun,
  setting: Setting,
  index: number,
): void {
  for (const {
    index: {
      strategy: { id },
    },
    relevant,
  } of strategies) {
    const row = rows.find(({ strategy, retriever }) => strategy === id && retriever === 'bm25');
    const own = setting.strategies[id];
    if (!row || !own || row.depth < maskRanks) continue;
    const { label } = summary.strategies.find((strategy) => strategy.id === id)!;
    questions.forEach(({ id: question }, q) => {
      const fault = { file: 'switches.json', about: `${label}, ${question}` };
      for (const rule of ['answer', 'evidence'] as const) {
        check.looked(1);
        const wanted = new Set(relevant[rule][q]);
        const mask = row.rankings[q]!.slice(0, maskRanks).reduce(
          (bits, hit, rank) => (wanted.has(hit.index) ? bits | (1 << rank) : bits),
          0,
        );
        if (own[`${rule}Mask`][q] !== mask)
          check.add({
            ...fault,
            path: `$.settings[${index}].strategies[${JSON.stringify(id)}].${rule}Mask[${q}]`,
            found: String(own[`${rule}Mask`][q]),
            expected: `${mask}, from the ranks in rankings/${row.row}.json`,
          });
      }
      check.looked(1);
      const tokens = rankings.get(row.row)!.tokensToHit[q]!;
      if (own.tokensToHit[q] !== tokens)
        check.add({
          ...fault,
          path: `$.settings[${index}].strategies[${JSON.stringify(id)}].tokensToHit[${q}]`,
          found: String(own.tokensToHit[q]),
          expected: `${tokens}, as in rankings/${row.row}.json`,
        });
    });
  }
}
