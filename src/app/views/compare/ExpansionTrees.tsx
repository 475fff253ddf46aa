import { answerOrigins } from '../../../analysis/compare/expansion';
import { count } from '../../../core/stats/format';
import { originsText } from '../../../analysis/compare/expansionWords';
import { letterOf } from '../../../analysis/compare/words';
import { useCorpusText } from '../../data/corpusText';
import { numberedHits } from '../failures/chunking/neighborHelpModel';
import { OutcomeMark } from '../failures/OutcomeMark';
import {
  commonRoom,
  drawExpansion,
  roomOf,
  type ExpansionDrawing,
  type LineRoom,
} from '../neighbors/expansionDrawing';
import { ExpansionLegend, ExpansionLines } from '../neighbors/ExpansionTree';
import type { OpenExperiment } from '../openExperiment';
import type { LoadedRun, SideDetail, SideExpansion } from './adapters/adapter';
import { RunBadge } from './RunBadge';
import styles from './Compare.module.css';

interface ExpansionTreesProps {
  runs: readonly LoadedRun[];
  details: readonly (SideDetail | null)[];
  k: number;
  /** The experiment whose text may be shown; null where no run has any. */
  open: OpenExperiment | null;
}

/** Neighbor expansion, run by run, on one scale. Nothing where no run measured an expansion. */
export function ExpansionTrees({ runs, details, k, open }: ExpansionTreesProps) {
  const expansions = details.map((detail) => detail?.expansion ?? null);
  if (!expansions.some((expansion) => expansion?.expandedRank !== undefined)) return null;
  const room = commonRoom(
    expansions.flatMap((expansion) => (expansion ? [roomOf(expansion.input, expansion.width)] : [])),
  );
  return (
    <section className="stack" aria-labelledby="expansion-trees">
      <h3 id="expansion-trees">Expansion trees</h3>
      <p className="soft small">
        The first {k === 1 ? 'hit' : `${k} hits`} of each run by score, with the chunks that its expansion
        adds; to scale by characters, on one scale, hits one below the other.
      </p>
      <ExpansionLegend />
      <div className="scroll-x" role="region" aria-label="Expansion trees, run by run" tabIndex={0}>
        <div className="stack" style={{ gridTemplateColumns: `repeat(${runs.length}, minmax(14rem, 1fr))` }}>
          {runs.map((run, place) => {
            const expansion = expansions[place];
            return (
              <section
                key={run.id}
                aria-label={`Expansion tree of ${letterOf(place)}, ${run.label}`}
                className={`stack gap-2 shrink ${styles.ranking}`}
              >
                <div className="row tight baseline">
                  <h4>
                    <span className={styles.letter}>{letterOf(place)}</span> {run.label}
                  </h4>
                  <RunBadge run={run} />
                </div>
                {expansion ? (
                  <Tree
                    expansion={expansion}
                    k={k}
                    room={room}
                    applies={run.entry.expansion !== null}
                    open={open}
                  />
                ) : (
                  <p className="soft">
                    {details[place] ? 'Its files hold no chunks to draw.' : 'Not asked in this run.'}
                  </p>
                )}
              </section>
            );
          })}
        </div>
      </div>
    </section>
  );
}

interface TreeProps {
  expansion: SideExpansion;
  k: number;
  room: LineRoom;
  /** Whether the run is of the strategy that is expanded. */
  applies: boolean;
  open: OpenExperiment | null;
}

function Tree({ expansion, k, room, applies, open }: TreeProps) {
  const { input, width, documents, hitRank, expandedRank } = expansion;
  const drawing = drawExpansion(input, width, room);
  const lines = { drawing, documents, gold: input.gold };
  const isBare = width.neighborPrev + width.neighborNext === 0;
  return (
    <>
      <dl className={`stack gap-1 small ${styles.outcomes}`}>
        <div>
          <dt>Hits alone</dt>
          <dd>
            {hitRank !== null && hitRank <= k ? (
              <OutcomeMark kind="hit">{`rank ${hitRank}`}</OutcomeMark>
            ) : (
              <OutcomeMark kind="missed">
                {hitRank === null ? 'no hit holds it' : `rank ${hitRank}, past ${k}`}
              </OutcomeMark>
            )}
          </dd>
        </div>
        <div>
          <dt>Expanded</dt>
          <dd>
            {expandedRank === undefined ? (
              <span className="soft">not in this run</span>
            ) : (
              <Expanded expansion={expansion} rank={expandedRank} k={k} />
            )}
          </dd>
        </div>
      </dl>
      <p className="small">
        {isBare
          ? applies
            ? 'At ±0/0 nothing is added: these are the hits alone.'
            : 'fixed_size was not in this run, so nothing is added: these are the hits alone.'
          : addedText(drawing)}
      </p>
      {open ? <LinesWithText {...lines} open={open} /> : <ExpansionLines {...lines} texts={null} />}
    </>
  );
}

function Expanded({
  expansion: { input, width },
  rank,
  k,
}: {
  expansion: SideExpansion;
  rank: number | null;
  k: number;
}) {
  if (rank === null) return <OutcomeMark kind="missed">not among what is returned</OutcomeMark>;
  if (rank > k) return <OutcomeMark kind="missed">{`takes ${rank} hits, past ${k}`}</OutcomeMark>;
  const found = numberedHits(input);
  const origins = answerOrigins({ ...found, hits: found.hits.slice(0, rank) }, input.runs, width);
  return (
    <>
      <OutcomeMark kind="hit">{`with the first ${rank === 1 ? 'hit' : `${rank} hits`}`}</OutcomeMark>
      {origins ? `: ${originsText(origins)}` : ''}
    </>
  );
}

/** What the expansion added to the hits. */
function addedText({ strips, tokens, hitTokens }: ExpansionDrawing): string {
  const added = strips.reduce(
    (total, { chunks }) => total + chunks.filter(({ role }) => role === 'neighbor').length,
    0,
  );
  return `Adds ${count(added)} ${added === 1 ? 'chunk' : 'chunks'}${tokens === null || hitTokens === null ? '' : `, ${count(tokens - hitTokens)} tokens, to the ${count(hitTokens)} of the hits`}.`;
}

function LinesWithText({
  open,
  ...lines
}: Omit<Parameters<typeof ExpansionLines>[0], 'texts'> & { open: OpenExperiment }) {
  const { documents } = useCorpusText(open);
  return <ExpansionLines {...lines} texts={documents} />;
}
