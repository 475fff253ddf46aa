import * as format from '../../../../core/stats/format';
import { Explain } from '../../../components/Explain';
import type {
  GroupPlace,
  MethodResults,
  PartGroup,
  PreparedText,
  SearchSettings,
} from '../../../data/liveCompute';
import type { Pair } from '../liveParams';
import { bodyOf, excerptOf, pieceAt, whyId } from './methodModel';
import styles from './Method.module.css';

interface GroupsProps {
  results: MethodResults;
  prepared: PreparedText;
  settings: SearchSettings;
  opened: Pair | null;
  onOpen: (pair: Pair) => void;
}

/** The method: a group of its own for each part. */
export function Groups({ results, prepared, settings, opened, onOpen }: GroupsProps) {
  const answered = results.groups.filter(({ places }) => places.length > 0).length;
  return (
    <section className="stack gap-3" aria-labelledby="groups">
      <header className={styles.wayHead}>
        <h3 id="groups">
          A group for each part{' '}
          <Explain about="the ranks beside a group">
            <p>
              “▲ 6 alone” beside a piece: without any context, at focus weight 1, it would have rank 6 for
              this part; its context moved it up. “▼” says that the context moved it down.
            </p>
            <p>The same piece may stand in several groups, and no part competes with another.</p>
          </Explain>
        </h3>
        <p className="strong tabular">
          {format.count(answered)} of {format.count(results.groups.length)} parts find something
        </p>
      </header>
      {results.groups.map((group, part) => (
        <Group
          key={part}
          group={group}
          part={part}
          prepared={prepared}
          settings={settings}
          opened={opened}
          onOpen={onOpen}
          starved={results.starved.includes(part)}
          unreached={results.unreached.includes(part)}
        />
      ))}
    </section>
  );
}

interface GroupProps extends Omit<GroupsProps, 'results'> {
  group: PartGroup;
  part: number;
  starved: boolean;
  unreached: boolean;
}

function Group({ group, part, prepared, settings, opened, onOpen, starved, unreached }: GroupProps) {
  const { places, best } = group;
  return (
    <section className={`stack gap-2 ${styles.group}`} aria-label={`Group of part ${part + 1}`}>
      <h4>
        <PartMark part={part} /> <span dir="auto">{excerptOf(prepared.parts[part]!.text, 160)}</span>
      </h4>
      {starved || unreached ? (
        <p className="bad small strong">
          {starved ? 'Starved in the one list: it has no place there. ' : ''}
          {unreached ? 'Not reached by the one vector: none of its pieces is found so.' : ''}
        </p>
      ) : null}
      {places.length === 0 ? (
        <p className="soft">
          Nothing reaches {format.score(settings.threshold)}.
          {best ? ` The best is piece ${best.index + 1} with ${format.score(best.score)}.` : ''}
        </p>
      ) : (
        <ol className={`plain-list ${styles.places}`}>
          {places.map((place, rank) => (
            <Place
              key={place.index}
              place={place}
              rank={rank + 1}
              part={part}
              prepared={prepared}
              opened={opened?.part === part + 1 && opened.piece === place.index + 1}
              onOpen={onOpen}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface PlaceProps {
  place: GroupPlace;
  rank: number;
  part: number;
  prepared: PreparedText;
  opened: boolean;
  onOpen: (pair: Pair) => void;
}

function Place({ place, rank, part, prepared, opened, onOpen }: PlaceProps) {
  const piece = pieceAt(prepared, place.index);
  return (
    <li className={opened ? 'washed' : undefined}>
      <span className="to-end soft tabular">{rank}</span>
      <span className={`stack gap-1 ${styles.score}`}>
        <span className="number">{format.score(place.score)}</span>
        <span className={`row between ${styles.bar}`} aria-hidden="true">
          <span style={{ width: `${100 * Math.max(0, Math.min(1, place.score))}%` }} />
        </span>
      </span>
      <span className={styles.what}>
        <span className={`soft small ${styles.label}`}>
          Piece {place.index + 1} · {piece.label ?? piece.contextName}
        </span>
        <span dir="auto" className="anywhere">
          {excerptOf(bodyOf(piece), 240)}
        </span>
      </span>
      <span className={`stack gap-1 ${styles.side}`}>
        <span className="small soft nowrap">{movedWords(place.rankAlone, rank)}</span>
        <button
          type="button"
          id={whyId(`${part + 1}.${place.index + 1}`)}
          className={styles.why}
          aria-pressed={opened}
          aria-label={`Why piece ${place.index + 1} for part ${part + 1}`}
          onClick={() => onOpen({ part: part + 1, piece: place.index + 1 })}
        >
          Why
        </button>
      </span>
    </li>
  );
}

/** Where the piece would stand without any context. */
function movedWords(alone: number, rank: number): string {
  if (alone === rank) return 'same rank alone';
  return `${alone > rank ? '▲' : '▼'} ${format.count(alone)} alone`;
}

/** The number of a part, as a mark that stands in lists. */
export function PartMark({ part }: { part: number }) {
  return (
    <span className={styles.part}>
      <span className="visually-hidden">Part </span>
      {part + 1}
    </span>
  );
}
