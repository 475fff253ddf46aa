import { count, decimal, percent } from '../../../core/stats/format';
import { PlainTable } from '../shared/Prose';
import { goldFate, laneFigures, type Lane, type SpanKind } from './inspectorModel';
import type { GoldMark } from './readerMarks';
import styles from './Inspector.module.css';

interface StrategyFiguresProps {
  lanes: readonly Lane[];
  length: number;
  kind: SpanKind;
  gold: readonly GoldMark[];
  hasText: boolean;
}

/** What every strategy makes of this document, in figures. */
export function StrategyFigures({ lanes, length, kind, gold, hasText }: StrategyFiguresProps) {
  return (
    <section className="stack" aria-labelledby="strategy-figures">
      <h3 id="strategy-figures">Every strategy on this document</h3>
      <p className={`soft small ${styles.wide}`}>
        Lengths are in UTF-16 code units, those of its {kind}. Overlap is the share of the document in more
        than one of them, gap the share in none
        {hasText ? ', blank stretches aside' : ' (up to two code units are taken for a blank stretch)'}. Gold
        whole: gold spans of this document that one context holds whole.
      </p>
      <PlainTable
        caption={`${count(lanes.length)} strategies, ${count(gold.length)} gold spans`}
        head={[
          'Strategy',
          'Chunks',
          'Contexts',
          'Shortest',
          'Mean',
          'Longest',
          'Overlap',
          'Gap',
          'Gold whole',
        ]}
        rows={lanes.map((lane) => {
          const { chunks, contexts, shortest, meanLength, longest, overlap, gap } = laneFigures(lane, length);
          return [
            lane.label,
            count(chunks),
            count(contexts),
            decimal(shortest),
            decimal(meanLength, 0),
            decimal(longest),
            percent(overlap),
            percent(gap),
            gold.length === 0
              ? 'n/a'
              : `${count(gold.filter((span) => goldFate(lane, span) === 'whole').length)} of ${count(gold.length)}`,
          ];
        })}
      />
    </section>
  );
}
