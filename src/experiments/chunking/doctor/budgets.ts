import { compareValues, leftOpen, openCheck, type DoctorCheck } from '../../../analysis/doctor/findings';
import { goldLength } from '../../../core/metrics/spanMetrics';
import { counted } from '../../../core/stats/words';
import type { BenchmarkRun } from '../measure/benchmark';
import type { StoredBenchmark } from '../stored';

const title = 'What every budget holds follows from rankings and gold';

/**
 * Steps against what else is stored: answers against the rankings, the order of steps and the gold
 * that they can hold; with the text, every step of the rows that were searched again.
 */
export function checkBudgets(
  { summary, questions: { questions }, rankings, budgets }: StoredBenchmark,
  measured: BenchmarkRun | null,
): DoctorCheck {
  if (budgets.size === 0) return leftOpen('budgets', title, 'the artifact holds none');
  const check = openCheck('budgets', title);
  const units = questions.map(({ gold }) => goldLength(gold));
  for (const retriever of new Set(summary.rows.map((row) => row.retriever))) {
    const file = `budgets/${retriever}.json`;
    const held = budgets.get(retriever);
    if (!held) {
      check.add({ file, path: '$', found: 'no such file', expected: 'one file a retriever' });
      continue;
    }
    compareValues(
      check,
      { file, path: ['rows'] },
      held.rows.map(({ row }) => row),
      summary.rows.filter((row) => row.retriever === retriever).map(({ row }) => row),
    );
    held.rows.forEach(({ row, answer, evidence, spanRecall }, index) => {
      const path = ['rows', index];
      compareValues(
        check,
        { file, path: [...path, 'answer'], about: row, row },
        answer,
        rankings.get(row)?.tokensToHit,
      );
      for (const [name, list] of [
        ['evidence', evidence],
        ['spanRecall', spanRecall],
      ] as const)
        if (list.length !== questions.length)
          check.add({
            file,
            path: `$.rows[${index}].${name}`,
            found: String(list.length),
            expected: `${questions.length} questions`,
          });
      spanRecall.forEach((steps, q) => {
        check.looked(1);
        const rises = steps.every((value, i) => value > (steps[i - 2] ?? 0));
        const most = steps.at(-1) ?? 0;
        if (steps.length % 2 !== 0 || !rises || most > (units[q] ?? 0))
          check.add({
            file,
            path: `$.rows[${index}].spanRecall[${q}]`,
            found: JSON.stringify(steps),
            expected: `tokens and code units that rise in pairs, to ${units[q]} at most`,
            about: questions[q]?.id,
          });
      });
      const again = measured?.rows.find((own) => own.row === row);
      if (again?.retriever !== 'bm25') return;
      const steps = again.outcomes.map(({ budget }) => budget);
      compareValues(
        check,
        { file, path, about: row, row },
        { evidence, spanRecall },
        {
          evidence: steps.map((own) => own.evidence),
          spanRecall: steps.map((own) => own.spanRecall),
        },
      );
    });
  }
  const rows = [...budgets.values()].reduce((sum, held) => sum + held.rows.length, 0);
  return check.close(
    `${counted(rows, 'row')}, ${counted(questions.length, 'question')} each${measured ? '; steps of the first table from the text' : ''}`,
  );
}
