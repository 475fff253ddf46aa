import { useMemo } from 'react';
import { exceptionPairs, isCutApart } from '../../../core/text/exceptions';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { PlainTable } from '../shared/Prose';
import type { Lane } from './inspectorModel';
import { spanAt } from './spansModel';
import styles from './Inspector.module.css';

interface ExceptionTableProps {
  text: string;
  lanes: readonly Pick<Lane, 'label' | 'contexts'>[];
  linkTo: (at: number) => string;
}

/** The rules of a document that an exception limits, and the strategies whose contexts hold only one half. */
export function ExceptionTable({ text, lanes, linkTo }: ExceptionTableProps) {
  const lines = useMemo(() => {
    const contexts = lanes.map(({ label, contexts: own }) => ({
      label,
      spans: Array.from({ length: own.count }, (_, place) => spanAt(own, place)),
    }));
    return exceptionPairs(text).map((pair) => ({
      ...pair,
      apart: contexts.filter(({ spans }) => isCutApart(pair, spans)).map(({ label }) => label),
    }));
  }, [text, lanes]);
  if (lines.length === 0) return null;
  const words = ({ start, end }: Span): string => text.slice(start, end);
  return (
    <section className="stack" aria-labelledby="rules-exceptions">
      <h3 id="rules-exceptions">Rules and their exceptions</h3>
      <p className={`soft small ${styles.wide}`}>
        Found by words such as except, unless, only if, does not apply, and by sentences that deny what
        another one says. No meaning is read: some are missed, and some stand here that are none. Cut apart:
        no context holds both halves, so the rule can be returned without its exception.
      </p>
      <PlainTable
        caption={`${count(lines.length)} ${lines.length === 1 ? 'rule' : 'rules'} with an exception, ${count(lines.filter(({ apart }) => apart.length > 0).length)} cut apart by some strategy`}
        head={['Rule', 'Exception', 'Cut apart by']}
        rows={lines.map(({ rule, exception, apart }) => [
          <a key="rule" href={linkTo(rule.start)} dir="auto">
            {words(rule)}
          </a>,
          <a key="exception" href={linkTo(exception.start)} dir="auto">
            {words(exception)}
          </a>,
          apart.length === lanes.length ? 'all' : apart.join(', ') || 'none',
        ])}
      />
    </section>
  );
}
