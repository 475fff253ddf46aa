import type { SharedQuestion } from '../../../analysis/compare/compare';
import { otherDifferences, setupWarnings, tokenDifference } from '../../../analysis/compare/words';
import { Notice } from '../../components/Notice';
import type { LoadedRun } from './adapters/adapter';
import styles from './Compare.module.css';

interface UnlikeSetupsProps {
  runs: readonly LoadedRun[];
  shared: readonly SharedQuestion[];
  k: number;
}

/** A soft warning: what the setups differ in, each with the values of all runs, and what unlike expansion costs in tokens. */
export function UnlikeSetups({ runs, shared, k }: UnlikeSetupsProps) {
  const warnings = setupWarnings(runs);
  const tokens = tokenDifference(runs, shared, k);
  const others = otherDifferences(runs);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title="Unlike setups.">
      What differs may be due to these rather than to the chunking.
      <ul className={styles.unlike}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {tokens ? <li>{tokens}</li> : null}
      </ul>
      {others.length > 0 ? (
        <details>
          <summary>What else differs ({others.length})</summary>
          <ul className={styles.unlike}>
            {others.map((other) => (
              <li key={other}>{other}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </Notice>
  );
}
