import { useMemo } from 'react';
import type { Comparison } from '../../../artifact/common';
import { count, percent, points, pValue, score, signedScore } from '../../../core/stats/format';
import { threadsSummaryFormat, type ThreadsSummary } from '../../../experiments/threads/formats';
import { floorWords } from '../../../experiments/threads/limits';
import type { FactMetric } from '../../../experiments/threads/measure/figures';
import {
  closingNote,
  differenceWords,
  factMetricLabels,
  searchLabel,
} from '../../../experiments/threads/measure/headline';
import { reportedSteps, threadReferences } from '../../../experiments/threads/measure/rows';
import { probeWords } from '../../../experiments/threads/report';
import {
  chanceRow,
  searchColumns,
  searchRowsOf,
  threadsColumnIds,
  threadsColumns,
  threadsFirstColumns,
  threadsRows,
} from '../../../experiments/threads/scorecard';
import { figureText, intervalText } from '../../../analysis/scorecard/figure';
import { leaderOf, type FigureAddress } from '../../../analysis/scorecard/scoreTypes';
import type { ExperimentViewProps } from '../openExperiment';
import { addressOf } from '../scorecard/address';
import { CardComparisons, CardTable, ScorecardPage, useScorecard } from '../scorecard/ScorecardPage';
import { PlainTable, Section } from '../shared/Prose';
import { threadsScoreCodecs } from './threadsParams';

const presets = [
  { label: 'All threads', columns: threadsFirstColumns },
  { label: 'By language', columns: threadsColumnIds.filter((id) => id.startsWith('language')) },
  { label: 'All', columns: threadsColumnIds },
];

/** Both indexes and every step between them, then the searches of messages with several subjects. */
export function ThreadsScorecard({ experiment }: ExperimentViewProps) {
  const { entry } = experiment;
  const card = useScorecard(experiment, threadsSummaryFormat, threadsScoreCodecs);
  const { summary, values } = card;
  const address = useMemo(() => addressOf(entry.id), [entry.id]);
  const columns = useMemo(() => threadsColumns(summary), [summary]);
  const rows = useMemo(() => threadsRows(summary, address), [summary, address]);
  const apart = useMemo(
    () => ({ label: 'By chance, for comparison', rows: [chanceRow(summary)] }),
    [summary],
  );
  const measureOf = ({ metric }: Comparison) => factMetricLabels[metric as FactMetric];
  return (
    <ScorecardPage
      card={card}
      lead={summary.headline}
      why={
        <ul>
          {closingNote(summary).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    >
      <CardTable
        card={card}
        title="scorecard"
        rowName="row"
        rows={rows}
        columns={columns}
        presets={presets}
        best={leaderOf(columns.find(({ id }) => id === values.sort[0]?.column))}
        compares
        apart={apart}
        questions="facts"
        caption={`${count(summary.facts)} facts, each looked for in its own thread. Intervals: ${count(summary.bootstrap.draws)} draws over ${count(summary.bootstrap.clusters)} threads, seed ${summary.bootstrap.random.seed}. Above the floor means ${floorWords(summary.settings.floor)}.`}
      />
      {(['points', 'score'] as const).map((unit) => (
        <CardComparisons
          key={unit}
          card={card}
          caption={`Each step of the method, ${unit === 'points' ? 'first places' : 'reciprocal rank'}: paired differences over ${count(summary.bootstrap.clusters)} threads, sign-flip test, p corrected by Holm over the steps of one measure. All were written down before anything was measured`}
          comparisons={summary.comparisons.filter(
            ({ metric }) => (metric === 'reciprocalRank') === (unit === 'score'),
          )}
          measure={measureOf}
          format={unit === 'points' ? points : signedScore}
          link={({ a }) => address('failures', { row: a })}
        />
      ))}
      {summary.searches.length > 0 ? <Messages summary={summary} address={address} /> : null}
      <Probes summary={summary} />
      <Reported />
    </ScorecardPage>
  );
}

function Messages({ summary, address }: { summary: ThreadsSummary; address: FigureAddress }) {
  const [first] = summary.searches;
  const columns = searchColumns(summary);
  return (
    <Section title="Messages of several subjects">
      <PlainTable
        caption={`${count(first?.messages)} messages with ${count(first?.subjects)} subjects in ${count(first?.parts)} parts, over labelled and blended pieces. X = ${summary.settings.limit} places of a part, from ${floorWords(summary.settings.threshold)}. m parts run m searches and can attach up to m × X memories.`}
        head={['Search', ...columns.map(({ label }) => label)]}
        rows={searchRowsOf(summary, address).map((row) => [
          <span key="name" title={row.note}>
            {row.label}
          </span>,
          ...columns.map(({ id }) => {
            const figure = row.figures.get(id)!;
            const text = [figureText(figure), intervalText(figure, 'bootstrap')].filter(Boolean).join(' ');
            const link = row.link(id);
            return link === null ? (
              text
            ) : (
              <a key={id} href={link}>
                {text}
              </a>
            );
          }),
        ])}
      />
      <ul>
        {summary.searchComparisons.map((own) => (
          <li key={own.b}>
            {searchLabel(own.a)} against {searchLabel(own.b).toLowerCase()}, subjects found:{' '}
            {differenceWords(own)}, p {pValue(own.adjustedP)}
            {own.verdict === 'not established' ? ', not established' : ''}.
          </li>
        ))}
      </ul>
      <dl>
        {columns.map(({ id, label, about }) => (
          <div key={id}>
            <dt className="strong">{label}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Probes({ summary }: { summary: ThreadsSummary }) {
  if (summary.probes.length === 0) return null;
  const { probe } = reportedSteps;
  return (
    <Section title="One detail in a large tool result">
      {summary.probes.map((own) => (
        <p key={own.fact}>{sentence(probeWords(own))}</p>
      ))}
      <p className="soft">
        Reported by the source for its own: rank {probe.rank} of {probe.of} at a cosine of{' '}
        {score(probe.cosine)}, the whole-turn vector {score(probe.whole)}.
      </p>
    </Section>
  );
}

const sentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;

function Reported() {
  return (
    <Section title="Reported by the source">
      <PlainTable
        caption="On its own threads with its own model; not measured here. The source gives no intervals."
        head={['Row', ...Object.values(factMetricLabels)]}
        rows={threadReferences.map(({ label, topRightAboveFloor, topRight, reciprocalRank }) => [
          label,
          percent(topRightAboveFloor),
          percent(topRight),
          score(reciprocalRank),
        ])}
      />
      <p className="soft">
        It also reports that the blend adds {points(reportedSteps.blend)} and text context instead of the mean{' '}
        {points(reportedSteps.textContext)}.
      </p>
    </Section>
  );
}
