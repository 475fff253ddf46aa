import { findingNumber } from '../../../analysis/finding';
import type { Finding } from '../../../artifact/indexFile';
import { FindingPicture } from '../../charts/FindingPicture';
import styles from './FindingLine.module.css';

/** What a reader takes away: the sentence, its number with the interval, and a small picture. */
export function FindingLine({ finding, className }: { finding: Finding; className?: string | undefined }) {
  const number = findingNumber(finding);
  return (
    <div className={styles.line}>
      <p className={className}>
        {finding.sentence}
        {number === null ? null : (
          <>
            {' '}
            <span className="tabular">{number}</span>
          </>
        )}
      </p>
      {finding.picture === null ? null : <FindingPicture picture={finding.picture} />}
    </div>
  );
}
