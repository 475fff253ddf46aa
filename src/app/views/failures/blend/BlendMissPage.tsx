import { useDeferredValue, useMemo } from 'react';
import { blendMethods } from '../../../../experiments/blend/measure/methods';
import { score } from '../../../../core/stats/format';
import type { BlendSimilarities } from '../../../../experiments/blend/formats';
import { Loading } from '../../../components/Loading';
import type { OpenExperiment } from '../../openExperiment';
import { OutcomeMark } from '../OutcomeMark';
import { Anatomy } from './Anatomy';
import type { BlendMoves, BlendValues } from './blendParams';
import type { BlendTable, ItemOutcome } from './blendTable';
import { foundText, outcomeLabels, rankText, setupLabel } from './blendWords';
import { PairTexts } from './PairTexts';
import { recordPair } from './pairModel';
import { RankingTable } from './RankingTable';
import { rankedRecords } from './rankingModel';
import { SetupGrid } from './SetupGrid';
import { WhatIf } from './WhatIf';
import shared from '../failures.module.css';
import { FilePart } from '../../shared/FilePart';

interface MissPageProps extends BlendMoves {
  experiment: OpenExperiment;
  similarities: BlendSimilarities;
  table: BlendTable;
  outcome: ItemOutcome;
  values: BlendValues;
}

/** One query under one setup: what it asked for, what came instead, and why. */
export function BlendMissPage({
  experiment,
  similarities,
  table,
  outcome,
  values,
  set,
  href,
}: MissPageProps) {
  const { item } = outcome;
  const { condition, against } = values;
  const block = similarities[item.block];
  const method = blendMethods.find(({ row }) => row === values.method)!;
  const ranking = useMemo(
    () => rankedRecords(block, method, condition, item.index),
    [block, method, condition, item],
  );
  const pair = useMemo(
    () => recordPair(block, method, condition, item.index, ranking, against),
    [block, method, condition, item, ranking, against],
  );
  const names = {
    target: block.records[pair.target.record]!.id,
    other: block.records[pair.other.record]!.id,
  };
  // The sweep over weights may come a frame later than the rest.
  const swept = useDeferredValue(true, false);

  return (
    <article className="stack" aria-labelledby="miss-title">
      <header className={`stack gap-1 ${shared.missHead}`}>
        <h2 id="miss-title" tabIndex={-1}>
          {item.id}
        </h2>
        <p className={shared.verdict}>
          <OutcomeMark kind={outcome.kind}>{outcomeLabels[item.kind][outcome.kind]}</OutcomeMark>
          <span>
            {verdictText(outcome, names.target, block.records[outcome.winner]!.id, block.records.length)}
          </span>
        </p>
        <p className="soft small">
          {setupLabel(values.method, condition)} · {item.kind} query of the {item.split} family {item.family},
          block {item.block}
        </p>
      </header>

      <section className="stack" aria-labelledby="miss-texts">
        <h3 id="miss-texts">The texts</h3>
        <FilePart of={item.id} waiting="the texts">
          <PairTexts
            experiment={experiment}
            item={item}
            condition={condition}
            names={names}
            outcome={outcome}
            won={pair.other.record === outcome.winner}
          />
        </FilePart>
      </section>

      <div className={shared.columns}>
        <section className="stack" aria-labelledby="miss-ranking">
          <h3 id="miss-ranking">The ranking</h3>
          <RankingTable experiment={experiment} item={item} ranking={ranking} pair={pair} href={href} />
        </section>
        <section className="stack" aria-labelledby="miss-grid">
          <h3 id="miss-grid">The same query under every method and condition</h3>
          <SetupGrid table={table} item={item} values={values} href={href} />
        </section>
      </div>

      <section className="stack" aria-labelledby="miss-anatomy">
        <h3 id="miss-anatomy">What the two scores are made of</h3>
        <Anatomy pair={pair} weights={method} names={names} />
      </section>

      <section className="stack" aria-labelledby="miss-what-if">
        <h3 id="miss-what-if">What would change it</h3>
        {swept ? (
          <WhatIf
            block={block}
            item={item}
            condition={condition}
            weights={method}
            pair={pair}
            names={names}
            weight={values.weight}
            set={set}
          />
        ) : (
          <Loading what="other weights" />
        )}
      </section>
    </article>
  );
}

/** The outcome in a sentence. */
export function verdictText(outcome: ItemOutcome, target: string, winner: string, records: number): string {
  const { item, firstRank, lastRank, margin, expected } = outcome;
  const rank = rankText(firstRank, lastRank);
  if (item.kind === 'generic') {
    const lowest = `the lowest, ${target}, ranks ${rank} of ${records}`;
    if (outcome.kind === 'hit')
      return `All ${item.targets} records of the family are among the first four; ${lowest}.`;
    return `${foundText(outcome)} records of the family are among the first four; ${lowest}, ${score(Math.abs(margin))} ${margin > 0 ? 'below' : 'above'} ${winner}, the best of another family.`;
  }
  if (outcome.kind === 'hit') return `${target} comes first, ${score(-margin)} above ${winner}.`;
  if (outcome.kind === 'tied')
    return `${target} shares ranks ${rank} with ${lastRank - firstRank} ${lastRank - firstRank === 1 ? 'other' : 'others'} and counts ${score(expected)} of a hit.`;
  return `${target} ranks ${rank} of ${records}, ${score(margin)} below ${winner}, which came first.`;
}
