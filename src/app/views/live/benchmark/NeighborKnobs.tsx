import { maxNeighbors } from '../../../../experiments/chunking/neighbors/widths';
import { Slider } from '../../../components/Slider';
import type { LiveParams } from '../liveParams';
import styles from './Neighbors.module.css';

interface NeighborKnobsProps {
  params: LiveParams;
  /** Whether there is nothing that they would widen. */
  off?: boolean;
}

/** How many chunks before and after every fixed-size hit are handed over with it. */
export function NeighborKnobs({ params, off = false }: NeighborKnobsProps) {
  const { prev, next } = params.values;
  return (
    <fieldset className={styles.knobs} disabled={off}>
      <legend className="visually-hidden">Neighbors of every fixed-size hit</legend>
      <Slider
        label="Neighbors before"
        value={prev}
        min={0}
        max={maxNeighbors}
        step={1}
        valueText={String(prev)}
        onChange={(value) => params.set({ prev: value }, { replace: true })}
      />
      <Slider
        label="Neighbors after"
        value={next}
        min={0}
        max={maxNeighbors}
        step={1}
        valueText={String(next)}
        onChange={(value) => params.set({ next: value }, { replace: true })}
      />
    </fieldset>
  );
}
