import { useState } from 'react';
import { Table } from '../../components/table/Table';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { count, score } from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { formatLocation } from '../../state/urlState';
import failures from '../failures/failures.module.css';
import type { OpenExperiment } from '../openExperiment';
import {
  firstRank,
  relevantOf,
  resultsOf,
  rowPlace,
  type ImportedData,
  type ShownRelevant,
  type ShownResult,
} from './importedData';
import type { ImportedMoves, ImportedValues } from './importedParams';
import { Outcome, rankText } from './QuestionTable';
import styles from './Imported.module.css';

interface QuestionPageProps {
  experiment: OpenExperiment;
  data: ImportedData;
  question: number;
  values: ImportedValues;
  href: ImportedMoves['href'];
}

/** One question: what is relevant, what was returned with its scores, and what the other rows made of it. */
export function QuestionPage({ experiment, data, question, values, href }: QuestionPageProps) {
  const place = rowPlace(data, values.row);
  const row = data.summary.rows[place]!;
  const { id, family } = data.questions[question]!;
  const k = Number(values.k) as Cutoff;
  const relevant = relevantOf(data, place, question);
  const results = resultsOf(data, place, question);
  const first = firstRank(data, place, question);
  const returned = data.rankings[place]!.returned[question] ?? 0;
  return (
    <article className="stack" aria-labelledby="question-head">
      <header className={`stack gap-1 ${failures.missHead}`}>
        <h2 id="question-head" tabIndex={-1} dir="auto">
          Question {id}
        </h2>
        <p className={failures.verdict}>
          <span>
            {row.row}, by rank {k}:
          </span>{' '}
          <Outcome data={data} row={place} question={question} k={k} />
        </p>
        <p>{sentence(first, relevant, returned)}</p>
        {family === null ? null : <p className="soft small">Family: {family}</p>}
      </header>
      {data.summary.rows.length > 1 ? (
        <RowsOfQuestion data={data} question={question} chosen={place} k={k} href={href} />
      ) : null}
      <div className={failures.columns}>
        <Relevant relevant={relevant} kept={results.length} returned={returned} />
        <Returned key={`${question} ${place}`} results={results} returned={returned} />
      </div>
      <p className="no-print">
        <a href={formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'scorecard' })}>
          The figures over all questions
        </a>
      </p>
    </article>
  );
}

function sentence(first: number | null, relevant: readonly ShownRelevant[], returned: number): string {
  if (first === null)
    return 'The judgments of this run do not hold the question, so it is in none of its figures.';
  if (relevant.length === 0)
    return 'No document was judged relevant, so nothing could be found; the question scores 0 and stays in every mean.';
  if (returned === 0)
    return `Nothing was returned; ${count(relevant.length)} ${relevant.length === 1 ? 'document is' : 'documents are'} relevant. It is a miss.`;
  if (first === 0) return `None of the ${count(returned)} returned documents is relevant.`;
  return `The first relevant document stands at rank ${count(first)} of ${count(returned)} returned.`;
}

function RowsOfQuestion({
  data,
  question,
  chosen,
  k,
  href,
}: {
  data: ImportedData;
  question: number;
  chosen: number;
  k: Cutoff;
  href: ImportedMoves['href'];
}) {
  return (
    <div className="scroll-x" role="region" aria-label="This question in every run" tabIndex={0}>
      <Table className={`full small table ${failures.table}`}>
        <caption>This question in every run</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">By rank {k}</th>
            <th scope="col" className="number to-end">
              First relevant
            </th>
            <th scope="col" className="number to-end">
              Reciprocal rank
            </th>
            <th scope="col" className="number to-end">
              Returned
            </th>
          </tr>
        </thead>
        <tbody>
          {data.summary.rows.map(({ row }, place) => (
            <tr key={row} className={place === chosen ? failures.targetLine : undefined}>
              <th scope="row">
                <a href={href({ row })} aria-current={place === chosen ? 'true' : undefined}>
                  {row}
                </a>
              </th>
              <td>
                <Outcome data={data} row={place} question={question} k={k} />
              </td>
              <td className="number to-end">{rankText(firstRank(data, place, question))}</td>
              <td className="number to-end">{score(data.rankings[place]!.reciprocalRank[question])}</td>
              <td className="number to-end">{count(data.rankings[place]!.returned[question])}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Lines that are shown of a long list before the reader asks for more. */
const pageSize = 20;

function useMore(total: number): { shown: number; more: React.ReactNode } {
  const [pages, setPages] = useState(1);
  const shown = Math.min(total, pages * pageSize);
  return {
    shown,
    more:
      shown < total ? (
        <Button onClick={() => setPages(pages * 4)}>Show more ({count(total - shown)} are left)</Button>
      ) : null,
  };
}

function Relevant({
  relevant,
  kept,
  returned,
}: {
  relevant: readonly ShownRelevant[];
  kept: number;
  returned: number;
}) {
  const { shown, more } = useMore(relevant.length);
  const graded = relevant.some(({ grade }) => grade > 1);
  return (
    <section className="stack" aria-labelledby="relevant">
      <h3 id="relevant">What is relevant</h3>
      {relevant.length === 0 ? (
        <p>Nothing, by these judgments.</p>
      ) : (
        <div className="scroll-x" role="region" aria-label="Relevant documents" tabIndex={0}>
          <Table className={`full small table ${failures.table}`}>
            <caption>
              {count(relevant.length)} relevant {relevant.length === 1 ? 'document' : 'documents'} and where
              the run returned {relevant.length === 1 ? 'it' : 'them'}
              {returned > kept
                ? `; the first ${count(kept)} of ${count(returned)} results are kept here`
                : ''}
            </caption>
            <thead>
              <tr>
                <th scope="col">Document</th>
                {graded ? (
                  <th scope="col" className="number to-end">
                    Grade
                  </th>
                ) : null}
                <th scope="col" className="number to-end">
                  Rank
                </th>
              </tr>
            </thead>
            <tbody>
              {relevant.slice(0, shown).map(({ id, grade, rank }) => (
                <tr key={id}>
                  <th scope="row" className={styles.id}>
                    {id}
                  </th>
                  {graded ? <td className="number to-end">{count(grade)}</td> : null}
                  <td className="number to-end">
                    {rank === null
                      ? returned > kept
                        ? `not by ${count(kept)}`
                        : 'not returned'
                      : count(rank)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {more}
    </section>
  );
}

function Returned({ results, returned }: { results: readonly ShownResult[]; returned: number }) {
  const { shown, more } = useMore(results.length);
  const deepest = CUTOFFS.at(-1)!;
  return (
    <section className="stack" aria-labelledby="returned">
      <h3 id="returned">What was returned</h3>
      {results.length === 0 ? (
        <p>Nothing: the run has no line for this question.</p>
      ) : (
        <div className="scroll-x" role="region" aria-label="Returned documents" tabIndex={0}>
          <Table className={`full small table ${failures.table}`}>
            <caption>
              {count(results.length)} of {count(returned)} results by score; metrics look at the first{' '}
              {deepest}. Equal scores stand by id, the last first, as in trec_eval, and share their places in
              every figure
            </caption>
            <thead>
              <tr>
                <th scope="col">Rank</th>
                <th scope="col">Document</th>
                <th scope="col" className="number to-end">
                  Score
                </th>
                <th scope="col">Judged</th>
              </tr>
            </thead>
            <tbody>
              {results.slice(0, shown).map(({ rank, id, score: own, grade, tied }) => (
                <tr key={id} className={grade !== null && grade > 0 ? failures.targetLine : undefined}>
                  <th scope="row" className="number to-end">
                    {count(rank)}
                  </th>
                  <td className={styles.id}>{id}</td>
                  <td className="number to-end">
                    {tied ? <span className={failures.tag}>tied</span> : null} {score(own)}
                  </td>
                  <td>
                    {grade === null
                      ? 'not judged'
                      : grade > 0
                        ? `relevant${grade > 1 ? `, grade ${count(grade)}` : ''}`
                        : 'not relevant'}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {more}
    </section>
  );
}
