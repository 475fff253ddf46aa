import { count } from '../../../core/stats/format';
import { goldFate, type Lane, type Zone } from './inspectorModel';
import { LaneLetter } from './LaneLetter';
import type { GoldMark, ReturnedMark } from './readerMarks';
import styles from './Inspector.module.css';

interface ZoneCaptionProps {
  zone: Zone;
  lanes: readonly Lane[];
  colors: readonly string[];
  /** Gold spans that matter: of the chosen question, or all. */
  gold: readonly GoldMark[];
  returned: readonly (readonly ReturnedMark[])[];
  hasQuestion: boolean;
  k: number;
}

/** What each lane does in a zone: whether the gold stays whole, and at which ranks its contexts were returned. */
export function ZoneCaption({ zone, lanes, colors, gold, returned, hasQuestion, k }: ZoneCaptionProps) {
  const inside = gold.filter(({ start, end }) => start < zone.end && end > zone.start);
  return (
    <>
      <p className="number soft">
        {count(zone.start)}–{count(zone.end)}
        {zone.targets.length === 0 ? '; not a disagreement, but the place that is asked for' : ''}
      </p>
      <ul className={`plain-list ${styles.zoneLanes}`}>
        {lanes.map((lane, place) => {
          const whole = inside.filter((span) => goldFate(lane, span) === 'whole').length;
          const ranks = (returned[place] ?? [])
            .filter(({ start, end }) => start < zone.end && end > zone.start)
            .map(({ rank }) => rank);
          return (
            <li key={lane.letter}>
              <LaneLetter letter={lane.letter} color={colors[place]!} />{' '}
              {inside.length === 0
                ? ''
                : inside.length === 1
                  ? whole === 1
                    ? 'gold whole'
                    : 'gold cut'
                  : `${count(whole)} of ${count(inside.length)} gold spans whole`}
              {hasQuestion
                ? `${inside.length === 0 ? '' : ', '}${ranks.length === 0 ? `not returned by rank ${k}` : `returned at ${ranks.join(', ')}`}`
                : ''}
            </li>
          );
        })}
      </ul>
    </>
  );
}
