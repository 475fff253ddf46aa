import { ArtifactError, type ArtifactErrorKind } from '../../../artifact/errors';
import { Button } from '../../components/Button';
import { ErrorPanel } from '../../components/ErrorPanel';
import { PartError } from '../../components/lazyPart';
import { forgetFailures } from '../../data/promiseCache';

const titles: Record<Exclude<ArtifactErrorKind, 'missing'>, string> = {
  network: 'A file could not be fetched.',
  'not-kept': 'The data of this view is not kept here.',
  empty: 'A file is empty.',
  'not-text': 'A file is not text.',
  'not-json': 'A file is not JSON.',
  truncated: 'A file is cut short.',
  'too-large': 'A file is too large.',
  'too-deep': 'A file is nested too deeply.',
  'wrong-kind': 'A file is something else.',
  apart: 'These files do not belong together.',
  newer: 'A file comes from a newer version.',
  invalid: 'A file does not fit its format.',
  'hash-mismatch': 'A file is not the one that was published.',
};

const advice: Partial<Record<ArtifactErrorKind, string>> = {
  missing:
    'If this copy of the site is yours, build it again or check that the artifacts folder was uploaded with it.',
  network: 'Check the connection and try again; everything that was already loaded stays usable.',
  'not-kept':
    'Without a connection only data that was shown before, or kept with “Keep this experiment”, is here. Try again once the connection is back.',
  truncated: 'Fetch the file again; everything that was already loaded stays usable.',
  newer: 'Reload the page to get the newest Chunkscope, or open the file with the version that wrote it.',
};

/** Any error of reading or drawing, in words; a way to try again where that may help. */
export function FileFault({ error, retry }: { error: Error; retry: () => void }) {
  const again = () => {
    forgetFailures();
    retry();
  };
  if (error instanceof PartError) {
    return (
      <ErrorPanel
        title="A part of the page could not be fetched."
        message={error.message}
        advice="Try again once the connection is back. Some browsers remember the failure until the page is reloaded; what was pasted and not kept is lost then."
        onRetry={again}
        action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      />
    );
  }
  if (!(error instanceof ArtifactError)) {
    return (
      <ErrorPanel
        title="This part of the page failed."
        message={error.message}
        advice="The rest of the page still works. Trying again, or another view, may help."
        onRetry={again}
      />
    );
  }
  const place: [string, string][] = error.path === '$' ? [] : [['Place', error.path]];
  return (
    <ErrorPanel
      title={error.kind === 'missing' ? `Not found at ${error.file}.` : titles[error.kind]}
      message={error.message}
      facts={[['File', error.file], ...place, ['Found', error.found], ['Expected', error.expected]]}
      advice={advice[error.kind]}
      onRetry={again}
    />
  );
}
