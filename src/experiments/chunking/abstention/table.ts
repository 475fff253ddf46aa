import { count, interval, percent, score } from '../../../core/stats/format';
import type { PlainTable } from '../../../analysis/report/plainTable';
import type { ChunkingSummary } from '../formats';
import type { Abstention } from './formats';

/** Coverage at which the table looks at risk, by its place among the twenty. */
const halfCoverage = 9;
/** Budget beside the figures: what a row returns where there is something to return. */
const budget = 512;

const withInterval = (
  value: number | null,
  bounds: readonly [number, number] | null,
  say: (value: number | null | undefined) => string,
): string => (bounds === null ? say(value) : `${say(value)} ${interval(bounds[0], bounds[1], say)}`);

/** What every row does with questions that the documents leave open. */
export function abstentionTable(
  { rows, measuredClusters }: Abstention,
  summary: Pick<ChunkingSummary, 'rows'>,
): PlainTable {
  const columns = [
    'Row',
    `Whole evidence within ${budget} tokens`,
    'AUROC',
    `Open answered, ${measuredClusters} clusters`,
    'Answerable answered',
    'Wrong at half coverage',
  ];
  return {
    id: 'abstention',
    title: 'Questions that the documents leave open',
    columns: columns.map((label, at) => ({ label, figures: at > 0 })),
    rows: rows.map(({ row, auroc, falsePositiveRate, answered, riskAtCoverage }) => {
      const own = summary.rows.find((other) => other.row === row);
      const covered = own?.budgetCurve.find(({ tokens }) => tokens === budget)?.evidenceCoverage;
      const risk = riskAtCoverage[halfCoverage] ?? null;
      return [
        { text: own?.label ?? row },
        { text: percent(covered?.value), value: covered?.value ?? null },
        { text: withInterval(auroc.value, auroc.interval, score), value: auroc.value },
        {
          text: withInterval(
            falsePositiveRate.value,
            falsePositiveRate.interval ?? falsePositiveRate.exactBound,
            percent,
          ),
          value: falsePositiveRate.value,
        },
        { text: percent(answered.value), value: answered.value },
        { text: percent(risk), value: risk },
      ];
    }),
  };
}

/** What the table shows, for a reader who has not seen it before. */
export function abstentionWords({
  questions,
  keeps,
  fittedClusters,
  measuredClusters,
}: Abstention): string[] {
  return [
    `${count(questions)} further questions ask for what the documents do not say. They are in no other figure. A search returns something for them all the same; only a floor under the top score can hold it back.`,
    `AUROC is the chance that a question with an answer has a higher top score than one without; 0.5 is chance. The floor of a row keeps ${percent(keeps)} of the answerable questions of ${fittedClusters} clusters, drawn by a seed, and is measured on the other ${measuredClusters}: open questions at the floor or above get an answer that is not there. At half coverage only the half of all questions with the highest top scores is answered; wrong is an open question, or one whose evidence is not covered by any of the first five contexts. A fused row is judged by the top score of its embedding list.`,
  ];
}
