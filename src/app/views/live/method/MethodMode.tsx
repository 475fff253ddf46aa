import { useEffect, useMemo } from 'react';
import * as format from '../../../../core/stats/format';
import { languageWarning } from '../../../data/liveProviders';
import { Notice } from '../../../components/Notice';
import { keyFor } from '../../../state/liveKeys';
import { methodJob, planMethod, runMethod, useMethodRun } from '../../../state/liveMethod';
import { restoreText, useLiveText } from '../../../state/liveText';
import type { LiveModeProps } from '../liveMode';
import { methodSteps } from '../job/progressModel';
import { RunPanel } from '../job/RunPanel';
import { MethodResultsView } from './MethodResultsView';
import { PreparedView } from './PreparedView';
import { pieceCount } from './methodModel';
import { TextPanes } from './TextPanes';
import { sameInput, usePrepared } from './usePrepared';

/** The first mode: what each part of a message finds among pasted pieces, and what the wrong ways find. */
export function MethodMode({ params, chosen }: LiveModeProps) {
  const { values } = params;
  const { stored, message, searchOnArrival } = useLiveText();
  useEffect(() => void restoreText(), []);
  const timeZone = values.zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const input = { format: values.stored, stored, message, maxBytes: values.bytes, timeZone };
  const prepared = usePrepared(input);
  const text = prepared.kind === 'ready' && prepared.answer.kind === 'prepared' ? prepared.answer.text : null;
  const { run } = useMethodRun();
  const { choice, origin } = chosen;
  const of = { input, choice, context: values.context };
  const warnings = useMemo(
    () =>
      values.provider === 'local'
        ? [languageWarning(stored), languageWarning(message)].filter((warning) => warning !== null)
        : [],
    [values.provider, stored, message],
  );

  const problem =
    chosen.problem ??
    (prepared.pending
      ? 'Reading what was pasted …'
      : !text
        ? 'The stored text cannot be read; see above.'
        : pieceCount(text) === 0
          ? 'Paste a text to search in, or load the sample.'
          : text.parts.length === 0
            ? 'Type a message to search with.'
            : null);
  const remote = choice?.kind !== 'local' && values.provider !== 'local';
  const job = () => ({
    input,
    prepared: text!,
    context: values.context,
    choice: choice!,
    key: origin === null ? null : keyFor(origin),
  });
  const fresh =
    run !== null && sameInput(run.input, input) && JSON.stringify(run.choice) === JSON.stringify(choice);

  const start = () => void methodJob.start(of, (hooks) => runMethod(job(), hooks));
  const begins = searchOnArrival && problem === null && !remote;
  useEffect(() => {
    if (!begins) return;
    useLiveText.setState({ searchOnArrival: false });
    start();
  });

  return (
    <div className="stack">
      <TextPanes params={params} prepared={prepared.pending ? null : text} />
      {warnings.slice(0, 1).map((warning) => (
        <Notice key={warning.language} tone="warn">
          {warning.message}
        </Notice>
      ))}
      <PreparedView prepared={prepared} embedded={fresh ? run : null} />
      <RunPanel
        job={methodJob}
        of={of}
        steps={methodSteps}
        words={{ action: 'Embed and search', again: 'Resume', plan: 'Show what would be sent' }}
        problem={problem}
        withPlan={remote}
        note={
          remote
            ? 'Nothing is sent before you confirm.'
            : text
              ? `${format.count(text.distinct[values.context])} texts, embedded on this machine.`
              : ''
        }
        onPlan={() => void methodJob.plan(of, (hooks) => planMethod(job(), hooks))}
        onStart={start}
      />
      {run ? <MethodResultsView run={run} fresh={fresh} params={params} /> : null}
    </div>
  );
}
