import { useEffect, useMemo } from 'react';
import * as format from '../../../../core/stats/format';
import { chunkingStrategies, strategyIds } from '../../../../core/chunking/registry';
import { askedRetrievers, mostAskedContexts } from '../../../../experiments/chunking/measure/setups';
import { Select } from '../../../components/Choice';
import { Notice } from '../../../components/Notice';
import { Slider } from '../../../components/Slider';
import { Checkbox, TextField } from '../../../components/TextField';
import { planAsk, type Ask } from '../../../data/ask';
import { restoreInput, useBenchmarkInput } from '../../../state/benchmarkInput';
import { askJob, askNow, typeQuestion, useAsk } from '../../../state/liveAsk';
import { keyFor, useKeys } from '../../../state/liveKeys';
import { useApp } from '../../../state/store';
import { formatLocation } from '../../../state/urlState';
import { retrieverLabels } from '../../inspector/inspectorParams';
import { variantsOf } from '../../../../experiments/chunking/own/variants';
import { cuttingFrom, sizesFromEntries } from '../benchmark/setupModel';
import { benchmarkSteps } from '../job/progressModel';
import { RunPanel } from '../job/RunPanel';
import type { LiveModeProps } from '../liveMode';
import type { LiveParams } from '../liveParams';
import { ProviderPanel } from '../provider/ProviderPanel';
import { Answer } from './Answer';
import styles from './Ask.module.css';

/** Questions of the benchmark that the field offers. */
const mostOffered = 200;

/** One question to the documents of the benchmark: what every strategy returns, side by side. */
export function AskMode({ params, chosen }: LiveModeProps) {
  const { documents, questions } = useBenchmarkInput();
  const { question, answered } = useAsk();
  const { strategies, sizes, lengthIn, separators, search, provider } = params.values;
  useEffect(() => void restoreInput(), []);
  useKeys();
  const raw = useApp((state) => state.selection.params);
  const made = useMemo(
    () => variantsOf(strategies, sizesFromEntries(sizes), 0, cuttingFrom({ lengthIn, separators })),
    [strategies, sizes, lengthIn, separators],
  );
  const withModel = search !== 'bm25';
  const remote = withModel && provider !== 'local';
  const problem =
    documents.length === 0
      ? 'Add a document first.'
      : question.trim() === ''
        ? 'Type a question.'
        : (made.problems[0] ?? (withModel ? chosen.problem : null));
  const { choice, origin } = chosen;
  const of = useMemo(
    () => ({ documents, question, variants: made.variants, search, choice: withModel ? choice : null }),
    [documents, question, made, search, withModel, choice],
  );
  const ask = (): Ask => ({
    documents,
    question: question.trim(),
    variants: made.variants,
    retriever: search,
    model: withModel && choice ? { choice, key: origin === null ? null : keyFor(origin) } : null,
  });
  const plan = () => void askJob.plan(of, (hooks) => planAsk(ask(), hooks));
  const start = () => void askJob.start(of, (hooks) => askNow(ask(), hooks));
  return (
    <div className="stack">
      {withModel ? <ProviderPanel params={params} chosen={chosen} /> : null}
      <section className="panel stack gap-3" aria-labelledby="ask">
        <h2 id="ask">Ask your documents</h2>
        <p>
          Type a question. Every strategy shows the contexts that it would return, side by side. No gold is
          needed; mark a context, or a part of it, and the question joins the benchmark.
        </p>
        <p className="soft small">
          {documents.length === 0
            ? 'No document yet: bring some, or the sample, in '
            : `${ofDocuments(documents)} of `}
          <a href={formatLocation({ page: 'live', mode: 'benchmark' }, raw)}>Benchmark on your text</a>.
        </p>
        <RunPanel
          job={askJob}
          of={of}
          steps={benchmarkSteps(withModel)}
          words={{ action: 'Ask', again: 'Ask again', plan: 'Show what would be sent' }}
          problem={problem}
          withPlan={remote}
          note={
            remote
              ? 'Nothing is sent before you confirm.'
              : withModel
                ? 'Embedded on this machine, each text once.'
                : 'Nothing leaves this page.'
          }
          {...(!withModel && { runningNote: 'All of it in the background of this page.' })}
          field={
            <form
              className={styles.question}
              onSubmit={(event) => {
                event.preventDefault();
                if (problem === null) (remote ? plan : start)();
              }}
            >
              <TextField
                label="Question"
                dir="auto"
                autoComplete="off"
                list="known-questions"
                value={question}
                onChange={(event) => typeQuestion(event.target.value)}
              />
              <datalist id="known-questions">
                {questions.slice(0, mostOffered).map(({ id, text }) => (
                  <option key={id} value={text} />
                ))}
              </datalist>
            </form>
          }
          onPlan={plan}
          onStart={start}
        />
        <Settings params={params} problems={made.problems} />
      </section>
      {answered ? (
        <>
          {answered.ask.documents !== documents ? (
            <Notice tone="warn">
              The documents have changed since. Ask again to search them as they are.
            </Notice>
          ) : null}
          <Answer key={answered.ask.question} answered={answered} params={params} />
        </>
      ) : null}
    </div>
  );
}

function ofDocuments(documents: readonly { text: string }[]): string {
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  return `${format.count(documents.length)} ${documents.length === 1 ? 'document' : 'documents'}, ${format.count(characters)} characters,`;
}

/** Strategies at the sizes of the benchmark, the search, and how much is shown. */
function Settings({ params, problems }: { params: LiveParams; problems: readonly string[] }) {
  const { strategies, sizes, search, k } = params.values;
  return (
    <>
      <fieldset className={styles.strategies}>
        <legend className="small strong soft">
          Strategies{sizes.length === 0 ? '' : ', at the sizes chosen for the benchmark'}
        </legend>
        {strategyIds.map((id) => (
          <Checkbox
            key={id}
            label={chunkingStrategies[id].label}
            checked={strategies.includes(id)}
            onChange={(on) =>
              params.set({
                strategies: strategyIds.filter((known) => (known === id ? on : strategies.includes(known))),
              })
            }
          />
        ))}
      </fieldset>
      {problems.map((problem) => (
        <p key={problem} className="bad" role="alert">
          {problem}
        </p>
      ))}
      <div className={`row wide end ${styles.settings}`}>
        <Select
          label="Search by"
          value={search}
          options={askedRetrievers.map((value) => ({ value, label: retrieverLabels[value] }))}
          onChange={(value) => params.set({ search: value })}
        />
        <Slider
          label="Contexts of each (k)"
          value={k}
          min={1}
          max={mostAskedContexts}
          step={1}
          valueText={String(k)}
          onChange={(value) => params.set({ k: value }, { replace: true })}
        />
      </div>
    </>
  );
}
