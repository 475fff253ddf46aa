import { use, useMemo, type ReactNode } from 'react';
import { encodeList } from '../../../../artifact/addressParts';
import { count, decimal, score } from '../../../../core/stats/format';
import { stagesOfRow } from '../../../../experiments/chunking/measure/setups';
import { chunkingRelevantFormat, type LossStage } from '../../../../experiments/chunking/formats';
import { loadExperimentFile } from '../../../data/artifacts';
import type { CorpusTextView } from '../../../data/corpusText';
import { formatLocation } from '../../../state/urlState';
import type { OpenExperiment } from '../../openExperiment';
import { LoadCorpus } from '../../shared/LoadCorpus';
import { OutcomeMark } from '../OutcomeMark';
import { loadChunks } from './chunkFiles';
import type { ChunkingMoves, ChunkingValues } from './chunkingParams';
import {
  answerRuleNote,
  familyLabel,
  missedWords,
  retrieverLabels,
  stageMeanings,
  withinWords,
} from './chunkingWords';
import { ContextRanking } from './ContextRanking';
import { loadNeighbors } from '../../neighbors/loadExpansion';
import { documentOf, goldShares, spansOf } from './cutModel';
import { GoldCuts } from './GoldCuts';
import { NeighborHelp } from './NeighborHelp';
import { tokensToHit, type ChunkingMisses, type QuestionOutcome } from './missModel';
import { Loading } from '../../../components/Loading';
import { RescueTable } from './RescueTable';
import { RulesAlone } from './RulesAlone';
import { TermWaterfall } from './TermWaterfall';
import shared from '../failures.module.css';
import styles from './chunking.module.css';
import { FilePart } from '../../shared/FilePart';

interface QuestionPageProps extends ChunkingMoves {
  experiment: OpenExperiment;
  data: ChunkingMisses;
  /** Whether the other rows have arrived. */
  isWhole: boolean;
  outcome: QuestionOutcome;
  text: CorpusTextView;
  values: ChunkingValues;
}

/** One question under one row: where its evidence was lost, how the gold was cut, what came instead, and why. */
export function QuestionPage({
  experiment,
  data,
  isWhole,
  outcome,
  text,
  values,
  set,
  href,
}: QuestionPageProps) {
  const { summary, questions } = data;
  const { id, document, families } = questions[outcome.question]!;
  const row = summary.rows.find((candidate) => candidate.row === values.row)!;
  const asked = text.questions?.[outcome.question];
  return (
    <article className="stack" aria-labelledby="miss-title">
      <header className={`stack gap-1 ${shared.missHead}`}>
        <h2 id="miss-title" tabIndex={-1}>
          {asked ? asked.text : id}
        </h2>
        <p className={shared.verdict}>
          <OutcomeMark kind={outcome.stage === null ? 'hit' : 'missed'}>
            {outcome.stage === null ? 'hit' : 'missed'}
          </OutcomeMark>
          <span>
            {verdictText(outcome, values)}
            {outcome.elsewhere
              ? ' It is not the gold place: it holds the answer’s words without covering what was asked about.'
              : ''}
          </span>
        </p>
        <p className="soft small">
          {asked
            ? `${asked.answers.length === 1 ? 'Answer' : 'Answers'}: ${asked.answers.map((answer) => `“${answer}”`).join(', ')} · question ${id} · `
            : ''}
          {row.label}, {retrieverLabels[row.retriever]} ·{' '}
          {summary.groupings
            .map(
              (grouping) =>
                `${grouping.label.toLowerCase()}: ${familyLabel(summary, families[grouping.id] ?? 'n/a')}`,
            )
            .join(' · ')}
        </p>
      </header>
      <LoadCorpus experiment={experiment}>
        With it, this page shows the question, the gold as it was cut, what came instead, and which words
        decided the ranking.
      </LoadCorpus>

      <Section id="miss-stage" title="Where it was lost">
        <LossChain
          stages={stagesOfRow(data.summary.rows, values.row)}
          stage={outcome.stage}
          missed={missedWords(values)}
          tokens={tokensToHit(data, values.row, outcome.question)}
          rule={answerRuleNote(data.summary)}
        />
      </Section>

      <FilePart of={`${id} ${values.row}`} waiting="the chunks">
        <Evidence
          experiment={experiment}
          data={data}
          outcome={outcome}
          text={text}
          values={values}
          set={set}
          href={href}
        />
      </FilePart>

      {text.documents && data.exceptions && data.exceptions.of(outcome.question).length > 0 ? (
        <Section id="miss-exception" title="The rule and its exception">
          <RulesAlone
            experiment={experiment}
            data={data}
            outcome={outcome}
            documents={text.documents}
            row={values.row}
            k={values.k}
          />
        </Section>
      ) : null}

      <Section id="miss-rescue" title="The same question in the other rows">
        <RescueTable
          data={data}
          question={outcome.question}
          values={values}
          href={href}
          inspector={(strategies) => inspectorHref(experiment, data, outcome.question, strategies, values)}
        />
        {isWhole ? null : <Loading what="the other rows" />}
        {document === null ? <p className="soft">The question belongs to no document.</p> : null}
      </Section>
    </article>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** The parts that need chunk boundaries. */
function Evidence({
  experiment,
  data,
  outcome,
  text,
  values,
  set,
  href,
}: Omit<QuestionPageProps, 'isWhole'>) {
  const { source, entry } = experiment;
  const { summary, questions, rankings } = data;
  const row = summary.rows.find((candidate) => candidate.row === values.row)!;
  const { contextOffsets } = summary.strategies.find(({ id }) => id === row.strategy)!;
  const ranking = rankings.get(row.row)!;
  const contexts = ranking.contexts[outcome.question]!;
  const { gold } = questions[outcome.question]!;
  const wanted = [
    ...new Set([
      ...gold.map(({ document }) => document),
      ...[
        ...contexts,
        ...[outcome.context, ranking.evidence.context[outcome.question]!].filter((context) => context >= 0),
      ].map((context) => documentOf(context, contextOffsets)),
    ]),
  ];
  const loads = [
    loadChunks(experiment, wanted),
    loadExperimentFile(source, entry, `relevant/${row.strategy}.json`, chunkingRelevantFormat),
    loadNeighbors(experiment, row.strategy),
  ] as const;
  const chunks = use(loads[0]);
  const { value: relevant } = use(loads[1]);
  const neighbors = loads[2] && use(loads[2]).value;
  const shares = useMemo(
    () =>
      gold.map((span) =>
        goldShares(
          span,
          spansOf(chunks.get(span.document)?.strategies[row.strategy]?.contexts ?? []),
          contextOffsets[span.document] ?? 0,
          contexts,
        ),
      ),
    [gold, chunks, row, contextOffsets, contexts],
  );
  // Without a relevant context, the one that holds most of the gold is what should have come.
  const most = shares
    .flat()
    .reduce<(typeof shares)[number][number] | null>(
      (best, share) => (!best || share.share > best.share ? share : best),
      null,
    );
  // The place that was asked about explains more than one that only happens to hold the words.
  const atGold = ranking.evidence.context[outcome.question]!;
  const target = atGold >= 0 ? atGold : outcome.context >= 0 ? outcome.context : (most?.context ?? null);
  const other = values.against ?? contexts.find((context) => context !== target) ?? null;
  const side = { experiment, data, outcome, text, row, chunks };

  return (
    <>
      <Section id="miss-gold" title="The gold and the chunks">
        <GoldCuts
          {...side}
          shares={shares}
          inspector={inspectorHref(experiment, data, outcome.question, [row.strategy], values)}
        />
      </Section>
      <Section id="miss-ranking" title="Ranked above it">
        <ContextRanking {...side} relevant={relevant} target={target} other={other} href={href} />
      </Section>
      <Section id="miss-neighbors" title="Would neighbors have helped?">
        <NeighborHelp {...side} values={values} set={set} relevant={relevant} neighbors={neighbors} />
      </Section>
      <Section id="miss-terms" title="Which words decided it">
        {row.retriever !== 'bm25' ? (
          <p>
            This row ranks by {retrieverLabels[row.retriever]}, and vectors are not part of the artifact; the
            words of a score are told for BM25 rows.
          </p>
        ) : text.documents === null || text.questions === null ? (
          <p>The terms of the two scores are computed from the text. Load it above.</p>
        ) : target === null || other === null ? (
          <p>There are no two contexts to set side by side.</p>
        ) : (
          <TermWaterfall
            experiment={experiment}
            data={data}
            question={outcome.question}
            query={text.questions[outcome.question]!.text}
            documents={text.documents}
            row={row}
            target={target}
            other={other}
            ranking={ranking}
            rule={values.rule}
          />
        )}
      </Section>
    </>
  );
}

/** The outcome in a sentence. */
export function verdictText(
  { rank, score: targetScore, margin, stage }: QuestionOutcome,
  setup: Pick<ChunkingValues, 'k' | 'budget' | 'rule'>,
): string {
  const { k, rule, budget } = setup;
  const by = `by the ${rule} rule`;
  if (budget !== null)
    return stage === null
      ? `${rule === 'evidence' ? 'All its evidence' : 'A relevant context'} lies ${withinWords(setup)}, ${by}.`
      : `${capital(missedWords(setup))} ${rank === 0 ? 'No relevant context was retrieved at all.' : `The first relevant context ranks ${count(rank)}.`}`;
  if (rank === 0) return `No relevant context was retrieved at all, ${by}.`;
  if (stage === null) return `The first relevant context ranks ${count(rank)}, within the first ${k}, ${by}.`;
  return `The first relevant context ranks ${count(rank)}, outside the top ${k}, ${by}: score ${score(targetScore)}${margin === null ? '' : `, ${score(margin)} below the first`}.`;
}

interface LossChainProps {
  /** Those that can lose a question of the row, in order. */
  stages: readonly LossStage[];
  stage: LossStage | null;
  /** What a miss lacks. */
  missed: string;
  tokens: number | null;
  /** The rule that the tokens count by, where there is a choice. */
  rule: string;
}

const passed: Record<LossStage, string> = {
  source: 'The answer is in the corpus.',
  boundary: 'A chunk of its document covers the gold whole.',
  evidence: 'Every required span can be found.',
  budget: 'No token budget applies here.',
  index: 'The index returned what an exact search finds.',
  ranking: 'A relevant context ranks within the cutoff.',
};

/** The stages in order, as far as the evidence came. */
function LossChain({ stages, stage, missed, tokens, rule }: LossChainProps) {
  const lost = stage === null ? stages.length : stages.indexOf(stage);
  return (
    <>
      <ol className={`plain-list ${styles.chain}`}>
        {stages.map((name, index) => {
          const state = index < lost ? 'passed' : index === lost ? 'lost' : 'open';
          return (
            <li key={name} className={styles[state]}>
              <span className={`strong ${styles.chainName}`}>
                <span aria-hidden="true">{state === 'passed' ? '✓' : state === 'lost' ? '✗' : '·'}</span>{' '}
                {name}
                <span className="visually-hidden">
                  : {state === 'passed' ? 'passed' : state === 'lost' ? 'lost here' : 'not reached'}
                </span>
              </span>
              <span className="small">
                {state === 'lost'
                  ? capital(stageMeanings[name])
                  : state === 'passed'
                    ? passed[name]
                    : 'Not reached.'}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="small soft">
        Missed: {missed}.{' '}
        {tokens === null
          ? `No budget up to 8,192 tokens holds a relevant context${rule}.`
          : `A budget of ${decimal(tokens)} tokens would hold a relevant context${rule}.`}
      </p>
    </>
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The chunk inspector at the place of the gold. */
function inspectorHref(
  experiment: OpenExperiment,
  { summary, questions }: ChunkingMisses,
  question: number,
  strategies: readonly string[],
  { row, k }: ChunkingValues,
): string {
  const { id, gold, document } = questions[question]!;
  const place = gold[0]?.document ?? document;
  const name = place === null || place === undefined ? undefined : summary.corpus.documents[place]?.id;
  return formatLocation(
    { page: 'experiment', experiment: experiment.entry.id, view: 'inspector' },
    {
      ...(name === undefined ? {} : { document: name }),
      strategies: encodeList(strategies),
      question: id,
      row,
      ...(k <= 10 ? { k: String(k) } : {}),
      ...(gold[0] ? { at: String(gold[0].start) } : {}),
    },
  );
}
