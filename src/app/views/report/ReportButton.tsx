import { useState } from 'react';
import type { Across } from '../../../analysis/across/across';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { Button } from '../../components/Button';
import { downloadFile } from '../../components/download';
import { Notice } from '../../components/Notice';
import type { OpenExperiment } from '../openExperiment';
import type * as Makers from './makeReport';

/** Makes the report of an experiment in this page and hands it over as one HTML file. */
export function ReportButton({ experiment }: { experiment: OpenExperiment }) {
  return (
    <DownloadReport
      name={`${experiment.entry.id}-report.html`}
      label="Report"
      title="One HTML file: summary, tables, curves, misses and provenance; opens offline, prints clean"
      make={async (makers) => makers.makeReport(experiment)}
    />
  );
}

/** The same for a comparison, as it is set on the page. */
export function ComparisonReportButton({ choice }: { choice: Makers.ComparisonChoice }) {
  return (
    <DownloadReport
      name="comparison-report.html"
      label="Report of this comparison"
      title="One HTML file: verdicts, setups, flips with their reasons, trees and provenance; opens offline, prints clean"
      make={async (makers) => makers.makeComparisonReport(choice)}
    />
  );
}

/** The same for all corpora side by side. */
export function AcrossReportButton({
  across,
  entries,
}: {
  across: Across;
  entries: readonly ExperimentEntry[];
}) {
  return (
    <DownloadReport
      name="across-report.html"
      label="Report"
      title="One HTML file: what the corpora establish together, the tables at every budget and provenance; opens offline, prints clean"
      make={async (makers) => makers.makeAcrossReport(across, entries)}
    />
  );
}

interface DownloadReportProps {
  name: string;
  label: string;
  title: string;
  make: (makers: typeof Makers) => Promise<string>;
}

function DownloadReport({ name, label, title, make }: DownloadReportProps) {
  const [state, setState] = useState<'idle' | 'making' | Error>('idle');
  const start = async () => {
    setState('making');
    try {
      // The builder of reports is loaded by whoever wants one.
      downloadFile(name, 'text/html', await make(await import('./makeReport')));
      setState('idle');
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <>
      <Button onClick={() => void start()} disabled={state === 'making'} title={title}>
        {state === 'making' ? 'Making the report …' : label}
      </Button>
      {state instanceof Error ? (
        <Notice tone="bad">The report could not be made: {state.message}</Notice>
      ) : null}
    </>
  );
}
