import { Popover } from './Popover';
import styles from './ExpansionBadge.module.css';

interface ExpansionBadgeProps {
  neighborPrev: number;
  neighborNext: number;
  /** Whether the strategy that is expanded was run at all. */
  applies: boolean;
}

const chunks = (count: number): string =>
  count === 0 ? 'no chunk' : count === 1 ? 'one chunk' : `${count} chunks`;

/** What the badge means, in a sentence. */
export function expansionMeaning({ neighborPrev, neighborNext, applies }: ExpansionBadgeProps): string {
  if (!applies)
    return 'Neighbor expansion widens fixed_size hits only. fixed_size was not in this run, so it does not apply.';
  if (neighborPrev === 0 && neighborNext === 0)
    return 'No neighbor expansion: fixed_size hits are returned alone.';
  return `Neighbor expansion: every fixed_size hit brings ${chunks(neighborPrev)} before it and ${chunks(neighborNext)} after it.`;
}

/** `±P/N` in little room: how far hits were widened. Says so on hover, click and focus; muted where it does not apply. */
export function ExpansionBadge(props: ExpansionBadgeProps) {
  const meaning = expansionMeaning(props);
  const width = `±${props.neighborPrev}/${props.neighborNext}`;
  return (
    <Popover
      as="span"
      button={{
        className: `${styles.badge} ${props.applies ? '' : styles.muted}`,
        title: meaning,
        'aria-label': `${width}${props.applies ? '' : ', does not apply'}: about neighbor expansion`,
        children: width,
      }}
    >
      {meaning}
    </Popover>
  );
}
