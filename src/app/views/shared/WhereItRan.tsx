import type { ReactNode } from 'react';
import * as format from '../../../core/stats/format';
import type { Provenance } from '../../../artifact/indexFile';
import { Facts } from '../../components/Facts';
import { Section } from './Prose';

interface WhereItRanProps {
  provenance: Provenance;
  /** What stands before the command: a model, for instance. */
  before?: readonly (readonly [string, ReactNode])[];
}

/** The run behind an experiment: command, time, program and package versions. */
export function WhereItRan({ provenance, before = [] }: WhereItRanProps) {
  const packages = Object.entries(provenance.packages).map(([name, version]) => `${name} ${version}`);
  return (
    <Section title="Where it ran">
      <Facts
        facts={[
          ...before,
          ['Command', <code key="command">{provenance.command}</code>],
          ['Started, took', `${provenance.startedAt}, ${format.duration(provenance.durationMs)}`],
          ['Program, Node, ICU', `${provenance.program}, ${provenance.node}, ${provenance.icu}`],
          ...(packages.length > 0 ? [['Packages', packages.join(', ')] as const] : []),
        ]}
      />
    </Section>
  );
}
