import { Table } from '../../components/table/Table';
import { countBy } from '../../../core/stats/aggregate';
import { count } from '../../../core/stats/format';
import type { PartialQuestion } from '../../../analysis/compare/compare';
import { useState } from 'react';
import { letterOf, presentIn } from '../../../analysis/compare/words';
import { usePrinting } from '../../components/usePrinting';
import { Button } from '../../components/Button';
import type { LoadedRun } from './adapters/adapter';
import { Found } from './FlipTable';
import styles from './Compare.module.css';

interface PartialListProps {
  runs: readonly LoadedRun[];
  partial: readonly PartialQuestion[];
  href: (question: string) => string;
}

const pageSize = 50;

/** Questions that some run was not asked. They are in no figure above. */
export function PartialList({ runs, partial, href }: PartialListProps) {
  const [asked, setAsked] = useState(pageSize);
  const printing = usePrinting();
  const shown = printing ? partial.length : asked;
  const counts = countBy(partial, presentIn);
  return (
    <section className="stack" aria-labelledby="not-in-every-run">
      <h2 id="not-in-every-run" tabIndex={-1}>
        Not in every run
      </h2>
      <p>
        {[...counts].map(([where, n]) => `${count(n)} ${where}`).join('; ')}. They are in none of the figures
        above.
      </p>
      <div
        className={`scroll-x ${styles.frame}`}
        role="region"
        aria-label="Questions that are not in every run"
        tabIndex={0}
      >
        <Table className={`full small table ${styles.pairs}`}>
          <caption className="visually-hidden">Questions that are not in every run</caption>
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Where</th>
              {runs.map(({ id }, place) => (
                <th key={id} scope="col">
                  {letterOf(place)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {partial.slice(0, shown).map((question) => (
              <tr key={question.id}>
                <th scope="row">
                  <a href={href(question.id)}>{question.id}</a>
                </th>
                <td>{presentIn(question)}</td>
                {question.sides.map((side, place) => (
                  <td key={place}>
                    {side ? <Found side={side} /> : <span className="soft">not asked</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {partial.length > shown ? (
        <Button onClick={() => setAsked(shown + pageSize)}>
          Show {Math.min(pageSize, partial.length - shown)} more
        </Button>
      ) : null}
    </section>
  );
}
