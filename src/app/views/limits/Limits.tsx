import type { Limit } from '../../../analysis/report/limits';
import { NoParameters } from '../shared/NoParameters';
import { Section } from '../shared/Prose';

/** The page that says what an experiment does not show. */
export function Limits({ limits }: { limits: readonly Limit[] }) {
  return (
    <>
      <NoParameters />
      <Section title="What may not be concluded">
        <ul>
          {limits.map(({ lead, text }) => (
            <li key={lead}>
              <strong>{lead}</strong> {text}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
