import { useEffect } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { clearKeptVectors, lookAtKeptVectors, useKeptVectors } from '../../../state/liveKept';
import styles from './Provider.module.css';

/** How many vectors are kept in this browser, and the way to be rid of them. */
export function KeptVectors() {
  const { size } = useKeptVectors();
  useEffect(() => void lookAtKeptVectors(), []);
  if (!size) return null;
  return (
    <div className={`row small soft ${styles.kept}`}>
      <span>
        {size.problem ??
          (size.entries === 0
            ? 'No vectors are kept in this browser yet. Those of a run are, so that no text is embedded twice.'
            : `Vectors kept in this browser: ${format.count(size.entries)}, ${format.bytes(size.bytes)}. They hold no text.`)}
      </span>
      {size.entries > 0 ? (
        <Button tone="quiet" onClick={() => void clearKeptVectors()}>
          Clear the kept vectors
        </Button>
      ) : null}
    </div>
  );
}
