import { count, percent } from '../../../../core/stats/format';
import type { ChunkingChunks, ChunkingRow } from '../../../../experiments/chunking/formats';
import type { CorpusTextView } from '../../../data/corpusText';
import type { OpenExperiment } from '../../openExperiment';
import { around, cutsInside, spansOf, type GoldShare } from './cutModel';
import type { ChunkingMisses, QuestionOutcome } from './missModel';
import shared from '../failures.module.css';
import styles from './chunking.module.css';

interface GoldCutsProps {
  experiment: OpenExperiment;
  data: ChunkingMisses;
  outcome: QuestionOutcome;
  text: CorpusTextView;
  row: ChunkingRow;
  chunks: ReadonlyMap<number, ChunkingChunks>;
  /** Contexts that hold some of each gold span. */
  shares: readonly (readonly GoldShare[])[];
  inspector: string;
}

/** Where the gold stands, where chunk boundaries run through it, and which context holds which share. */
export function GoldCuts({ data, outcome, text, row, chunks, shares, inspector }: GoldCutsProps) {
  const { questions, summary } = data;
  const { gold } = questions[outcome.question]!;
  const depth = data.rankings.get(row.row)!.depth;
  if (gold.length === 0)
    return <p>No gold span could be located in the documents, so the evidence rule cannot be met.</p>;
  return (
    <div className="stack">
      {gold.map((span, index) => {
        const spans = spansOf(chunks.get(span.document)?.strategies[row.strategy]?.contexts ?? []);
        const cuts = cutsInside(span, spans);
        const found = shares[index]!;
        const whole = found.filter(({ share }) => share === 1).length;
        const source = text.documents?.[span.document];
        return (
          <div key={index} className="stack gap-3">
            <p>
              <strong>{summary.corpus.documents[span.document]?.title ?? 'Unknown document'}</strong>, offsets{' '}
              {count(span.start)} to {count(span.end)}:{' '}
              {whole > 0
                ? `${whole} ${whole === 1 ? 'context covers' : 'contexts cover'} the gold whole.`
                : `no context covers it whole; boundaries run through it at ${cuts.map((cut) => count(cut)).join(', ') || 'no offset'}.`}
            </p>
            {source === undefined ? null : <CutText text={source} span={span} cuts={whole > 0 ? [] : cuts} />}
            <GoldScale span={span} shares={found} />
            {found.length === 0 ? (
              <p>No context of this row holds any of it.</p>
            ) : (
              <div
                className="scroll-x"
                role="region"
                aria-label={`Contexts that hold some of the gold${gold.length > 1 ? `, span ${index + 1}` : ''}`}
                tabIndex={0}
              >
                <table className={`full small table ${shared.table} ${styles.shares}`}>
                  <caption className="soft small">Contexts of {row.label} that hold some of the gold</caption>
                  <thead>
                    <tr>
                      <th scope="col">Context</th>
                      <th scope="col" className="number to-end">
                        Offsets
                      </th>
                      <th scope="col" className="number to-end">
                        Share of the gold
                      </th>
                      <th scope="col" className="number to-end">
                        Rank
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {found.map(({ context, start, end, share, rank }) => (
                      <tr key={context}>
                        <th scope="row">{context}</th>
                        <td className="number to-end">
                          {count(start)}–{count(end)}
                        </td>
                        <td className="number to-end">{percent(share)}</td>
                        <td className="number to-end">
                          {rank > 0
                            ? count(rank)
                            : context === outcome.context
                              ? count(outcome.rank)
                              : `past ${depth}`}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </div>
        );
      })}
      <p>
        <a href={inspector}>See this place in the chunk inspector</a>
      </p>
    </div>
  );
}

/** The gold in its surroundings, with a bar wherever a boundary runs through it. */
function CutText({
  text,
  span,
  cuts,
}: {
  text: string;
  span: { start: number; end: number };
  cuts: readonly number[];
}) {
  const { before, after } = around(text, span, 220);
  const edges = [span.start, ...cuts, span.end];
  return (
    <p className={styles.excerpt}>
      … {before}
      <mark>
        {edges.slice(1).map((end, index) => (
          <span key={end}>
            {index > 0 ? (
              <span className={styles.cut} title={`A boundary at offset ${edges[index]}`}>
                <span className="visually-hidden"> (cut here) </span>
              </span>
            ) : null}
            {text.slice(edges[index], end)}
          </span>
        ))}
      </mark>
      {after} …
    </p>
  );
}

/** The gold as a line, and under it what each context holds of it. */
function GoldScale({ span, shares }: { span: { start: number; end: number }; shares: readonly GoldShare[] }) {
  const length = span.end - span.start;
  if (length === 0) return null;
  const at = (offset: number) =>
    ((Math.min(Math.max(offset, span.start), span.end) - span.start) / length) * 100;
  return (
    <div className={styles.scale} aria-hidden="true">
      <span className={styles.scaleGold}>gold</span>
      {shares.slice(0, 8).map(({ context, start, end }) => (
        <span key={context} className={styles.scaleTrack}>
          <span
            className={styles.scaleBar}
            style={{ insetInlineStart: `${at(start)}%`, width: `${at(end) - at(start)}%` }}
          >
            {start > span.start || end < span.end ? `context ${context}` : `context ${context}, whole`}
          </span>
        </span>
      ))}
    </div>
  );
}
