import { Suspense, use, useState } from 'react';
import { bytes } from '../../../core/stats/format';
import { encodeList } from '../../../artifact/addressParts';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { formatRunId } from '../../../analysis/compare/runId';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { Button } from '../../components/Button';
import { downloadFile } from '../../components/download';
import { PopoverMenu } from '../../components/Explain';
import { Notice } from '../../components/Notice';
import { loadExperimentFile, loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { packRun } from '../../data/runBundle';
import {
  closeRun,
  deleteFromDevice,
  keepOnDevice,
  useOpenedRuns,
  type OpenedRun,
} from '../../state/openedRuns';
import { navigate } from '../../state/store';
import { formatLocation } from '../../state/urlState';
import styles from './OpenRun.module.css';

/** Where an opened run is, and what can be done with it: download, keep, close. */
export function OpenedRunBar({ run }: { run: OpenedRun }) {
  const { entry, kept, refusal } = run;
  const size = bytes(entry.files.reduce((sum, file) => sum + file.bytes, 0));
  const close = () => {
    closeRun(entry.id);
    navigate({ page: 'start' });
  };
  return (
    <div className={`${styles.bar} no-print`}>
      <p>
        {kept
          ? `A run of your own, kept on this device (${size}).`
          : 'A run of your own, in memory until this page is closed.'}
      </p>
      <DownloadRun run={run} />
      {kept ? (
        <Button onClick={() => void deleteFromDevice(entry.id)}>Delete from this device</Button>
      ) : (
        <Button onClick={() => void keepOnDevice(entry.id)}>Keep on this device ({size})</Button>
      )}
      <Button tone="quiet" onClick={close}>
        Close the run
      </Button>
      {refusal !== null ? <p role="alert">{refusal}</p> : null}
      {entry.kind === 'chunking' ? (
        <Suspense fallback={null}>
          <SameCorpus run={run} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The download asks: with the text or without. */
export function DownloadRun({ run }: { run: OpenedRun }) {
  const [state, setState] = useState<'idle' | 'packing' | Error>('idle');
  const hasText = run.files.has('texts.json');
  const download = async (withText: boolean) => {
    setState('packing');
    try {
      const zip = await packRun(run, withText);
      downloadFile(
        `${run.entry.id}${withText || !hasText ? '' : '-without-text'}.zip`,
        'application/zip',
        zip,
      );
      setState('idle');
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <>
      {hasText ? (
        <PopoverMenu label="Download the run">
          <div className={styles.choices}>
            <p>
              One zip, to open here later without a key or to send to somebody. With or without the text of
              your documents and questions?
            </p>
            <Button tone="primary" onClick={() => void download(true)}>
              Download with its text
            </Button>
            <p className="soft small">Needed to inspect chunks and misses.</p>
            <Button onClick={() => void download(false)}>Download without text</Button>
            <p className="soft small">
              Figures, offsets, ranks and scores; document and family names stay in.
            </p>
          </div>
        </PopoverMenu>
      ) : (
        <Button onClick={() => void download(true)}>Download the run</Button>
      )}
      {state === 'packing' ? <span role="status">Packing …</span> : null}
      {state instanceof Error ? (
        <Notice tone="bad">The run could not be packed: {state.message}</Notice>
      ) : null}
    </>
  );
}

/** Says which other experiments were measured on the very same documents and questions, and leads to comparing with them. */
function SameCorpus({ run }: { run: OpenedRun }) {
  const others = useOpenedRuns(({ runs }) => runs);
  const same = use(sameCorpus(run, others));
  if (same.length === 0) return null;
  return (
    <p>
      Measured on the same documents and questions as{' '}
      {same.map(({ entry, link }, place) => (
        <span key={entry.id}>
          {place > 0 ? ', ' : ''}“{entry.title}” (<a href={link}>compare with it</a>)
        </span>
      ))}
      .
    </p>
  );
}

interface SameAs {
  entry: ExperimentEntry;
  /** To the comparison of a row that both have. */
  link: string;
}

const known = new WeakMap<OpenedRun['files'], { of: readonly OpenedRun[]; found: Promise<SameAs[]> }>();

/** Published and opened experiments with the corpus hash of a run; none where that cannot be told. One promise per run and list, for `use()`. */
function sameCorpus(run: OpenedRun, others: readonly OpenedRun[]): Promise<SameAs[]> {
  const before = known.get(run.files);
  if (before?.of === others) return before.found;
  const summaryOf = async ({ source, entry }: Pick<OpenedRun, 'source' | 'entry'>) =>
    (await loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat)).value;
  const find = async (): Promise<SameAs[]> => {
    const own = await summaryOf(run);
    const { value: index } = await loadIndex();
    const candidates = [
      ...others.filter((other) => other.files !== run.files),
      ...index.experiments.map((entry) => ({ source: publishedArtifacts, entry })),
    ].filter(({ entry }) => entry.kind === 'chunking');
    const summaries = await Promise.all(candidates.map(summaryOf));
    return candidates.flatMap(({ entry }, place) => {
      const { corpus, rows } = summaries[place]!;
      const shared = own.rows.filter((row) => rows.some((other) => other.row === row.row));
      const row = shared.find((one) => one.row === own.best?.row) ?? shared[0] ?? own.rows[0];
      if (corpus.hash !== own.corpus.hash || !row || !rows[0]) return [];
      const ids = [
        formatRunId({ experiment: run.entry.id, row: row.row }),
        formatRunId({ experiment: entry.id, row: shared.length > 0 ? row.row : rows[0].row }),
      ];
      return [{ entry, link: formatLocation({ page: 'compare' }, { runs: encodeList(ids) }) }];
    });
  };
  // A hint only: files that cannot be read have their own message elsewhere.
  const found = find().catch(() => []);
  known.set(run.files, { of: others, found });
  return found;
}
