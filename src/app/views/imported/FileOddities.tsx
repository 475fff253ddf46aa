import type { ImportedSummary } from '../../../experiments/items/formats';
import { Notice } from '../../components/Notice';

/** What was odd about the files of the other program: said once, changes no figure. */
export function FileOddities({ summary: { notices } }: { summary: ImportedSummary }) {
  if (notices.length === 0) return null;
  return (
    <Notice title="About the files.">
      {notices.length === 1 ? (
        notices[0]
      ) : (
        <ul>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
