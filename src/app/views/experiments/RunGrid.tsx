import { percent } from '../../../core/stats/format';
import { expansionMeaning } from '../../components/ExpansionBadge';
import { useOneTabStop } from '../../components/table/useOneTabStop';
import { formatLocation } from '../../state/urlState';
import type { ListedRun } from '../compare/loadRuns';
import { maxRuns } from '../compare/maxRuns';
import styles from './Runs.module.css';

interface RunGridProps {
  /** Of one experiment. */
  runs: readonly ListedRun[];
  chosen: readonly string[];
  toggle: (id: string) => void;
}

/** The runs of one experiment as a grid, a box to check in each cell: what is searched down, how it is searched across. */
export function RunGrid({ runs, chosen, toggle }: RunGridProps) {
  const oneStop = useOneTabStop();
  const { entry } = runs[0]!.open;
  const { startedAt } = entry.provenance;
  const lines = [...new Set(runs.map(({ cell }) => cell.line))];
  const columns = [...new Set(runs.map(({ cell }) => cell.column))];
  const at = new Map(runs.map((run) => [`${run.cell.line}\n${run.cell.column}`, run]));
  const cutoffs = [...new Set(runs.map(({ hit }) => hit.cutoff))];
  return (
    <section className="stack gap-1" aria-labelledby={`runs-of-${entry.id}`}>
      <div className="row tight">
        <h3 id={`runs-of-${entry.id}`}>
          <a href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' })}>
            {entry.title}
          </a>
        </h3>
        <ul className="plain-list row gap-1 badges" aria-label={`Set-up of ${entry.title}`}>
          {entry.badges.map(({ label, title }) => (
            <li key={label} title={title}>
              {label}
            </li>
          ))}
        </ul>
        <span className="soft small">
          {entry.data}; measured on <time dateTime={startedAt}>{startedAt.slice(0, 10)}</time>
        </span>
      </div>
      <div className="scroll-x" role="region" aria-label={`Runs of ${entry.title}`} tabIndex={0}>
        <table className={`small table figures ${styles.grid}`} {...oneStop}>
          <caption>
            Share of questions with a hit by rank {cutoffs.join(' or ')}. Check two to four to compare them.
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Run</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {columns.map((column) => {
                  const run = at.get(`${line}\n${column}`);
                  return (
                    <td key={column}>
                      {run ? (
                        <Pick
                          run={run}
                          isChosen={chosen.includes(run.id)}
                          isFull={chosen.length >= maxRuns}
                          toggle={toggle}
                        />
                      ) : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface PickProps {
  run: ListedRun;
  isChosen: boolean;
  isFull: boolean;
  toggle: (id: string) => void;
}

function Pick({ run, isChosen, isFull, toggle }: PickProps) {
  const { value } = run.hit.estimate;
  const words = [run.label, run.setup, `n = ${run.n}`];
  if (run.expansion) {
    const { prev, next } = run.expansion;
    words.push(expansionMeaning({ neighborPrev: prev, neighborNext: next, applies: true }));
  }
  return (
    <label
      className={styles.pick}
      title={words.join(' · ')}
      style={{
        backgroundColor: `color-mix(in srgb, var(--accent) ${((value ?? 0) * 30).toFixed(1)}%, transparent)`,
      }}
    >
      <input
        type="checkbox"
        aria-label={run.label}
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={() => toggle(run.id)}
      />
      {percent(value)}
    </label>
  );
}
