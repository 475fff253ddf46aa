import { useEffect, useMemo, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import type { BenchmarkInput } from '../../../data/benchmarkRun';
import type { openAiModels } from '../../../data/liveProviders';
import { removeDocument, replaceInput, restoreInput, useBenchmarkInput } from '../../../state/benchmarkInput';
import { useChunkFiles } from '../../../state/chunkFiles';
import { keyFor, useKeys } from '../../../state/liveKeys';
import { OpenRun } from '../../shared/OpenRun';
import type { LiveModeProps } from '../liveMode';
import { ProviderPanel } from '../provider/ProviderPanel';
import { DocumentReader } from './DocumentReader';
import { DocumentsPanel } from './DocumentsPanel';
import { QuestionsPanel } from './QuestionsPanel';
import { countUnder } from './questionStatus';
import { RunSection } from './RunSection';
import { SetupPanel } from './SetupPanel';
import { variantsOf } from '../../../../experiments/chunking/own/variants';
import { cuttingFrom, sizesFromEntries } from './setupModel';

/** The chunking benchmark on a reader's own documents and questions. */
export function BenchmarkMode({ params, chosen }: LiveModeProps) {
  const { documents, questions, located } = useBenchmarkInput();
  const { strategies, sizes, lengthIn, separators, second, withoutGold, prev, next } = params.values;
  const [reading, setReading] = useState<{ id: string; at: { offset: number; asked: number } | null } | null>(
    null,
  );
  useEffect(() => void restoreInput(), []);
  useKeys();
  const { files } = useChunkFiles();
  const made = useMemo(
    () =>
      variantsOf(strategies, sizesFromEntries(sizes), files.length, cuttingFrom({ lengthIn, separators })),
    [strategies, sizes, files.length, lengthIn, separators],
  );
  const chunkSets = useMemo(() => files.flatMap(({ set }) => set ?? []), [files]);
  const counts = useMemo(() => countUnder(questions, located), [questions, located]);
  const asked = useMemo(() => questions.filter(({ text }) => text.trim() !== ''), [questions]);

  const problem = problemOf({
    documents: documents.length,
    questions: asked.length,
    problems: [
      ...made.problems,
      ...files.flatMap(({ name, set }) => (set ? [] : [`The chunks of ${name} do not fit the documents.`])),
    ],
    provider: second.length > 0 ? chosen.problem : null,
  });
  const key = chosen.origin === null ? null : keyFor(chosen.origin);
  const input = useMemo(
    (): BenchmarkInput | null =>
      problem === null
        ? {
            documents,
            questions: asked,
            variants: made.variants,
            chunkSets,
            keepWithoutGold: withoutGold === 'keep',
            neighbors: { neighborPrev: prev, neighborNext: next },
            second:
              second.length > 0 && chosen.choice ? { choice: chosen.choice, key, retrievers: second } : null,
          }
        : null,
    [problem, documents, asked, made, chunkSets, withoutGold, prev, next, second, chosen.choice, key],
  );
  const open = documents.find(({ id }) => id === reading?.id);
  const show = (id: string, offset: number) =>
    setReading((before) => ({ id, at: { offset, asked: (before?.at?.asked ?? 0) + 1 } }));

  return (
    <div className="stack">
      <Intro empty={documents.length === 0 && questions.length === 0} />
      <DocumentsPanel
        englishOnly={second.length > 0 && params.values.provider === 'local'}
        reading={open?.id ?? null}
        onRead={(id) => setReading(id === null ? null : { id, at: null })}
      />
      {open && reading ? (
        <DocumentReader key={open.id} document={open} at={reading.at} onClose={() => setReading(null)} />
      ) : null}
      <QuestionsPanel onShow={show} />
      <SetupPanel
        params={params}
        made={made}
        withoutGold={counts['no gold']}
        model={modelName(params.values.provider, params.values.model)}
      />
      {second.length > 0 ? <ProviderPanel params={params} chosen={chosen} /> : null}
      <RunSection params={params} input={input} problem={problem} withModel={second.length > 0}>
        <OpenRun />
      </RunSection>
    </div>
  );
}

function problemOf({
  documents,
  questions,
  problems,
  provider,
}: {
  documents: number;
  questions: number;
  problems: readonly string[];
  provider: string | null;
}): string | null {
  const missing = [documents === 0 && 'a document', questions === 0 && 'a question'].filter(Boolean);
  if (missing.length > 0) return `Add ${missing.join(' and ')} first.`;
  return problems[0] ?? provider;
}

function modelName(provider: 'local' | 'openai' | 'compatible', model: keyof typeof openAiModels): string {
  if (provider === 'local') return 'the built-in model';
  return provider === 'openai' ? `${model} of OpenAI` : 'that of your endpoint';
}

/** What this is, and the sample one click away. */
function Intro({ empty }: { empty: boolean }) {
  const [sure, setSure] = useState(false);
  const load = async () => {
    const { sampleDocuments, sampleQuestions } = await import('./sample/sampleInput');
    replaceInput(
      sampleDocuments,
      sampleQuestions.map((question) => ({ ...question, id: null, marks: [] })),
    );
    setSure(false);
  };
  const clear = () => {
    for (const { id } of useBenchmarkInput.getState().documents) removeDocument(id);
    replaceInput([], []);
  };
  return (
    <section className="panel stack gap-3" aria-labelledby="benchmark">
      <h2 id="benchmark">Benchmark on your text</h2>
      <p>
        Bring documents and questions whose answers stand in them. Every strategy cuts the documents, a search
        looks for each question, and what it returns is checked for the answer. The result opens in every view
        of the published experiments, down to the single miss.
      </p>
      <div className="row">
        {empty || sure ? (
          <Button tone="primary" onClick={() => void load()}>
            {empty ? 'Load the sample' : 'Yes, replace mine with the sample'}
          </Button>
        ) : (
          <Button onClick={() => setSure(true)}>Load the sample …</Button>
        )}
        {sure ? <Button onClick={() => setSure(false)}>No</Button> : null}
        {empty ? null : (
          <Button tone="quiet" onClick={clear}>
            Clear everything
          </Button>
        )}
        <span className="soft small">
          The sample: three invented documents of about {format.count(600)} words each, ten questions.
        </span>
      </div>
    </section>
  );
}
