import { Suspense, use, useMemo } from 'react';
import { blendMethods } from '../../../../experiments/blend/measure/methods';
import * as format from '../../../../core/stats/format';
import { Loading } from '../../../components/Loading';
import { Notice } from '../../../components/Notice';
import { loadPublishedBlend, planBlend } from '../../../data/liveBlend';
import { keyFor } from '../../../state/liveKeys';
import { reproduce, reproduceJob, useReproduced } from '../../../state/liveReproduce';
import { formatLocation } from '../../../state/urlState';
import { FilePart } from '../../shared/FilePart';
import { OpenRun } from '../../shared/OpenRun';
import type { LiveModeProps } from '../liveMode';
import { methodSteps } from '../job/progressModel';
import { RunPanel } from '../job/RunPanel';
import { ReproduceResult } from './ReproduceResult';

/** The third mode: the published controlled experiment, run anew with a model of the reader's choice. */
export function ReproduceMode(props: LiveModeProps) {
  return (
    <FilePart of="fixtures" waiting="the texts of the experiment">
      <Reproduce {...props} />
    </FilePart>
  );
}

function Reproduce({ params, chosen }: LiveModeProps) {
  const published = use(loadPublishedBlend());
  const { run } = useReproduced();
  const { choice, origin, problem } = chosen;
  const of = useMemo(() => ({ choice }), [choice]);
  const remote = params.values.provider !== 'local';
  const { counts } = published.summary;
  const job = () => ({ choice: choice!, key: origin === null ? null : keyFor(origin) });
  return (
    <div className="stack">
      <section className="stack" aria-labelledby="experiment">
        <h2 id="experiment">The controlled experiment, with a model of your choice</h2>
        <p>
          The texts of the{' '}
          <a href={formatLocation({ page: 'experiment', experiment: published.entry.id, view: 'scorecard' })}>
            published experiment
          </a>
          , the same {blendMethods.length} methods under the same 4 conditions, computed by the same code:{' '}
          {format.count(counts.families)} families, {format.count(counts.records)} records,{' '}
          {format.count(counts.specificQueries + counts.genericQueries)} queries, each with a noisy variant.
          That is {format.count(published.texts.length)} distinct short texts to embed. Your result then
          stands beside the published one and opens in every view.
        </p>
        {params.values.provider === 'local' ? (
          <Notice tone="info">
            The published figures were measured with this very model. Running it again checks them: in one go,
            your files come out the same to the last byte.
          </Notice>
        ) : null}
      </section>
      <RunPanel
        job={reproduceJob}
        of={of}
        steps={methodSteps}
        words={{ action: 'Run the experiment', again: 'Resume', plan: 'Show what would be sent' }}
        problem={problem}
        withPlan={remote}
        note={
          remote
            ? 'Nothing is sent before you confirm.'
            : `${format.count(published.texts.length)} texts, embedded on this machine.`
        }
        onPlan={() => void reproduceJob.plan(of, (hooks) => planBlend(published, job(), hooks))}
        onStart={() => void reproduceJob.start(of, (hooks) => reproduce(published, job(), hooks))}
      />
      {run ? (
        <Suspense fallback={<Loading what="the result" />}>
          <ReproduceResult published={published} run={run} />
        </Suspense>
      ) : null}
      <OpenRun />
    </div>
  );
}
