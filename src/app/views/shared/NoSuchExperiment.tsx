import type { ExperimentEntry } from '../../../artifact/indexFile';
import { Notice } from '../../components/Notice';

interface NoSuchExperimentProps {
  id: string;
  known: readonly ExperimentEntry[];
  /** Link to a known one that shows what was asked of the unknown one. */
  linkTo: (id: string) => string;
}

/** A link to an experiment that this site does not have, and those that it has. */
export function NoSuchExperiment({ id, known, linkTo }: NoSuchExperimentProps) {
  return (
    <>
      <Notice tone="warn">
        This site has no experiment “{id.length > 60 ? `${id.slice(0, 60)}…` : id}”. The link may be mistyped,
        or come from another copy of the site.
      </Notice>
      <p>The experiments that are here:</p>
      <ul>
        {known.map((entry) => (
          <li key={entry.id}>
            <a href={linkTo(entry.id)}>{entry.title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
