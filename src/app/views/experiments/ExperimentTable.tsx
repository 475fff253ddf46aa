import type { ExperimentEntry } from '../../../artifact/indexFile';
import { count, duration } from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { formatLocation } from '../../state/urlState';
import type { ListedRun } from '../compare/loadRuns';
import styles from './Runs.module.css';

interface ExperimentTableProps {
  runs: readonly ListedRun[];
  /** Whose runs alone are shown. */
  chosen: string | null;
  onChoose: (experiment: string | null) => void;
}

/** The experiments that the runs come from, with where their figures come from. */
export function ExperimentTable({ runs, chosen, onChoose }: ExperimentTableProps) {
  const experiments = new Map<string, { entry: ExperimentEntry; runs: number }>();
  for (const { open } of runs) {
    const known = experiments.get(open.entry.id);
    if (known) known.runs += 1;
    else experiments.set(open.entry.id, { entry: open.entry, runs: 1 });
  }
  return (
    <section className="stack" aria-labelledby="experiment-list">
      <h2 id="experiment-list">Experiments</h2>
      <div className="scroll-x" role="region" aria-label="List of experiments" tabIndex={0}>
        <table className={`table ${styles.experiments}`}>
          <caption className="visually-hidden">
            Experiments with their set-up and where their figures come from
          </caption>
          <thead>
            <tr>
              <th scope="col">Experiment</th>
              <th scope="col">Set-up</th>
              <th scope="col">Measured on</th>
              <th scope="col">When and with what</th>
              <th scope="col" className={styles.figure}>
                Runs
              </th>
            </tr>
          </thead>
          <tbody>
            {[...experiments.values()].map(({ entry, runs: own }) => {
              const { startedAt, durationMs, program, node } = entry.provenance;
              return (
                <tr key={entry.id}>
                  <th scope="row">
                    <a
                      className={styles.link}
                      href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' })}
                    >
                      {entry.title}
                    </a>
                  </th>
                  <td>
                    <ul className="plain-list row gap-1 badges">
                      {entry.badges.map(({ label, title }) => (
                        <li key={label} title={title}>
                          {label}
                        </li>
                      ))}
                    </ul>
                  </td>
                  <td>{entry.data}</td>
                  <td title={`${entry.provenance.command}, Node ${node}`}>
                    <time dateTime={startedAt}>{startedAt.slice(0, 10)}</time>, {program},{' '}
                    {duration(durationMs)}
                  </td>
                  <td className={styles.figure}>
                    <Button
                      tone="quiet"
                      aria-pressed={chosen === entry.id}
                      aria-label={`${own} runs of ${entry.title}: show these only`}
                      onClick={() => onChoose(chosen === entry.id ? null : entry.id)}
                    >
                      {count(own)}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
