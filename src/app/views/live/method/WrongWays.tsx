import * as format from '../../../../core/stats/format';
import type { MethodResults, PreparedText, SearchSettings } from '../../../data/liveCompute';
import type { Pair } from '../liveParams';
import { PartMark } from './Groups';
import { bodyOf, excerptOf, pieceAt } from './methodModel';
import { useShownCount } from '../job/useShownCount';
import { Button } from '../../../components/Button';
import styles from './Method.module.css';

interface WrongWaysProps {
  results: MethodResults;
  prepared: PreparedText;
  settings: SearchSettings;
  onOpen: (pair: Pair) => void;
}

/** The two wrong ways, with as many places as all groups together. */
export function WrongWays({ results, prepared, settings, onOpen }: WrongWaysProps) {
  const { groups, whole, global, unreached, starved } = results;
  const answered = groups.filter(({ places }) => places.length > 0).length;
  const room = groups.length * settings.limit;
  return (
    <>
      <section className="stack gap-3" aria-labelledby="whole">
        <header className={styles.wayHead}>
          <h3 id="whole">The wrong way: one vector</h3>
          <p className="strong tabular">
            reaches {format.count(answered - unreached.length)} of {format.count(answered)} parts
          </p>
        </header>
        <p className="small soft">
          The whole message as one vector, {format.count(room)} places. The marks name the parts whose group
          holds the piece; none, and it answers no part.
        </p>
        <ShortList
          places={whole.map(({ index, score }) => ({
            index,
            score,
            parts: groups.flatMap(({ places }, part) =>
              places.some((place) => place.index === index) ? [part] : [],
            ),
          }))}
          prepared={prepared}
          name="Found with one vector"
          lost={lostWords('Not reached', unreached)}
          onOpen={onOpen}
        />
      </section>
      <section className="stack gap-3" aria-labelledby="global">
        <header className={styles.wayHead}>
          <h3 id="global">The wrong way: one list</h3>
          <p className="strong tabular">
            {format.count(answered - starved.length)} of {format.count(answered)} parts have a place
          </p>
        </header>
        <p className="small soft">
          All parts in one list, cut at {format.count(room)} places. A part with many good pieces takes the
          places of others; a part without any is starved.
        </p>
        <ShortList
          places={global.map(({ index, score, part }) => ({ index, score, parts: [part] }))}
          prepared={prepared}
          name="The one list"
          lost={lostWords('Starved', starved)}
          onOpen={onOpen}
        />
      </section>
    </>
  );
}

function lostWords(word: string, parts: readonly number[]): string | null {
  return parts.length === 0
    ? null
    : `${word}: ${parts.length === 1 ? 'part' : 'parts'} ${parts.map((part) => part + 1).join(', ')}`;
}

interface ShortPlace {
  index: number;
  score: number;
  parts: number[];
}

interface ShortListProps {
  places: readonly ShortPlace[];
  prepared: PreparedText;
  name: string;
  lost: string | null;
  onOpen: (pair: Pair) => void;
}

function ShortList({ places, prepared, name, lost, onOpen }: ShortListProps) {
  const [shown, showMore] = useShownCount(20, 100);
  return (
    <>
      {lost ? <p className="bad small strong">{lost}.</p> : null}
      {places.length === 0 ? (
        <p className="soft">Nothing reaches the threshold.</p>
      ) : (
        <ol className={`plain-list small ${styles.short}`} aria-label={name}>
          {places.slice(0, shown).map(({ index, score, parts }, rank) => (
            <li key={`${index} ${parts.join(' ')}`}>
              <span className="to-end soft tabular">{rank + 1}</span>
              <span className="number">{format.score(score)}</span>
              <button
                type="button"
                className={styles.pieceLink}
                title={pieceAt(prepared, index).text.slice(0, 1500)}
                onClick={() => onOpen({ part: (parts[0] ?? 0) + 1, piece: index + 1 })}
              >
                Piece {index + 1}
              </button>
              <span className={styles.marks}>
                {parts.length === 0 ? (
                  <span className={styles.none}>no part</span>
                ) : (
                  parts.map((part) => <PartMark key={part} part={part} />)
                )}
              </span>
              <span className={styles.excerpt} dir="auto">
                {excerptOf(bodyOf(pieceAt(prepared, index)), 70)}
              </span>
            </li>
          ))}
        </ol>
      )}
      {places.length > shown ? (
        <div>
          <Button tone="quiet" onClick={showMore}>
            Show more of {format.count(places.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
