import { useState } from 'react';
import { Button } from '../../components/Button';
import { downloadFile } from '../../components/download';
import { Notice } from '../../components/Notice';
import type { OpenExperiment } from '../openExperiment';

/** Makes the report of an experiment in this page and hands it over as one HTML file. */
export function ReportButton({ experiment }: { experiment: OpenExperiment }) {
  const [state, setState] = useState<'idle' | 'making' | Error>('idle');
  const make = async () => {
    setState('making');
    try {
      // The builder of reports is loaded by whoever wants one.
      const { makeReport } = await import('./makeReport');
      downloadFile(`${experiment.entry.id}-report.html`, 'text/html', await makeReport(experiment));
      setState('idle');
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <>
      <Button onClick={() => void make()} disabled={state === 'making'} title="One HTML file: summary, tables, curves, misses and provenance; opens offline, prints clean">
        {state === 'making' ? 'Making the report …' : 'Download the report'}
      </Button>
      {state instanceof Error ? <Notice tone="bad">The report could not be made: {state.message}</Notice> : null}
    </>
  );
}
