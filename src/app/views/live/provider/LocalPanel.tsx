import { useEffect } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { ProgressBar } from '../../../components/ProgressBar';
import { localModelDescription } from '../../../data/liveProviders';
import { deleteKeptModel, loadModel, lookAtKeptModel, useModel } from '../../../state/liveModel';
import styles from './Provider.module.css';

const { name, dimensions, maxTokens } = localModelDescription;

/** The built-in model: what it is, what it costs to load, and how far loading is. */
export function LocalPanel() {
  const { state, keptBytes } = useModel();
  useEffect(() => void lookAtKeptModel(), []);
  const load = () => void loadModel();
  return (
    <div className={`stack gap-3 ${styles.body}`}>
      <p>
        <strong>No key, and nothing leaves your machine.</strong> {name} ({dimensions} dimensions) runs in
        this page, in the background. It was made for <strong>English</strong>: expect poor matches in other
        languages. It reads {maxTokens} of its own tokens at a time, so a longer text is cut into windows
        whose vectors are averaged; how many windows each text took is shown.
      </p>
      {state.kind === 'absent' ? (
        <div className="row">
          <Button onClick={load}>Load the model now</Button>
          <span className="soft small">
            {keptBytes
              ? `Kept in this browser since an earlier visit (${format.bytes(keptBytes)}); nothing is downloaded.`
              : '26 MB of weights and 2 MB that run them, from this site, once; then kept in this browser. The first run loads it too.'}
          </span>
        </div>
      ) : null}
      {state.kind === 'loading' ? (
        <ProgressBar
          label="Loading the model"
          value={state.progress?.loadedBytes ?? null}
          of={state.progress?.totalBytes ?? 1}
          text={
            state.progress
              ? `Loading the model: ${format.bytes(state.progress.loadedBytes)} of ${format.bytes(state.progress.totalBytes)}`
              : 'Starting …'
          }
        />
      ) : null}
      {state.kind === 'ready' ? (
        <p className="good" role="status">
          <span aria-hidden="true">✓</span> The model is ready
          {state.fromStorage ? ', from this browser’s storage' : ''}. From now on it works without a network.
          {state.kept ? '' : ' The browser refuses to keep it, so it is downloaded again on the next visit.'}
        </p>
      ) : null}
      {state.kind === 'failed' ? (
        <ErrorPanel title="The model could not be loaded." message={state.error.message} onRetry={load} />
      ) : null}
      {keptBytes ? (
        <p className="row small soft">
          <span>Model files in this browser: {format.bytes(keptBytes)}.</span>
          <Button tone="quiet" onClick={() => void deleteKeptModel()}>
            Delete the model files
          </Button>
        </p>
      ) : null}
    </div>
  );
}
