import { use, useMemo } from 'react';
import { Table } from '../../components/table/Table';
import { count } from '../../../core/stats/format';
import { encodeList } from '../../../artifact/addressParts';
import { formatRunId } from '../../../analysis/compare/runId';
import type { NeighborRow } from '../../../experiments/chunking/neighbors/formats';
import { mergedRowId, type StoredExpansion } from '../../../experiments/chunking/neighbors/stored';
import { widthLabel } from '../../../experiments/chunking/neighbors/widths';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import type { CorpusTextView } from '../../data/corpusText';
import { formatLocation } from '../../state/urlState';
import type { OpenExperiment } from '../openExperiment';
import { LoadCorpus } from '../shared/LoadCorpus';
import { loadChunks } from '../failures/chunking/chunkFiles';
import { drawExpansion } from './expansionDrawing';
import { ExpansionTree } from './ExpansionTree';
import type { NeighborMoves, NeighborValues } from './neighborParams';
import {
  drawnDocuments,
  expansionInput,
  questionRow,
  reachOf,
  stateWords,
  type Reach,
} from './neighborsModel';
import { StateWord } from './QuestionList';
import failures from '../failures/failures.module.css';
import styles from './Neighbors.module.css';

interface QuestionPageProps extends Pick<NeighborMoves, 'href'> {
  experiment: OpenExperiment;
  data: StoredExpansion;
  row: NeighborRow;
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
export function QuestionPage({
  experiment,
  data,
  row: width,
  question,
  text,
  values,
  href,
}: QuestionPageProps) {
  const { summary, questions, expansion } = data;
  const { id, families, gold } = questions[question]!;
  const { k: cutoff, rule } = values;
  const k = Number(cutoff);
  const chunks = use(loadChunks(experiment, drawnDocuments(data, question, k)));
  const input = useMemo(
    () => expansionInput(data, chunks, question, k, rule),
    [data, chunks, question, k, rule],
  );
  const drawing = useMemo(() => drawExpansion(input, width), [input, width]);
  const rows = useMemo(
    () => expansion.rows.map((row) => questionRow(data, input, question, row, k, rule)),
    [expansion, data, input, question, k, rule],
  );
  const words = text.questions?.[question];
  // The chosen width, and the plainest others: at most four runs stand side by side.
  const others = expansion.rows.filter((candidate) => candidate !== width).slice(0, 3);
  const comparedWidths = formatLocation(
    { page: 'compare' },
    {
      runs: encodeList(
        [width, ...others].map((row) =>
          formatRunId({ experiment: experiment.entry.id, row: mergedRowId(expansion, row) }),
        ),
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
          <StateWord data={data} question={question} row={width} values={values} />{' '}
          <span>by the first {k} hits at</span>{' '}
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
        <Table className={styles.widths}>
          <caption>
            The first {k} hits under every width. Fewest hits: how many hits it takes until the expansion
            holds the answer whole, of {data.basis.hits[question]!.length} kept.
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
              <tr key={own.width.row} className={own.width === width ? styles.chosen : undefined}>
                <th scope="row">
                  <a
                    href={href({ width: mergedRowId(expansion, own.width) })}
                    aria-current={own.width === width ? 'true' : undefined}
                  >
                    {widthLabel(own.width)}
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
        </Table>
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
          <a href={comparedWidths}>
            This question under {[width, ...others].map(widthLabel).join(', ')} side by side
          </a>
        ) : null}
        <a
          href={formatLocation(
            { page: 'experiment', experiment: experiment.entry.id, view: 'failures' },
            { row: expansion.row, question: id, show: 'all' },
          )}
        >
          This question in all rows
        </a>
        <a href={formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'scorecard' })}>
          The figures over all questions
        </a>
      </p>
    </article>
  );
}
