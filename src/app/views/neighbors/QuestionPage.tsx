import { useMemo } from 'react';
import { count } from '../../../core/stats/format';
import { encodeList } from '../../../artifact/addressParts';
import { formatRunId } from '../../../analysis/compare/runId';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import type { CorpusTextView } from '../../data/corpusText';
import { formatLocation } from '../../state/urlState';
import type { OpenExperiment } from '../openExperiment';
import { LoadCorpus } from '../shared/LoadCorpus';
import { ExpansionTree } from './ExpansionTree';
import type { NeighborMoves, NeighborValues } from './neighborParams';
import {
  expansionDrawing,
  questionRow,
  reachOf,
  stateWords,
  type NeighborData,
  type Reach,
} from './neighborsModel';
import { StateWord } from './QuestionList';
import failures from '../failures/failures.module.css';
import styles from './Neighbors.module.css';

interface QuestionPageProps extends Pick<NeighborMoves, 'href'> {
  experiment: OpenExperiment;
  data: NeighborData;
  question: number;
  text: CorpusTextView;
  values: NeighborValues;
}

function reachWords(reach: Reach | null, answered: boolean, k: number): string {
  if (!answered) return 'No run of chunks of this corpus holds the answer, so no width can reach it.';
  if (!reach)
    return `None of the first ${k} hits lies in a document that holds the answer, so no width can reach it from them.`;
  const { rank, neighborPrev, neighborNext } = reach;
  return neighborPrev + neighborNext === 0
    ? `Hit ${rank} holds the answer by itself.`
    : `The closest hit is hit ${rank}: ±${neighborPrev}/${neighborNext} around it reaches the answer.`;
}

/** One question under every width, and its expansion under the chosen one. */
export function QuestionPage({ experiment, data, question, text, values, href }: QuestionPageProps) {
  const { summary, questions } = data;
  const { id, families, gold } = questions[question]!;
  const { k: cutoff, rule, row } = values;
  const k = Number(cutoff);
  const width = summary.rows.find((candidate) => candidate.row === row)!;
  const drawing = useMemo(
    () => expansionDrawing(data, question, k, width, rule),
    [data, question, k, width, rule],
  );
  const rows = useMemo(
    () => summary.rows.map((candidate) => questionRow(data, question, candidate, k, rule)),
    [summary, data, question, k, rule],
  );
  const words = text.questions?.[question];
  // The chosen width, and the plainest others: at most four runs stand side by side.
  const others = summary.rows
    .map((candidate) => candidate.row)
    .filter((candidate) => candidate !== row)
    .slice(0, 3);
  const comparedWidths = formatLocation(
    { page: 'compare' },
    {
      runs: encodeList(
        [row, ...others].map((of) => formatRunId({ experiment: experiment.entry.id, row: of })),
      ),
      question: id,
      ...(k === 5 ? {} : { k: cutoff }),
      ...(rule === 'answer' ? {} : { rule }),
    },
  );
  return (
    <article className="stack" aria-labelledby="question-head">
      <header className={`stack gap-1 ${failures.missHead}`}>
        <h2 id="question-head" tabIndex={-1} dir="auto">
          {words?.text ?? id}
        </h2>
        <p className={failures.verdict}>
          <StateWord data={data} question={question} values={values} /> <span>by the first {k} hits at</span>{' '}
          <ExpansionBadge neighborPrev={width.neighborPrev} neighborNext={width.neighborNext} applies />
        </p>
        <p className="soft small">
          {words ? `${id}. ` : ''}
          {Object.entries(families)
            .map(
              ([grouping, family]) =>
                `${summary.groupings.find((known) => known.id === grouping)?.label ?? grouping}: ${family}`,
            )
            .join('; ')}
          {words ? `. Answers: ${words.answers.map((answer) => `“${answer}”`).join(', ')}` : ''}
        </p>
        <p>
          {reachWords(reachOf(data, question, k, rule), data.basis.relevant[rule][question]!.length > 0, k)}
        </p>
      </header>
      <div className="scroll-x" role="region" aria-label="This question under every width" tabIndex={0}>
        <table className={styles.widths}>
          <caption>
            The first {k} hits under every width. Fewest hits: how many hits it takes until the expansion
            holds the answer whole, of {data.hits.depth} kept.
          </caption>
          <thead>
            <tr>
              <th scope="col">Width</th>
              <th scope="col">Outcome</th>
              <th scope="col">Fewest hits</th>
              <th scope="col">Chunks</th>
              <th scope="col">Tokens</th>
              <th scope="col">Extra tokens</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((own) => (
              <tr key={own.row} className={own.row === row ? styles.chosen : undefined}>
                <th scope="row">
                  <a href={href({ row: own.row })} aria-current={own.row === row ? 'true' : undefined}>
                    ±{own.row}
                  </a>
                </th>
                <td>{stateWords[own.state]}</td>
                <td>{own.rank > 0 ? count(own.rank) : 'none'}</td>
                <td>{count(own.chunks)}</td>
                <td>{count(own.tokens)}</td>
                <td>{count(own.extra)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LoadCorpus experiment={experiment}>
        With it, the chunks below are shown in words, the gold span marked.
      </LoadCorpus>
      <ExpansionTree
        width={width}
        drawing={drawing}
        documents={summary.corpus.documents}
        texts={text.documents}
        gold={gold}
      />
      <p className="row no-print">
        {others.length > 0 ? (
          <a href={comparedWidths}>This question under ±{[row, ...others].join(', ±')} side by side</a>
        ) : null}
        <a href={formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'scorecard' })}>
          The figures over all questions
        </a>
      </p>
    </article>
  );
}
