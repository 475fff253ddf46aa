import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';
import { useOffline } from '../../state/offline';

/** Offers a new version of the site; this page goes on with its own until the reader takes it. */
export function NewVersion() {
  const { useNewVersion } = useOffline();
  if (!useNewVersion) return null;
  return (
    <div className="no-print">
      <Notice
        title="A new version is ready."
        action={
          <span className="row">
            <Button onClick={useNewVersion}>Reload with it</Button>
            <Button tone="quiet" onClick={() => useOffline.setState({ useNewVersion: null })}>
              Later
            </Button>
          </span>
        }
      >
        This page works on as it is. Reloading loses pasted text and runs that are not kept; other open tabs
        stay as they are until they are reloaded.
      </Notice>
    </div>
  );
}
