import { use } from 'react';
import * as format from '../../../../core/stats/format';
import {
  blendConditions,
  blendSimilaritiesFormat,
  blendSummaryFormat,
  type BlendCondition,
} from '../../../../experiments/blend/formats';
import type { Estimate } from '../../../../artifact/common';
import { Button } from '../../../components/Button';
import { Notice } from '../../../components/Notice';
import { loadExperimentFile } from '../../../data/artifacts';
import { publishedArtifacts } from '../../../data/artifactSource';
import type { BlendRun, PublishedBlend } from '../../../data/liveBlend';
import { keepOnDevice, useOpenedRuns, type OpenedRun } from '../../../state/openedRuns';
import { formatLocation } from '../../../state/urlState';
import { DownloadRun } from '../../shared/OpenedRunBar';
import { boundsOf, compareRuns, largestGap } from './reproduceModel';
import styles from './Reproduce.module.css';

const conditionNames: Record<BlendCondition, string> = {
  clean: 'Clean texts',
  stored: 'Noise in the stored texts',
  query: 'Noise in the queries',
  both: 'Noise on both sides',
};

/** The reader's run beside the published one and what the source reported. */
export function ReproduceResult({ published, run }: { published: PublishedBlend; run: BlendRun }) {
  const opened = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === run.entry.id));
  if (!opened)
    return (
      <Notice tone="info">
        The run was closed. Run the experiment again; the vectors are kept, so it takes a few seconds.
      </Notice>
    );
  return (
    <section className="stack" aria-labelledby="result">
      <h2 id="result">Your run beside the published one</h2>
      <p>
        <strong>Yours:</strong> {run.entry.headline}
      </p>
      <p className="soft">
        <strong>Published:</strong> {published.entry.headline}
      </p>
      <Identical published={published} run={run} opened={opened} />
      {run.windowed > 0 ? (
        <Notice tone="warn">
          {format.count(run.windowed)} texts were longer than the model reads and went in as averaged windows.
          The experiment means every text to be read whole, so figures are not quite comparable.
        </Notice>
      ) : null}
      <div className="row no-print">
        <a
          className="action"
          href={formatLocation({ page: 'experiment', experiment: run.entry.id, view: 'scorecard' })}
        >
          Open in the explorer
        </a>
        <DownloadRun run={opened} />
        {opened.kept ? (
          <span className="soft small">Kept on this device.</span>
        ) : (
          <Button onClick={() => void keepOnDevice(run.entry.id)}>Keep on this device</Button>
        )}
        {opened.refusal ? <Notice tone="warn">{opened.refusal}</Notice> : null}
      </div>
      <ComparedTable published={published} opened={opened} />
    </section>
  );
}

/** With the model of the published run, equal files are the strongest check that there is; else the largest difference of any score is. */
function Identical({
  published,
  run,
  opened,
}: {
  published: PublishedBlend;
  run: BlendRun;
  opened: OpenedRun;
}) {
  const { identical, files } = run;
  const { value: summary } = use(
    loadExperimentFile(opened.source, opened.entry, 'summary.json', blendSummaryFormat),
  );
  const { provider, name, revision, dimensions } = summary.model;
  const theirs = published.summary.model;
  if (
    provider !== theirs.provider ||
    name !== theirs.name ||
    revision !== theirs.revision ||
    dimensions !== theirs.dimensions
  )
    return null;
  if (identical?.length === files.size)
    return (
      <Notice tone="good">
        All {format.count(files.size)} files are the published ones to the last byte (equal SHA-256).
      </Notice>
    );
  return <Gap published={published} opened={opened} identical={identical} count={files.size} />;
}

/** Scores may differ by so little without anything being wrong: the same text in another batch. */
const allowedGap = 1e-6;

function Gap({
  published,
  opened,
  identical,
  count,
}: {
  published: PublishedBlend;
  opened: OpenedRun;
  identical: string[] | null;
  count: number;
}) {
  const { value: theirs } = use(
    loadExperimentFile(publishedArtifacts, published.entry, 'similarities.json', blendSimilaritiesFormat),
  );
  const { value: own } = use(
    loadExperimentFile(opened.source, opened.entry, 'similarities.json', blendSimilaritiesFormat),
  );
  const gap = largestGap(theirs, own);
  if (gap === null || gap > allowedGap) {
    return (
      <Notice tone="bad">
        Your run does not confirm the published one:{' '}
        {gap === null
          ? 'it is of other texts'
          : `dot products differ by up to ${format.score(gap)}, and at most ${format.score(allowedGap)} is expected`}
        .
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      Your run confirms the published one: no dot product differs by more than {format.score(gap)}.{' '}
      {identical === null
        ? 'Bytes could not be compared, because this page is not served over https.'
        : `${format.count(identical.length)} of ${format.count(count)} files are equal to the last byte. A run that was interrupted, or that found vectors kept from other runs, embeds its texts in other batches, which moves the last digits.`}
    </Notice>
  );
}

function ComparedTable({ published, opened }: { published: PublishedBlend; opened: OpenedRun }) {
  const { value: own } = use(
    loadExperimentFile(opened.source, opened.entry, 'summary.json', blendSummaryFormat),
  );
  const rows = compareRuns(published.summary, own);
  const n = own.counts.specificEvaluationQueries;
  return (
    <>
      <div
        className="scroll-x panel"
        tabIndex={0}
        role="region"
        aria-label="Top 1 of your run, of the published one, and as the source reported it"
      >
        <table className={`table figures ${styles.table}`}>
          <caption>
            Top 1: share of {format.count(n)} specific evaluation queries whose record is found first, with
            its 95 % interval over {format.count(own.bootstrap.clusters)} families. “Published” is measured
            here with {published.summary.model.name}, “yours” with {own.model.name}. “Source” is what the
            source reported on other texts with another model; it is not to be compared with the other two.
          </caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Method
              </th>
              {blendConditions.map((condition) => (
                <th key={condition} scope="colgroup" colSpan={3} className={styles.first}>
                  {conditionNames[condition]}
                </th>
              ))}
            </tr>
            <tr>
              {blendConditions.flatMap((condition) => [
                <th key={`${condition} published`} scope="col" className={styles.first}>
                  Published
                </th>,
                <th key={`${condition} own`} scope="col">
                  Yours
                </th>,
                <th key={`${condition} source`} scope="col" className={styles.reported}>
                  Source
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, label, cells }) => (
              <tr key={row}>
                <th scope="row">{label}</th>
                {blendConditions.flatMap((condition) => {
                  const { published: theirs, own: mine, reported } = cells[condition];
                  return [
                    <FigureCell key={`${condition} published`} estimate={theirs} first />,
                    <FigureCell key={`${condition} own`} estimate={mine} strong />,
                    <td key={`${condition} source`} className={styles.reported}>
                      {reported === null ? (
                        <span aria-label="not reported">·</span>
                      ) : (
                        format.percent(reported)
                      )}
                    </td>,
                  ];
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function FigureCell({
  estimate,
  first = false,
  strong = false,
}: {
  estimate: Estimate | null;
  first?: boolean;
  strong?: boolean;
}) {
  const bounds = boundsOf(estimate);
  return (
    <td className={[first && styles.first, strong && 'strong washed'].filter(Boolean).join(' ')}>
      {format.percent(estimate?.value, estimate?.n)}
      <span className={styles.interval}>
        {bounds ? format.interval(bounds[0], bounds[1]) : format.MISSING}
      </span>
    </td>
  );
}
