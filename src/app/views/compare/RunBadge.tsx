import { ExpansionBadge } from '../../components/ExpansionBadge';
import type { LoadedRun } from './adapters/adapter';

/** How far a run widens its hits: `±P/N`, muted where fixed_size was not in it. */
export function RunBadge({ run: { entry } }: { run: LoadedRun }) {
  return (
    <ExpansionBadge
      neighborPrev={entry.expansion?.prev ?? 0}
      neighborNext={entry.expansion?.next ?? 0}
      applies={entry.expansion !== null}
    />
  );
}
