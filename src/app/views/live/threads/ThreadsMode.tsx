import { use, useMemo, useState } from 'react';
import { bytes as bytesText, count, decimal, duration, percent, score } from '../../../../core/stats/format';
import { counted } from '../../../../core/stats/words';
import { ArtifactError } from '../../../../artifact/errors';
import { threadsSummaryFormat } from '../../../../experiments/threads/formats';
import { halfScale } from '../../../../experiments/threads/limits';
import { threadsDefaults } from '../../../../experiments/threads/measure/measure';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Notice } from '../../../components/Notice';
import { Slider } from '../../../components/Slider';
import { TextArea, TextField } from '../../../components/TextField';
import { loadExperimentFile } from '../../../data/artifacts';
import { planThreads, type ThreadsInput } from '../../../data/ownThreads';
import { keyFor, useKeys } from '../../../state/liveKeys';
import {
  addThreads,
  clearThreads,
  measureOwnThreads,
  threadsJob,
  useThreadsInput,
  writeFacts,
  type ThreadsDone,
} from '../../../state/liveThreads';
import { useOpenedRuns, type OpenedRun } from '../../../state/openedRuns';
import { formatLocation } from '../../../state/urlState';
import { viewsOf, viewWords } from '../../panels';
import { FilePart } from '../../shared/FilePart';
import { OpenedRunBar } from '../../shared/OpenedRunBar';
import { OpenRun } from '../../shared/OpenRun';
import { PlainTable } from '../../shared/Prose';
import { SweepMap } from '../../threads/SweepMap';
import { FileDrop } from '../benchmark/FileDrop';
import { threadsSteps } from '../job/progressModel';
import { RunPanel } from '../job/RunPanel';
import type { LiveModeProps } from '../liveMode';
import { sizesOf } from './sizes';

/** The fifth experiment on the reader's own history. */
export function ThreadsMode({ params, chosen }: LiveModeProps) {
  const input = useThreadsInput();
  const { held, facts, read } = input;
  const { bytes, weight, limit, threshold, provider } = params.values;
  const [sizes, setSizes] = useState('');
  const [name, setName] = useState('');
  useKeys();
  const other = sizesOf(sizes, bytes);
  const problem = !held
    ? 'Add threads first.'
    : !read
      ? 'Write facts first: sentences about what happened, each with its turn.'
      : (other.problem ?? chosen.problem);
  const key = chosen.origin === null ? null : keyFor(chosen.origin);
  const pieceBytes = other.sizes.join();
  const job = useMemo(
    (): ThreadsInput | null =>
      problem === null && held && chosen.choice
        ? {
            held,
            facts,
            choice: chosen.choice,
            key,
            setup: {
              ...threadsDefaults,
              pieceBytes: pieceBytes.split(',').map(Number),
              focusWeight: weight,
              limit,
              threshold,
            },
          }
        : null,
    [problem, held, facts, chosen.choice, key, pieceBytes, weight, limit, threshold],
  );
  // The key is no part of what is run.
  const of = useMemo(
    () => job && { held: job.held, facts: job.facts, choice: job.choice, setup: job.setup },
    [job],
  );
  const state = threadsJob.use();
  const withPlan = provider !== 'local';
  const title = name.trim() === '' ? 'My threads' : name.trim();
  return (
    <div className="stack">
      <Threads />
      <Facts />
      <section className="panel stack gap-3" aria-labelledby="threads-run">
        <h2 id="threads-run">3. Measure</h2>
        <div className="row">
          <Slider
            label="Bytes of a piece with its label"
            value={bytes}
            min={200}
            max={4000}
            step={100}
            valueText={bytesText(bytes)}
            onChange={(value) => params.set({ bytes: value }, { replace: true })}
          />
          <Slider
            label="Places (X)"
            value={limit}
            min={1}
            max={20}
            step={1}
            valueText={String(limit)}
            onChange={(value) => params.set({ limit: value }, { replace: true })}
          />
          <Slider
            label="Least cosine"
            value={threshold}
            min={0}
            max={0.9}
            step={0.05}
            valueText={`${decimal(threshold, 2)} (${decimal(halfScale(threshold), 3)} as (1 + cosine) / 2)`}
            onChange={(value) => params.set({ threshold: value }, { replace: true })}
          />
          <TextField
            label="Other piece sizes for the heat map"
            value={sizes}
            placeholder="400, 2400"
            autoComplete="off"
            onChange={(event) => setSizes(event.target.value)}
          />
        </div>
        <RunPanel
          job={threadsJob}
          of={of}
          steps={threadsSteps}
          words={{ action: 'Measure', again: 'Measure again', plan: 'Show the plan' }}
          problem={problem}
          withPlan={withPlan}
          note={
            withPlan
              ? 'Nothing is sent before you confirm.'
              : 'All of it in this page: nothing leaves your machine.'
          }
          field={
            <TextField
              label="Name of the run"
              value={name}
              placeholder="My threads"
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          }
          onPlan={() => job && void threadsJob.plan(of, (hooks) => planThreads(job, hooks))}
          onStart={() => job && void threadsJob.start(of, (hooks) => measureOwnThreads(job, title, hooks))}
        />
        {state.kind === 'done' ? <Done durationMs={state.durationMs} {...state.result} /> : null}
      </section>
      <OpenRun />
    </div>
  );
}

function Fault({ error, title }: { error: Error; title: string }) {
  if (!(error instanceof ArtifactError)) return <ErrorPanel title={title} message={error.message} />;
  const { file, path, found, expected } = error;
  return (
    <ErrorPanel
      title={title}
      message=""
      facts={[
        ['File', file],
        ...(path === '$' ? [] : [['Place', path] as [string, string]]),
        ['Found', found],
        ['Expected', expected],
      ]}
    />
  );
}

function Threads() {
  const { held, names, reading, fault } = useThreadsInput();
  const add = (files: readonly File[]) =>
    void addThreads(files.map((file) => ({ name: file.name, content: file })));
  const loadSample = async () => {
    const { sampleFacts, sampleThreads } = await import('./sampleThreads');
    await addThreads([{ name: 'sample.json', content: new Blob([sampleThreads]) }]);
    await writeFacts(sampleFacts);
  };
  return (
    <section className="panel stack gap-3" aria-labelledby="threads-files">
      <h2 id="threads-files">1. Threads</h2>
      <p>
        Exports of a chat program, as JSON or JSONL: OpenAI, AI SDK, Gemini, Anthropic, ChatGPT, Claude. One
        file or many. They are read in the background of this page and stay there.
      </p>
      <FileDrop label="Files of chats" accept=".json,.jsonl,.ndjson,.txt" onFiles={add}>
        {held ? (
          <Button tone="quiet" onClick={clearThreads}>
            Clear threads and facts
          </Button>
        ) : (
          <Button onClick={() => void loadSample()}>Load the sample</Button>
        )}
      </FileDrop>
      {reading ? <p role="status">Reading …</p> : null}
      {fault ? <Fault error={fault} title="The threads could not be read." /> : null}
      {held ? (
        <>
          <p role="status">
            {counted(held.threads.length, 'thread')} of {names.join(', ')}.
          </p>
          <Noted title="About the threads:" notices={held.notices} />
          <PlainTable
            caption="Threads that were read; turns are counted from 1"
            head={['Thread', 'Turns', 'Language']}
            rows={held.threads
              .slice(0, 50)
              .map(({ title, turns, language }) => [
                title,
                count(turns),
                language === null
                  ? 'English, or not told'
                  : `${language}: the built-in model reads English only`,
              ])}
          />
          {held.threads.length > 50 ? (
            <p className="soft">And {count(held.threads.length - 50)} more.</p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

function Noted({ title, notices }: { title: string; notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Notice tone="info" title={title}>
      <ul>
        {notices.slice(0, 20).map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
        {notices.length > 20 ? <li>and {count(notices.length - 20)} more</li> : null}
      </ul>
    </Notice>
  );
}

function Facts() {
  const { facts, read, factsFault } = useThreadsInput();
  return (
    <section className="panel stack gap-3" aria-labelledby="threads-facts">
      <h2 id="threads-facts">2. Facts</h2>
      <p>
        Sentences about what happened, one a line, with the turn in front: “4: The user moved the meeting.”
        With several threads the thread comes first: “Title · 4: …”. CSV (fact, turn, thread) and JSON are
        read too.
      </p>
      <TextArea
        label="Facts"
        rows={8}
        value={facts}
        spellCheck={false}
        onChange={(event) => void writeFacts(event.target.value)}
      />
      <FileDrop
        label="File of facts"
        accept=".txt,.csv,.tsv,.json,.jsonl"
        onFiles={(files) => void files[0]?.text().then(writeFacts)}
      />
      {read ? (
        <>
          <p role="status">{counted(read.facts, 'fact')} with their turns.</p>
          <Noted title="About the facts:" notices={read.notices} />
        </>
      ) : null}
      {factsFault ? <Fault error={factsFault} title="The facts could not be read." /> : null}
    </section>
  );
}

function Done({ runId, durationMs, notes }: ThreadsDone & { durationMs: number }) {
  const run = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === runId));
  if (!run) return <p className="soft">The run was closed.</p>;
  return (
    <FilePart of={runId} waiting="the result">
      <Result run={run} durationMs={durationMs} notes={notes} />
    </FilePart>
  );
}

interface ResultProps {
  run: OpenedRun;
  durationMs: number;
  notes: readonly string[];
}

/** The result in one table and a map, and the way to every view. */
function Result({ run, durationMs, notes }: ResultProps) {
  const { entry, source } = run;
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', threadsSummaryFormat));
  const sizes = [...new Set(summary.sweep.map(({ pieceBytes }) => pieceBytes))];
  return (
    <div className="stack">
      <h3>Result of “{entry.title}”</h3>
      <p>{summary.headline}</p>
      {notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      <nav aria-label="Views of the result" className="row">
        {viewsOf(entry).map((view) => (
          <a
            key={view}
            href={formatLocation({ page: 'experiment', experiment: entry.id, view })}
            title={viewWords[view].answers}
          >
            {viewWords[view].label}
          </a>
        ))}
      </nav>
      <PlainTable
        caption={`${count(summary.facts)} facts, done in ${duration(durationMs)}; the scorecard has the intervals`}
        head={['Row', 'Top hit right, above the floor', 'Top hit right', 'Mean reciprocal rank']}
        rows={summary.rows.map(({ label, metrics }) => [
          label,
          percent(metrics.topRightAboveFloor.value),
          percent(metrics.topRight.value),
          score(metrics.reciprocalRank.value),
        ])}
      />
      {sizes.map((size) => (
        <SweepMap key={size} summary={summary} pieceBytes={size} />
      ))}
      <OpenedRunBar run={run} />
    </div>
  );
}
