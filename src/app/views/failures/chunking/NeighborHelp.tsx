import { useMemo } from 'react';
import { isExpandedStrategy, maxNeighbors } from '../../../../experiments/chunking/neighbors/widths';
import type { ChunkingNeighbors } from '../../../../experiments/chunking/neighbors/formats';
import type { ChunkingChunks, ChunkingRelevant, ChunkingRow } from '../../../../experiments/chunking/formats';
import { originsText } from '../../../../analysis/compare/expansionWords';
import { Button } from '../../../components/Button';
import { Slider } from '../../../components/Slider';
import type { CorpusTextView } from '../../../data/corpusText';
import { ExpansionTree } from '../../neighbors/ExpansionTree';
import type { ChunkingMoves, ChunkingValues } from './chunkingParams';
import type { ChunkingMisses, QuestionOutcome } from './missModel';
import {
  expansionOfQuestion,
  knownNeighbors,
  neighborHelp,
  type NeighborHelp as Help,
} from './neighborHelpModel';
import styles from './chunking.module.css';

interface NeighborHelpProps {
  data: ChunkingMisses;
  outcome: QuestionOutcome;
  text: CorpusTextView;
  values: ChunkingValues;
  set: ChunkingMoves['set'];
  row: ChunkingRow;
  chunks: ReadonlyMap<number, ChunkingChunks>;
  relevant: ChunkingRelevant;
  /** What the strategy's chunks hold together; null where the run was not expanded. */
  neighbors: ChunkingNeighbors | null;
}

/** What the hits return with their neighbors, and whether these bring in an answer that was missed. Only fixed-size chunks are widened. */
export function NeighborHelp(props: NeighborHelpProps) {
  if (!isExpandedStrategy(props.row.strategy))
    return (
      <p className="soft">Neighbor expansion widens fixed_size hits only, and this row is cut otherwise.</p>
    );
  return <Knobs {...props} />;
}

function Knobs({ data, outcome, text, values, set, row, chunks, relevant, neighbors }: NeighborHelpProps) {
  const { summary, questions, rankings } = data;
  const { prev, next, k, rule } = values;
  const { gold } = questions[outcome.question]!;
  const ranking = rankings.get(row.row)!;
  const { documents: texts } = text;
  const input = useMemo(() => {
    const scores = ranking.scores[outcome.question]!;
    return expansionOfQuestion({
      summary,
      strategy: row.strategy,
      hits: ranking.contexts[outcome.question]!.slice(0, k).map((context, place) => ({
        context,
        score: scores[place]!,
      })),
      gold,
      relevant: relevant[rule][outcome.question]!,
      chunks,
      neighbors: knownNeighbors(neighbors, outcome.question, rule),
    });
  }, [summary, row, ranking, outcome.question, k, rule, gold, relevant, chunks, neighbors]);
  const width = useMemo(() => ({ neighborPrev: prev, neighborNext: next }), [prev, next]);
  const help = useMemo(() => neighborHelp(input, width), [input, width]);
  const what = rule === 'answer' ? 'the answer' : 'the gold span';
  const hits = input.hits.length === 1 ? 'the first hit' : `the first ${input.hits.length} hits`;
  const { both } = help.smallest;
  return (
    <div className="stack">
      <div
        className={`row wide end ${styles.knobs} no-print`}
        role="group"
        aria-label="Neighbors of every hit"
      >
        <Slider
          label="Chunks before"
          value={prev}
          min={0}
          max={maxNeighbors}
          step={1}
          valueText={String(prev)}
          onChange={(value) => set({ prev: value }, { replace: true })}
        />
        <Slider
          label="Chunks after"
          value={next}
          min={0}
          max={maxNeighbors}
          step={1}
          valueText={String(next)}
          onChange={(value) => set({ next: value }, { replace: true })}
        />
        {both !== null && both <= maxNeighbors && (prev !== both || next !== both) ? (
          <Button onClick={() => set({ prev: both, next: both }, { replace: true })}>
            Set ±{both}/{both}
          </Button>
        ) : null}
      </div>
      <p className="measure" role="status">
        <strong className={help.origins ? 'good' : 'bad'}>{help.origins ? 'Yes' : 'No'}</strong>:{' '}
        {outcome.stage === null ? 'the hits hold it by themselves; ' : ''}
        {widened(prev, next)}, {hits}{' '}
        {help.origins ? `bring ${what} in: ${originsText(help.origins, what)}` : `do not bring ${what} in`}.{' '}
        {smallestText(help, hits, what)}
      </p>
      <ExpansionTree
        level={4}
        width={width}
        drawing={help.drawing}
        documents={summary.corpus.documents}
        texts={texts}
        gold={gold}
      />
    </div>
  );
}

const widened = (prev: number, next: number): string =>
  prev + next === 0 ? 'alone, at ±0/0' : `widened by ±${prev}/${next}`;

/** The least widening that would do, in a sentence. */
export function smallestText(
  { smallest: { both, prev, next }, isHeld }: Pick<Help, 'smallest' | 'isHeld'>,
  hits: string,
  what: string,
): string {
  if (!isHeld) return `No chunks of this corpus are known to hold ${what}, so no width can.`;
  if (both === null) return `No width can: none of ${hits} lies in a document that holds ${what}.`;
  if (both === 0) return 'They hold it side by side, merged, without any neighbor.';
  const least = Math.min(prev ?? Infinity, next ?? Infinity);
  const sides = [...(prev === least ? [`±${prev}/0`] : []), ...(next === least ? [`±0/${next}`] : [])];
  return `The smallest equal width that does is ±${both}/${both}${both > maxNeighbors ? ', more than these knobs reach' : ''}${sides.length > 0 ? `; on one side alone, ${sides.join(' or ')}` : ''}.`;
}
