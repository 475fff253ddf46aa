import type { ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'warn' | 'bad' | 'good';
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A line that tells the reader something about what they see. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  return (
    <div
      className={`row between washed anywhere ${styles.notice} ${styles[tone]}`}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div>
        {title ? <strong>{title} </strong> : null}
        {children}
      </div>
      {action}
    </div>
  );
}

/** A link may hold anything, in any amount; the notice stays a notice. */
const mostDropped = 8;
const longestDropped = 80;

/** What a link asked for and this page does not know; the rest of the link was kept. */
export function DroppedNotice({ dropped }: { dropped: readonly string[] }) {
  if (dropped.length === 0) return null;
  const shown = dropped
    .slice(0, mostDropped)
    .map((what) => (what.length > longestDropped ? `${what.slice(0, longestDropped)}…` : what));
  return (
    <Notice tone="warn" title="Parts of this link are unknown here and were left out:">
      {shown.join(', ')}
      {dropped.length > shown.length ? ` and ${dropped.length - shown.length} more` : ''}. The rest was kept.
    </Notice>
  );
}
