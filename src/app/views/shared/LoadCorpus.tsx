import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { bytes } from '../../../core/stats/format';
import { ArtifactError } from '../../../artifact/errors';
import { commonPath, fileNames } from '../../../datasets/published';
import { Button } from '../../components/Button';
import { Explain } from '../../components/Explain';
import { ErrorPanel } from '../../components/ErrorPanel';
import { useCorpusText, type CorpusExperiment, type CorpusTextView } from '../../data/corpusText';
import styles from './LoadCorpus.module.css';

interface LoadCorpusProps {
  experiment: CorpusExperiment;
  /** What the text would show here, as a sentence. */
  children?: ReactNode;
}

/**
 * The ways to the text of a corpus that is not ours to publish: an address, or a file of
 * the reader's. Once it is loaded, one line that says where it came from and offers to
 * keep it on this device. Nothing for text that the artifact includes.
 */
export function LoadCorpus({ experiment, children }: LoadCorpusProps) {
  const view = useCorpusText(experiment);
  switch (view.state.status) {
    case 'checking':
      return null;
    case 'loading':
      return (
        <div className={`row tight small soft ${styles.ready}`} role="status">
          <p>
            Loading and checking the text from {view.state.from}{' '}
            {view.state.loadedBytes > 0 ? `(${bytes(view.state.loadedBytes)} so far)` : ''} …
          </p>
          <Button className={styles.small} onClick={view.cancel}>
            Cancel
          </Button>
        </div>
      );
    case 'ready':
      return <Ready view={view} state={view.state} />;
    case 'absent':
      return (
        <Absent view={view} failures={view.state.failures}>
          {children}
        </Absent>
      );
  }
}

function Ready({
  view,
  state: { from, checked, keeping },
}: {
  view: CorpusTextView;
  state: Extract<CorpusTextView['state'], { status: 'ready' }>;
}) {
  if (!keeping) return null;
  return (
    <div className={`row tight small soft ${styles.ready}`}>
      <p>
        Text: from <span className="number">{from}</span>,{' '}
        {checked === 'hash' ? (
          <span title={`SHA-256 ${view.corpus.hash}`}>
            its content checked against the experiment’s corpus hash
          </span>
        ) : (
          'its lengths checked; without https this page cannot compute the corpus hash'
        )}
        .{' '}
        {keeping.kept
          ? `Kept on this device (${bytes(keeping.bytes)}).`
          : 'Held in memory until this page is closed.'}
      </p>
      {keeping.kept ? (
        <Button className={styles.small} onClick={view.forget}>
          Delete from this device
        </Button>
      ) : (
        <Button className={styles.small} onClick={view.keep}>
          Keep on this device ({bytes(keeping.bytes)})
        </Button>
      )}
      {keeping.failure ? <p role="alert">{keeping.failure.message}</p> : null}
    </div>
  );
}

function Absent({
  view,
  failures,
  children,
}: {
  view: CorpusTextView;
  failures: readonly Error[];
  children: ReactNode;
}) {
  const { corpus, published } = view;
  const files = published?.files ?? [];
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  const drag = (isOver: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) view.open(files);
  };
  return (
    <section
      aria-labelledby={id}
      className={`stack gap-3 ${styles.load} ${over ? styles.over : ''} no-print`}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <div className="row tight">
        <h3 id={id}>The text is not part of this experiment</h3>
        {published ? (
          <Button tone="primary" onClick={view.fetchIt}>
            Get the text ({bytes(files.reduce((sum, file) => sum + file.bytes, 0))})
          </Button>
        ) : null}
        <Button onClick={() => picker.current?.click()}>
          {files.length > 1 ? 'Open the files …' : 'Open a file …'}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          className="visually-hidden"
          tabIndex={-1}
          aria-label={`File with the text of ${corpus.name}`}
          onChange={(event) => {
            const picked = [...(event.target.files ?? [])];
            // The same file can be picked again after it was mended.
            event.target.value = '';
            if (picked.length > 0) view.open(picked);
          }}
        />
        <span className="soft small">or drop {files.length > 1 ? 'them' : 'the file'} here</span>
        <Explain about="the text">
          <p>
            It belongs to {corpus.name}; licence: {corpus.licence}. The experiment holds ids, offsets and
            scores. {children}
          </p>
          <p>
            {published ? (
              <>
                The first button asks this site for{' '}
                <code>{commonPath(files.map(({ beside }) => beside))}</code>, and if it has none,{' '}
                <code>{new URL(files[0]!.address).host}</code>, the authors’ site; nothing was asked before.{' '}
                {files.length > 1 ? 'The files are' : 'The file is'} <code>{fileNames(published)}</code>.{' '}
              </>
            ) : (
              'No address of this text is known here; whoever made the experiment has it. '
            )}
            Its content is checked, it stays in this browser, and it is kept only if you say so.
          </p>
        </Explain>
      </div>
      {failures.map((error) => (
        <Failure
          key={error.message}
          error={error}
          address={published && commonPath(files.map(({ address }) => address))}
        />
      ))}
    </section>
  );
}

function Failure({ error, address }: { error: Error; address: string | undefined }) {
  if (!(error instanceof ArtifactError))
    return <ErrorPanel title="The text could not be read." message={error.message} />;
  const place: [string, string][] = error.path === '$' ? [] : [['Place', error.path]];
  const advice =
    error.kind === 'network'
      ? address?.endsWith('/')
        ? `Download the files yourself, from below ${address}, and open them here together.`
        : `Download the file yourself${address === undefined ? '' : ` from ${address}`} and open it here.`
      : undefined;
  const title =
    error.kind === 'network' || error.kind === 'missing'
      ? 'The text could not be fetched.'
      : 'This is not the text that was measured.';
  return (
    <ErrorPanel
      title={title}
      message={error.message}
      facts={[['File', error.file], ...place, ['Found', error.found], ['Expected', error.expected]]}
      advice={advice}
    />
  );
}
