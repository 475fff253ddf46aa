import { useEffect, useState } from 'react';
import { bytes } from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { canKeep, clearKeptData, keptDataBytes, mostDataBytes } from '../../data/keptExperiments';

/** What this browser keeps of the published data, and a way to clear it. */
export function KeptData() {
  const [kept, setKept] = useState<number | null>(null);
  useEffect(() => {
    if (canKeep()) void keptDataBytes().then(setKept);
  }, []);
  if (!canKeep())
    return (
      <p>
        This page needs the network: it was not opened over https, or this browser lets a site keep no files.
      </p>
    );
  return (
    <>
      <p>
        Once a page of this site has loaded, every view opens without a network. Published data is kept after
        it was used, up to {bytes(mostDataBytes)}; what an experiment’s “Keep this experiment” fetched stays
        until you release it. The built-in model is kept after its first use and cleared in the live panel.
        Nothing of another site is kept.
      </p>
      <p className="row">
        <span role="status">{kept === null ? 'Looking …' : `Kept published data: ${bytes(kept)}.`}</span>
        <Button
          disabled={kept === null || kept === 0}
          onClick={() => void clearKeptData().then(() => keptDataBytes().then(setKept))}
        >
          Clear it
        </Button>
      </p>
    </>
  );
}
