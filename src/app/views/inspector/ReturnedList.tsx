import { Table } from '../../components/table/Table';
import { count, score } from '../../../core/stats/format';
import type { ChunkingRelevant, ChunkingRow, ChunkingSummary } from '../../../experiments/chunking/formats';
import { Button } from '../../components/Button';
import { retrieverLabels } from './inspectorParams';
import type { ReturnedContext } from './returnedModel';
import styles from './Inspector.module.css';

interface ReturnedListProps {
  summary: ChunkingSummary;
  row: ChunkingRow;
  question: number;
  document: number;
  contexts: readonly ReturnedContext[] | null;
  relevant: ChunkingRelevant | undefined;
  k: number;
  onOpen: (context: ReturnedContext) => void;
}

/** The contexts that the row in front returned for the question, wherever they lie. */
export function ReturnedList({
  summary,
  row,
  question,
  document,
  contexts,
  relevant,
  k,
  onOpen,
}: ReturnedListProps) {
  const answer = relevant && new Set(relevant.answer[question]);
  const evidence = relevant && new Set(relevant.evidence[question]);
  const judged = ({ context }: ReturnedContext) => {
    if (!answer || !evidence) return '…';
    return answer.has(context)
      ? evidence.has(context)
        ? 'answer, gold'
        : 'answer'
      : evidence.has(context)
        ? 'gold'
        : 'no';
  };
  return (
    <section className={`stack gap-2 ${styles.side}`} aria-labelledby="returned">
      <h3 id="returned">Returned</h3>
      <p className="soft small">
        {row.label}, {retrieverLabels[row.retriever]}; ranks 1 to {k}
        {contexts && contexts.length < k ? `; only ${count(contexts.length)} retrieved` : ''}
      </p>
      {contexts === null ? (
        <p role="status">Loading the ranking …</p>
      ) : contexts.length === 0 ? (
        <p>Nothing was retrieved.</p>
      ) : (
        <div className="scroll-x" role="region" aria-label="Returned contexts" tabIndex={0}>
          <Table className="full small table">
            <thead>
              <tr>
                <th scope="col">Rank</th>
                <th scope="col">Context</th>
                <th scope="col">Score</th>
                <th
                  scope="col"
                  title="answer: the context contains an answer text. gold: it covers the gold span."
                >
                  Relevant
                </th>
              </tr>
            </thead>
            <tbody>
              {contexts.map((context) => (
                <tr key={context.rank} className={answer?.has(context.context) ? styles.hit : undefined}>
                  <th scope="row">{context.rank}</th>
                  <td>
                    <Button tone="quiet" className={styles.jump} onClick={() => onOpen(context)}>
                      {context.document === document
                        ? 'here'
                        : (summary.corpus.documents[context.document]?.title ?? '')}
                      , {count(context.local + 1)}
                    </Button>
                  </td>
                  <td>{score(context.score)}</td>
                  <td>{judged(context)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
