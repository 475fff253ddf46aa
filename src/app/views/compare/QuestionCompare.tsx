import { use } from 'react';
import { Table } from '../../components/table/Table';
import { ranksOfSame, type PartialQuestion } from '../../../analysis/compare/compare';
import { score } from '../../../core/stats/format';
import { useCorpusText } from '../../data/corpusText';
import { stageMeanings } from '../failures/chunking/chunkingWords';
import { LoadCorpus } from '../shared/LoadCorpus';
import type { OpenExperiment } from '../openExperiment';
import type { HitRule, LoadedRun, RankedContext, SideDetail } from './adapters/adapter';
import { excerptOf, letterOf, missReason, moveOf, pairReason, type Move } from './compareModel';
import { Found } from './FlipTable';
import { ExpansionTrees } from './ExpansionTrees';
import { Lanes } from './Lanes';
import { loadSides } from './loadRuns';
import { RunBadge } from './RunBadge';
import { textRun, type KnownTexts } from './QuestionTexts';
import styles from './Compare.module.css';
import { FilePart } from '../shared/FilePart';

interface QuestionCompareProps {
  runs: readonly LoadedRun[];
  question: PartialQuestion;
  a: number;
  b: number;
  rule: HitRule;
  texts: KnownTexts;
}

/** One question in all runs: who found it and why the others did not, where they cut the gold, and their rankings side by side. */
export function QuestionCompare({ runs, question, a, b, rule, texts }: QuestionCompareProps) {
  const { id, sides } = question;
  const [first, second] = [sides[a] ?? null, sides[b] ?? null];
  const known = texts?.get(id);
  const open = textRun(runs);
  return (
    <article className="stack" aria-labelledby="question-title">
      <header className={`stack gap-2 ${styles.head}`}>
        <h2 id="question-title" tabIndex={-1}>
          {known?.text ?? id}
        </h2>
        <p className={styles.verdict}>
          {first && second
            ? capital(pairReason(first, second, [letterOf(a), letterOf(b)]))
            : 'Not every run was asked this question, so it is in none of the means.'}
          .
        </p>
        {known ? (
          <p className="soft small">
            {known.answers.length === 1 ? 'Answer' : 'Answers'}:{' '}
            {known.answers.map((answer) => `“${answer}”`).join(', ')} · question {id}
          </p>
        ) : null}
      </header>
      {open ? (
        <LoadCorpus experiment={open}>With it, this page shows the question and the contexts.</LoadCorpus>
      ) : null}
      <div
        className={`scroll-x ${styles.frame}`}
        role="region"
        aria-label="The question in each run"
        tabIndex={0}
      >
        <Table className={`full small table ${styles.pairs}`}>
          <caption className="visually-hidden">The question in each run</caption>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Found</th>
              <th scope="col" className={styles.numeric}>
                Reciprocal rank
              </th>
              <th scope="col">Lost at</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run, place) => {
              const side = sides[place];
              return (
                <tr key={run.id}>
                  <th scope="row">
                    <span className={styles.letter}>{letterOf(place)}</span> {run.label}{' '}
                    <RunBadge run={run} />
                  </th>
                  <td>{side ? <Found side={side} /> : 'not asked'}</td>
                  <td className={styles.numeric}>{side ? score(side.reciprocalRank) : 'n/a'}</td>
                  <td>
                    {side
                      ? (lossText(side.loss) ?? (side.outcome < 1 ? missReason(letterOf(place), side) : '–'))
                      : '–'}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </div>
      <FilePart of={id} waiting="the rankings">
        <Details runs={runs} question={question} a={a} rule={rule} open={open} />
      </FilePart>
    </article>
  );
}

function lossText(loss: string | null): string | null {
  return loss !== null && Object.hasOwn(stageMeanings, loss)
    ? `${loss}: ${stageMeanings[loss as keyof typeof stageMeanings]}`
    : null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface DetailsProps {
  runs: readonly LoadedRun[];
  question: PartialQuestion;
  a: number;
  rule: HitRule;
  open: OpenExperiment | null;
}

function Details({ runs, question, a, rule, open }: DetailsProps) {
  const details = use(
    loadSides(
      runs,
      question.sides.map((side) => side !== null),
      question.id,
      rule,
    ),
  );
  const own = details.find((detail) => detail !== null);
  return (
    <>
      {own?.text && !open ? <p className={styles.questionText}>{own.text}</p> : null}
      <ExpansionTrees runs={runs} details={details} k={rule.k} open={open} />
      <Lanes runs={runs} details={details} />
      <section className="stack" aria-labelledby="rankings">
        <h3 id="rankings">Rankings side by side</h3>
        <p className="soft small">
          The first ten of each. Beside a rank stands where {letterOf(a)} has the same context: the one that
          shares most text with it, at least half of the shorter. ★ marks a relevant context.
        </p>
        <div className="scroll-x" role="region" aria-label="First ten contexts of each run" tabIndex={0}>
          <div
            className="stack"
            style={{ gridTemplateColumns: `repeat(${runs.length}, minmax(14rem, 1fr))` }}
          >
            {runs.map((run, place) => (
              <Ranking
                key={run.id}
                run={run}
                letter={letterOf(place)}
                detail={details[place] ?? null}
                reference={place === a ? null : (details[a]?.ranking ?? null)}
                referenceLetter={letterOf(a)}
                open={open}
              />
            ))}
          </div>
        </div>
      </section>
    </>
  );
}

interface RankingProps {
  run: LoadedRun;
  letter: string;
  detail: SideDetail | null;
  /** The ranking that rise and fall are told against; null in that one itself. */
  reference: readonly RankedContext[] | null;
  referenceLetter: string;
  open: OpenExperiment | null;
}

function Ranking({ run, letter, detail, reference, referenceLetter, open }: RankingProps) {
  const from = detail && reference ? ranksOfSame(detail.ranking, reference) : null;
  return (
    <section
      aria-label={`Ranking of ${letter}, ${run.label}`}
      className={`stack gap-2 shrink ${styles.ranking}`}
    >
      <div className="row tight baseline">
        <h4>
          <span className={styles.letter}>{letter}</span> {run.label}
        </h4>
        <RunBadge run={run} />
      </div>
      {detail === null ? (
        <p className="soft">Not asked in this run.</p>
      ) : (
        <>
          {detail.ranking.length === 0 ? <p>Nothing was retrieved.</p> : null}
          <ol className={`plain-list ${styles.hits}`}>
            {detail.ranking.map((context, place) => (
              <li key={place} className={context.relevant ? styles.relevant : undefined}>
                <p className={styles.hitHead}>
                  <span className={styles.rank}>
                    {place + 1}
                    {context.relevant ? <span title="relevant"> ★</span> : null}
                    {context.relevant ? <span className="visually-hidden"> relevant</span> : null}
                  </span>
                  {from ? (
                    <MoveMark move={moveOf(place + 1, from[place] ?? null)} letter={referenceLetter} />
                  ) : null}
                  <span className="soft number">{score(context.score)}</span>
                </p>
                <p>{context.place}</p>
                {open ? <Excerpt open={open} context={context} gold={detail.gold} /> : null}
              </li>
            ))}
          </ol>
          <p className={styles.links}>
            {detail.links.map(({ label, href }) => (
              <a key={label} href={href}>
                {label}
              </a>
            ))}
          </p>
        </>
      )}
    </section>
  );
}

function MoveMark({ move, letter }: { move: Move; letter: string }) {
  switch (move.kind) {
    case 'new':
      return <span className={styles.move}>not in {letter}’s ten</span>;
    case 'same':
      return <span className={styles.move}>= {letter}</span>;
    case 'rise':
      return (
        <span className={`${styles.move} ${styles.rise}`}>
          <span aria-hidden="true">▲ {move.by}</span>
          <span className="visually-hidden">up {move.by},</span> from {move.from}
        </span>
      );
    case 'fall':
      return (
        <span className={`${styles.move} ${styles.fall}`}>
          <span aria-hidden="true">▼ {move.by}</span>
          <span className="visually-hidden">down {move.by},</span> from {move.from}
        </span>
      );
  }
}

function Excerpt({
  open,
  context,
  gold,
}: {
  open: OpenExperiment;
  context: RankedContext;
  gold: SideDetail['gold'];
}) {
  const { documents } = useCorpusText(open);
  const text = documents?.[context.document];
  if (text === undefined) return null;
  const { before, inside, after } = excerptOf(
    text,
    context,
    gold.find((span) => span.document === context.document),
  );
  return (
    <p className={styles.excerpt}>
      {before}
      {inside ? <mark>{inside}</mark> : null}
      {after}
    </p>
  );
}
