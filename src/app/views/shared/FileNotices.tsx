import type { ReadNotice } from '../../../artifact/jsonText';
import { Notice } from '../../components/Notice';

/** What was mended or found odd while files were read. */
export function FileNotices({ notices }: { notices: readonly ReadNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <Notice tone="warn" title="About the files:">
      {notices.map((notice) => (
        <p key={`${notice.file} ${notice.path}`}>{notice.message}</p>
      ))}
    </Notice>
  );
}
