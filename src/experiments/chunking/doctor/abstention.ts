import { counted } from '../../../core/stats/words';
import { compareValues, leftOpen, openCheck, type DoctorCheck } from '../../../analysis/doctor/findings';
import { abstentionFigures } from '../abstention/figures';
import type { ChunkingAbstention } from '../abstention/formats';
import type { BenchmarkRun } from '../measure/benchmark';
import type { StoredBenchmark } from '../stored';

const title = 'Abstention follows from top scores';

/** Floors, false positives, AUROC and risk against the top scores of answerable and open questions. */
export function checkAbstention(
  { summary }: StoredBenchmark,
  run: BenchmarkRun,
  open: ChunkingAbstention | undefined,
): DoctorCheck {
  if (!open) return leftOpen('abstention', title, 'abstention.json is missing');
  const check = openCheck('abstention', title);
  const lacking = run.rows.filter(
    ({ row }) => open.rows.find((own) => own.row === row)?.score.length !== open.questions.length,
  );
  for (const { row } of lacking)
    check.add({
      file: 'abstention.json',
      path: '$.rows',
      found: `no ${open.questions.length} scores of ${row}`,
      expected: 'a top score for every open question and row',
      row,
    });
  if (lacking.length === 0)
    compareValues(
      check,
      { file: 'summary.json', path: ['abstention'] },
      summary.abstention,
      abstentionFigures(run, open, summary.bootstrap.cluster, { draws: summary.bootstrap.draws }),
    );
  return check.close(
    `${counted(open.questions.length, 'open question')} in ${counted(run.rows.length, 'row')}`,
  );
}
