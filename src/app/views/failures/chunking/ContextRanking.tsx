import { Fragment, useState } from 'react';
import { Table } from '../../../components/table/Table';
import { count, score, signedScore } from '../../../../core/stats/format';
import { findText } from '../../../../core/text/findText';
import { spansOverlap } from '../../../../core/text/spans';
import type { ChunkingChunks, ChunkingRelevant, ChunkingRow } from '../../../../experiments/chunking/formats';
import { Button } from '../../../components/Button';
import type { CorpusTextView } from '../../../data/corpusText';
import type { OpenExperiment } from '../../openExperiment';
import type { ChunkingMoves } from './chunkingParams';
import { around, contextSpan, documentOf, type ContextSpan } from './cutModel';
import type { ChunkingMisses, QuestionOutcome } from './missModel';
import shared from '../failures.module.css';
import styles from './chunking.module.css';

interface ContextRankingProps {
  experiment: OpenExperiment;
  data: ChunkingMisses;
  outcome: QuestionOutcome;
  text: CorpusTextView;
  row: ChunkingRow;
  chunks: ReadonlyMap<number, ChunkingChunks>;
  relevant: ChunkingRelevant;
  /** The context that should have come first. */
  target: number | null;
  /** The context that it is set beside. */
  other: number | null;
  href: ChunkingMoves['href'];
}

interface RankedContext {
  context: number;
  rank: number | null;
  score: number | null;
}

/** The contexts that were returned, with scores, and the one that should have been. */
export function ContextRanking({
  data,
  outcome,
  text,
  row,
  chunks,
  relevant,
  target,
  other,
  href,
}: ContextRankingProps) {
  const { summary, questions } = data;
  const ranking = data.rankings.get(row.row)!;
  const { contextOffsets } = summary.strategies.find(({ id }) => id === row.strategy)!;
  const { gold, document: own } = questions[outcome.question]!;
  const listed: RankedContext[] = ranking.contexts[outcome.question]!.map((context, index) => ({
    context,
    rank: index + 1,
    score: ranking.scores[outcome.question]![index] ?? null,
  }));
  const lines =
    target === null || listed.some(({ context }) => context === target)
      ? listed
      : [
          ...listed,
          {
            context: target,
            rank: outcome.context === target ? outcome.rank : null,
            score: outcome.context === target ? outcome.score : null,
          },
        ];
  const targetScore = lines.find(({ context }) => context === target)?.score ?? null;
  const isAnswer = new Set(relevant.answer[outcome.question]);
  const isEvidence = new Set(relevant.evidence[outcome.question]);
  const isPartly = new Set(relevant.partly?.[outcome.question]);
  const byChance = (context: number) =>
    gold.length > 0 && isAnswer.has(context) && !isEvidence.has(context) && !isPartly.has(context);
  const [all, setAll] = useState(false);
  const shown = all
    ? lines
    : lines.filter(({ context }, index) => index < topShown || context === target || context === other);

  return (
    <div className="stack">
      <div className="scroll-x" role="region" aria-label="Ranking" tabIndex={0}>
        <Table className={`full small table ${shared.table}`}>
          <caption className="soft small">
            Contexts, best first. <strong>Gap to target</strong> is the score less that of the target. A
            context’s name sets it beside the target below.
          </caption>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col">Context</th>
              <th scope="col">Relevant by</th>
              <th scope="col" className="number to-end">
                Score
              </th>
              <th scope="col" className="number to-end">
                Gap to target
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line, index) => {
              const { context, rank } = line;
              const document = documentOf(context, contextOffsets);
              const span = contextSpan(context, contextOffsets, row.strategy, chunks);
              const source = text.documents?.[document];
              const place = `${document === own ? 'same document' : (summary.corpus.documents[document]?.title ?? '')}${span ? `, ${count(span.start)}–${count(span.end)}` : ''}`;
              const rules = [
                isAnswer.has(context) ? 'answer' : '',
                isEvidence.has(context) ? 'evidence' : '',
                byChance(context) ? 'not the gold place' : '',
              ]
                .filter(Boolean)
                .join(', ');
              return (
                <Fragment key={context}>
                  <Gap skipped={rank === null ? 0 : rank - 1 - (shown[index - 1]?.rank ?? 0)} />
                  <tr
                    className={
                      context === target
                        ? shared.targetLine
                        : context === other
                          ? shared.otherLine
                          : undefined
                    }
                  >
                    <td className="number">{rank === null ? 'none' : count(rank)}</td>
                    <th scope="row">
                      <ContextName
                        context={context}
                        place={place}
                        isTarget={context === target}
                        isOther={context === other}
                        href={href}
                      />
                      {source !== undefined && span ? (
                        <Snippet
                          text={source}
                          span={span}
                          gold={gold}
                          answers={text.questions?.[outcome.question]?.answers ?? []}
                        />
                      ) : null}
                    </th>
                    <td>{rules === '' ? <span className="soft">neither</span> : rules}</td>
                    <td className="number to-end">{score(line.score)}</td>
                    <td className="number to-end">
                      {context === target || line.score === null || targetScore === null
                        ? ''
                        : signedScore(line.score - targetScore)}
                    </td>
                  </tr>
                </Fragment>
              );
            })}
          </tbody>
        </Table>
      </div>
      {lines.length > topShown ? (
        <div className="no-print">
          <Button onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show the top and the target' : `Show all ${lines.length}`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Gap({ skipped }: { skipped: number }) {
  if (skipped <= 0) return null;
  return (
    <tr>
      <td colSpan={5} className={shared.gap}>
        … {count(skipped)} more …
      </td>
    </tr>
  );
}

function ContextName({
  context,
  place,
  isTarget,
  isOther,
  href,
}: {
  context: number;
  place: string;
  isTarget: boolean;
  isOther: boolean;
  href: ChunkingMoves['href'];
}) {
  return (
    <>
      {isTarget ? (
        `context ${context}`
      ) : (
        <a href={href({ against: context })} aria-current={isOther ? 'true' : undefined}>
          context {context}
        </a>
      )}
      {isTarget ? <span className={shared.tag}>target</span> : null}
      {isOther ? <span className={shared.tag}>compared</span> : null}
      <span className="soft small"> {place}</span>
    </>
  );
}

/** Contexts shown at first; the files hold more. */
const topShown = 8;
const snippetLength = 220;

/** A stretch of a context: around the whole gold, else an answer, else what it holds of the gold, else its beginning. */
function Snippet({
  text,
  span,
  gold,
  answers,
}: {
  text: string;
  span: ContextSpan;
  gold: readonly ContextSpan[];
  answers: readonly string[];
}) {
  const inside = text.slice(span.start, span.end);
  const held = gold.find((one) => one.document === span.document && spansOverlap(one, span));
  const partOfGold = held && {
    start: Math.max(0, held.start - span.start),
    end: Math.min(inside.length, held.end - span.start),
  };
  const whole =
    held && partOfGold && partOfGold.end - partOfGold.start === held.end - held.start
      ? partOfGold
      : undefined;
  const part =
    whole ??
    answers.map((one) => findText(inside, one)[0]).find((found) => found !== undefined) ??
    partOfGold;
  if (!part) {
    return (
      <span className={styles.snippet}>
        {inside.slice(0, snippetLength)}
        {inside.length > snippetLength ? ' …' : ''}
      </span>
    );
  }
  const { before, inside: hit, after } = around(inside, part, snippetLength / 2);
  return (
    <span className={styles.snippet}>
      {part.start > snippetLength / 2 ? '… ' : ''}
      {before}
      <mark>{hit}</mark>
      {after}
      {part.end + snippetLength / 2 < inside.length ? ' …' : ''}
    </span>
  );
}
