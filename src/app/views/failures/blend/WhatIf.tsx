import { useEffect, useMemo, useState } from 'react';
import {
  symmetricWeight,
  type BlendCondition,
  type BlendMethod,
} from '../../../../experiments/blend/measure/methods';
import { decimal, score, signedScore } from '../../../../core/stats/format';
import type { SimilarityBlock } from '../../../../experiments/blend/formats';
import { Button } from '../../../components/Button';
import { Slider } from '../../../components/Slider';
import { OutcomeMark } from '../OutcomeMark';
import type { BlendMoves } from './blendParams';
import type { BlendItem } from './blendTable';
import { foundText, outcomeLabels, rankText } from './blendWords';
import type { RecordPair } from './pairModel';
import { rankedRecords } from './rankingModel';
import { WeightCurve } from './WeightCurve';
import { hitSpans, nearestHit, pointAt, rankByWeight } from './whatIfModel';
import shared from '../failures.module.css';
import styles from './blend.module.css';

interface WhatIfProps {
  block: SimilarityBlock;
  item: BlendItem;
  condition: BlendCondition;
  weights: BlendMethod;
  pair: RecordPair;
  names: { target: string; other: string };
  weight: number | null;
  set: BlendMoves['set'];
}

const restMs = 150;

/** The weight of the slider while it moves; the link follows when it rests: browsers refuse a change of address for every step of a drag. */
function useRestingWeight(
  chosen: number | null,
  initial: number,
  set: BlendMoves['set'],
): [number, (weight: number) => void] {
  const [draft, setDraft] = useState<number | null>(null);
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      set({ weight: draft }, { replace: true });
      setDraft(null);
    }, restMs);
    return () => clearTimeout(timer);
  }, [draft, set]);
  return [draft ?? chosen ?? initial, setDraft];
}

interface RerankedProps extends Pick<WhatIfProps, 'block' | 'item' | 'condition' | 'pair'> {
  weight: number;
  point: ReturnType<typeof pointAt>;
}

/** The first records at a weight, and the target wherever it stands. */
function Reranked({ block, item, condition, pair, weight, point: now }: RerankedProps) {
  const top = useMemo(
    () => rankedRecords(block, { queryWeight: weight, storedWeight: weight }, condition, item.index),
    [block, condition, item, weight],
  );
  const targetScore = top.find(({ record }) => record === pair.target.record)!.score;
  const listed = top.filter(
    (entry, index) => index < (item.kind === 'generic' ? 6 : 5) || entry.record === pair.target.record,
  );
  const outcome = {
    kind: now.expected === 1 ? 'hit' : now.expected === 0 ? 'missed' : 'tied',
    expected: now.expected,
    item,
  } as const;
  return (
    <div className="scroll-x" role="region" aria-label="Ranking at this weight" tabIndex={0}>
      <table className={`full small table ${shared.table}`}>
        <caption className="soft small" aria-live="polite">
          Ranked anew at {decimal(weight, 2)} on both sides,{' '}
          {condition === 'clean' ? 'clean texts' : 'same noise'}:{' '}
          <OutcomeMark
            kind={outcome.kind}
          >{`${outcomeLabels[item.kind][outcome.kind]}, ${item.kind === 'generic' ? foundText(outcome) : `rank ${rankText(now.firstRank, now.lastRank)}`}`}</OutcomeMark>
        </caption>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Record</th>
            <th scope="col" className="number to-end">
              Score
            </th>
            <th scope="col" className="number to-end">
              Gap to target
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((entry) => (
            <tr
              key={entry.record}
              className={
                entry.relevant
                  ? shared.targetLine
                  : entry.record === pair.other.record
                    ? shared.otherLine
                    : undefined
              }
            >
              <td className="number">{rankText(entry.firstRank, entry.lastRank)}</td>
              <th scope="row">
                {entry.id}
                {entry.relevant ? (
                  <span className={shared.tag}>{item.kind === 'generic' ? 'family' : 'target'}</span>
                ) : null}
              </th>
              <td className="number to-end">{score(entry.score)}</td>
              <td className="number to-end">
                {entry.record === pair.target.record
                  ? ''
                  : signedScore(Math.abs(entry.score - targetScore) <= 1e-9 ? 0 : entry.score - targetScore)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The weight that would swap the two, the target's rank at every weight, and a slider that ranks anew. */
export function WhatIf({ block, item, condition, weights, pair, names, weight: chosen, set }: WhatIfProps) {
  const { queryWeight, storedWeight, focusFirst, label } = weights;
  const measured = symmetricWeight(weights);
  const [weight, setDraft] = useRestingWeight(chosen, measured ?? 0.8, set);
  const points = useMemo(() => rankByWeight(block, condition, item.index), [block, condition, item]);
  const now = useMemo(() => pointAt(block, condition, item.index, weight), [block, condition, item, weight]);

  return (
    <div className="stack">
      <div className={`stack gap-1 ${styles.swap}`}>
        <p>{swapText(pair, weights, names)}</p>
        <p>{firstText(points, weights, names.target, item.kind)}</p>
      </div>
      <div className={shared.columns}>
        <div className="stack">
          <WeightCurve
            points={points}
            records={block.records.length}
            weight={weight}
            current={measured}
            spans={hitSpans(points)}
            target={names.target}
          />
          <Slider
            label="Focus weight on both sides (exploration)"
            value={weight}
            min={0}
            max={1}
            step={0.01}
            valueText={decimal(weight, 2)}
            help={
              measured !== null
                ? `The measured row has ${decimal(measured, 2)}. 0 is the whole text alone, 1 the focus alone.`
                : focusFirst
                  ? `${label} blends nothing; the slider shows what a blend would do.`
                  : `${label} weighs the query ${decimal(queryWeight, 2)} and the stored text ${decimal(storedWeight, 2)}; the slider sets both alike.`
            }
            onChange={setDraft}
          />
          {chosen !== null ? (
            <div>
              <Button onClick={() => set({ weight: null }, { replace: true })}>
                Back to {measured !== null ? decimal(measured, 2) : 'no what-if weight'}
              </Button>
            </div>
          ) : null}
        </div>
        <Reranked block={block} item={item} condition={condition} pair={pair} weight={weight} point={now} />
      </div>
      <p className="soft small">
        Weights looked at one query at a time are exploration: the weight that helps here was not chosen
        before the run and may harm elsewhere.
      </p>
    </div>
  );
}

/** The smallest change of weight that would swap target and other, in words. */
export function swapText(
  { swap, margin }: RecordPair,
  weights: BlendMethod,
  names: { target: string; other: string },
): string {
  const measured = symmetricWeight(weights);
  if (measured === null)
    return weights.focusFirst
      ? 'This method ranks by the focus and settles ties by whole texts, so it has no weight to change; the slider looks at blends. Its score is the cosine of the whole texts, less 3 for every nearer focus.'
      : 'The two sides of this method have unlike weights, so no single change of weight is given; the slider looks at equal weights.';
  if (swap === null) {
    return Math.abs(margin) <= 1e-9
      ? `At no weight does ${names.target} pull ahead of ${names.other} or fall behind it.`
      : `No focus weight between 0 and 1 swaps ${names.target} and ${names.other}.`;
  }
  const change = swap.weight - measured;
  return `The smallest change that swaps the two: from ${decimal(measured, 2)} to ${score(swap.weight)} (${signedScore(change)}). There ${names.target} and ${names.other} score the same; beyond it ${margin > 0 ? names.target : names.other} leads.`;
}

/** Where the target would win over all records, in words. */
export function firstText(
  points: ReturnType<typeof rankByWeight>,
  weights: BlendMethod,
  target: string,
  kind: BlendItem['kind'],
): string {
  const spans = hitSpans(points).map(({ low, high }) =>
    low === high ? decimal(low, 2) : `${decimal(low, 2)} to ${decimal(high, 2)}`,
  );
  const goal =
    kind === 'generic'
      ? 'all records of the family are among the first four'
      : `${target} is first of all records`;
  if (spans.length === 0)
    return `At no weight on a grid of 0.01 ${kind === 'generic' ? 'are all records of the family among the first four' : `is ${target} first of all records`}.`;
  const from = symmetricWeight(weights);
  const nearest = from === null ? null : nearestHit(points, from);
  const change =
    from === null || nearest === null || nearest === from
      ? ''
      : ` The nearest is ${decimal(nearest, 2)}, a change of ${signedScore(nearest - from)}.`;
  return `On a grid of 0.01 ${goal} at weights ${spans.join(', ')}.${change}`;
}
