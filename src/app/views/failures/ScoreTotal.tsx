import { score, signedScore } from '../../../core/stats/format';
import { StepBars } from './StepBars';

interface ScoreTotalProps {
  /** Columns between the name and the first sum. */
  before: number;
  /** Scores of the target and of the context or record beside it. */
  sums: readonly [number, number];
  domain: readonly [number, number];
}

/** The last line of two scores taken apart: their sums, the difference, and both as bars from zero. */
export function ScoreTotal({ before, sums, domain }: ScoreTotalProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Score</th>
        {Array.from({ length: before }, (_, column) => (
          <td key={column} />
        ))}
        <td className="number to-end">{score(sums[0])}</td>
        <td className="number to-end">{score(sums[1])}</td>
        <td className="number to-end">{signedScore(sums[1] - sums[0])}</td>
        <td>
          <StepBars steps={sums.map((to) => ({ from: 0, to }))} domain={domain} total />
        </td>
      </tr>
    </tfoot>
  );
}
