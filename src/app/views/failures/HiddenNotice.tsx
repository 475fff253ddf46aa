import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';

interface HiddenNoticeProps {
  /** What is open: “query bridge-strings-q1”. */
  what: string;
  /** Filters that keep it out of the list, in words. */
  filters: readonly string[];
  onClear: () => void;
}

/** Says that what is open is not in the list, why, and offers to change that. */
export function HiddenNotice({ what, filters, onClear }: HiddenNoticeProps) {
  if (filters.length === 0) return null;
  const many = filters.length > 1;
  return (
    <Notice
      tone="warn"
      action={<Button onClick={onClear}>Clear {many ? 'these filters' : 'this filter'}</Button>}
    >
      The list does not hold {what}: {many ? 'the filters' : 'the filter'}{' '}
      {filters.map((filter) => `“${filter}”`).join(', ')} {many ? 'hide' : 'hides'} it.
    </Notice>
  );
}
