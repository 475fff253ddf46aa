import { use, type ComponentProps, type ReactNode } from 'react';
import type { Comparison } from '../../../artifact/common';
import type { FileFormat } from '../../../artifact/decode';
import { CopyButton } from '../../components/CopyButton';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useParams } from '../../state/useParams';
import { useFigureFaults } from '../doctor/useFigureFaults';
import type { OpenExperiment } from '../openExperiment';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { findingText } from '../../../analysis/finding';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { FindingLine } from '../shared/FindingLine';
import { FileNotices } from '../shared/FileNotices';
import { compareRowsAddress } from './address';
import { Comparisons } from './Comparisons';
import styles from './Scorecard.module.css';
import { ScoreTable, type ScoreTableProps, type TableView } from './ScoreTable';

/** What every scorecard takes from its summary. */
interface ScoreSummary {
  rows: readonly { row: string; label?: string }[];
  comparisons: readonly Comparison[];
  bootstrap: { cluster: string };
}

/** An experiment's scorecard as it is open: its summary, the settings of the address, and what the doctor found. */
export function useScorecard<S extends ScoreSummary, C extends object>(
  experiment: OpenExperiment,
  format: FileFormat<S>,
  codecs: C,
) {
  const { value: summary, notices } = use(
    loadExperimentFile(experiment.source, experiment.entry, 'summary.json', format),
  );
  const { values, set, dropped } = useParams(codecs);
  return { experiment, summary, notices, values, set, dropped, faults: useFigureFaults(experiment) };
}

interface Card extends Pick<
  ReturnType<typeof useScorecard>,
  'experiment' | 'notices' | 'dropped' | 'faults'
> {
  summary: ScoreSummary;
  values: object;
  set: (patch: never, options?: { replace?: boolean }) => void;
}

interface ScorecardPageProps {
  card: Card;
  /** The result of the tables in one sentence, folded below the finding. */
  lead: ReactNode;
  /** What it rests on. */
  why?: ReactNode;
  children: ReactNode;
  archive?: ComponentProps<typeof ArtifactFiles>['archive'];
}

/** What an experiment shows, its tables, and the files behind them. */
export function ScorecardPage({ card, lead, why, children, archive }: ScorecardPageProps) {
  return (
    <div className="stack">
      <DroppedNotice dropped={card.dropped} />
      <FileNotices notices={card.notices} />
      <section className={styles.shows} aria-labelledby="shows">
        <h2 id="shows" className="visually-hidden">
          What this shows
        </h2>
        <FindingLine finding={card.experiment.entry.finding} className={styles.lead} />
        <details>
          <summary>Why</summary>
          <p>{lead}</p>
          {why}
          <CopyButton label="Copy this finding" text={() => copiedFinding(card.experiment.entry)} />
        </details>
      </section>
      {children}
      <ArtifactFiles experiment={card.experiment} {...(archive && { archive })} />
    </div>
  );
}

/** The sentence with its number, what it was measured on, and where to look it up. */
const copiedFinding = ({ title, data, finding }: ExperimentEntry): string =>
  `${findingText(finding)}\n${title}: ${data}. ${window.location.href}`;

/** How a table's settings are called in the address; null for one that it does not have. */
type SettingNames = Readonly<Record<keyof TableView, string | null>>;

const commonNames: SettingNames = {
  sort: 'sort',
  columns: 'columns',
  find: 'find',
  role: null,
  interval: 'interval',
  pins: 'pins',
};

type CardTableProps = Omit<
  ScoreTableProps,
  'experiment' | 'title' | 'cluster' | 'faultOf' | 'view' | 'onView' | 'roles' | 'roleLabel' | 'compareRows'
> & {
  card: Card;
  /** After the name of the experiment. */
  title: string;
  names?: Partial<SettingNames>;
  /** Groups of rows to choose from. */
  roles?: { label: string; options: ScoreTableProps['roles'] };
  faultOf?: ScoreTableProps['faultOf'];
  /** Whether a row can be set beside the highlighted one, and under which condition. */
  compares?: boolean | { condition: string };
};

/** A table of a scorecard: its settings are those of the address. */
export function CardTable({
  card,
  title,
  names,
  roles,
  faultOf,
  compares = false,
  ...table
}: CardTableProps) {
  const { experiment, summary, values, set, faults } = card;
  const { id, title: name } = experiment.entry;
  const called = { ...commonNames, ...names };
  const settings = Object.keys(called) as (keyof TableView)[];
  const valueOf = (setting: string | null) =>
    setting === null ? null : (values as Readonly<Record<string, unknown>>)[setting];
  return (
    <ScoreTable
      {...table}
      experiment={id}
      title={`${name}: ${title}`}
      roles={roles?.options ?? []}
      roleLabel={roles?.label ?? ''}
      cluster={summary.bootstrap.cluster}
      faultOf={faultOf ?? faults.figure}
      // The codecs of the address hold a value of each setting's type.
      view={
        Object.fromEntries(
          settings.map((setting) => [setting, valueOf(called[setting])]),
        ) as unknown as TableView
      }
      onView={(patch, options) =>
        set(
          Object.fromEntries(
            Object.entries(patch).flatMap(([setting, value]) => {
              const own = called[setting as keyof TableView];
              return own === null ? [] : [[own, value]];
            }),
          ) as never,
          options,
        )
      }
      {...(compares && {
        compareRows: (rows: readonly string[]) =>
          compareRowsAddress(id, rows, compares === true ? undefined : compares.condition),
      })}
    />
  );
}

type CardComparisonsProps = Omit<ComponentProps<typeof Comparisons>, 'experiment' | 'faultOf' | 'label'> & {
  card: Card;
};

/** Declared pairs of a scorecard, with what the doctor found about them. */
export function CardComparisons({ card: { experiment, summary, faults }, ...pairs }: CardComparisonsProps) {
  if (pairs.comparisons.length === 0) return null;
  return (
    <Comparisons
      {...pairs}
      experiment={experiment.entry.id}
      label={(id) => summary.rows.find(({ row }) => row === id)?.label ?? id}
      faultOf={(comparison) => faults.comparison(summary.comparisons.indexOf(comparison))}
    />
  );
}
