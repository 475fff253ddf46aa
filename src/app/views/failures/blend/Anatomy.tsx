import { Table } from '../../../components/table/Table';
import type { BlendMethod } from '../../../../experiments/blend/measure/methods';
import { decimal, score, signedScore } from '../../../../core/stats/format';
import { Explain } from '../../../components/Explain';
import { ScoreTotal } from '../ScoreTotal';
import { SideKey, StepBars } from '../StepBars';
import { waterfall, waterfallDomain } from '../waterfallModel';
import { decidingTerm, termLines, type RecordPair } from './pairModel';
import shared from '../failures.module.css';
import styles from './blend.module.css';

interface AnatomyProps {
  pair: RecordPair;
  weights: BlendMethod;
  names: { target: string; other: string };
}

/** The four terms of both scores side by side: inputs, shares, and how they add up. */
export function Anatomy({ pair, weights, names }: AnatomyProps) {
  const lines = termLines(pair, weights);
  const sides = [0, 1].map((side) => lines.map(({ shares }) => shares[side]!));
  const domain = waterfallDomain(sides);
  const steps = sides.map(waterfall);
  const sums = sides.map((values) => values.reduce((sum, value) => sum + value, 0));
  const deciding = decidingTerm(lines, pair.margin);
  const leader = pair.margin > 0 ? names.other : names.target;
  return (
    <div className="stack">
      <div>
        {weights.focusFirst && Math.abs(pair.margin - (sums[1]! - sums[0]!)) > 1e-6
          ? `The focus of ${leader} is nearer to that of the query, which decides before whole texts are compared.`
          : deciding === null
            ? 'No term sets the two apart.'
            : `The largest advantage of ${leader} is in “${deciding.label}”, ${signedScore((deciding.shares[1] - deciding.shares[0]) * Math.sign(pair.margin))}; all four terms together give ${signedScore(Math.abs(pair.margin))}.`}{' '}
        <Explain about="the four terms">
          Each side is a blend: w × focus + (1 − w) × whole text. The score is the cosine of the two blends.
          Multiplied out it has four terms, each a product of two weights and one dot product, divided by the
          lengths of the two blends. They add up to the score.
        </Explain>
      </div>
      <div className="scroll-x" role="region" aria-label="Score terms" tabIndex={0}>
        <Table className={`full small table ${shared.table} ${styles.anatomy}`}>
          <caption className="soft small">
            <SideKey target={`${names.target} (target)`} other={names.other} />
          </caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Term
              </th>
              <th scope="col" rowSpan={2} className="number to-end">
                Weights
              </th>
              <th scope="colgroup" colSpan={2}>
                Dot product
              </th>
              <th scope="colgroup" colSpan={3}>
                Share of the score
              </th>
              <th scope="col" rowSpan={2} className={shared.barHead}>
                How it adds up
              </th>
            </tr>
            <tr>
              {['target', 'other', 'target', 'other', 'difference'].map((label, index) => (
                <th key={index} scope="col" className="number to-end">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={line.id} className={line === deciding ? styles.deciding : undefined}>
                <th scope="row">{line.label}</th>
                <td className="number to-end">{decimal(line.weight, 4)}</td>
                <td className="number to-end">{score(line.dots[0])}</td>
                <td className="number to-end">{score(line.dots[1])}</td>
                <td className="number to-end">{score(line.shares[0])}</td>
                <td className="number to-end">{score(line.shares[1])}</td>
                <td className="number to-end">{signedScore(line.shares[1] - line.shares[0])}</td>
                <td>
                  <StepBars steps={steps.map((side) => side[index]!)} domain={domain} />
                </td>
              </tr>
            ))}
          </tbody>
          <ScoreTotal before={3} sums={[sums[0]!, sums[1]!]} domain={domain} />
        </Table>
      </div>
      <p className="small">
        Lengths of the blends: query {score(pair.target.queryNorm)} for both; stored{' '}
        {score(pair.target.storedNorm)} for the target, {score(pair.other.storedNorm)} for {names.other}.
        Every share above is weights × dot product ÷ (query length × stored length). A shorter stored blend,
        from a focus and a text that point different ways, enlarges all four.
      </p>
    </div>
  );
}
