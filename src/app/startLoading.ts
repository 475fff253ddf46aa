import { loadIndex, prefetchFile } from './data/artifacts';
import { publishedArtifacts } from './data/artifactSource';
import { isOpenedId } from './state/openedRuns';
import type { Place } from './state/urlState';
import { panelOf } from './views/panels';

/**
 * Asks at once, side by side, for what the first page will need; drawn step by step, each
 * part would ask for the next only when it is there. Faults are told by the page itself.
 */
export function startLoading(place: Place): void {
  if (place.page === 'start') void loadIndex().catch(() => undefined);
  if (place.page !== 'experiment' || isOpenedId(place.experiment)) return;
  loadIndex().then(
    ({ value }) => {
      const entry = value.experiments.find(({ id }) => id === place.experiment);
      if (!entry) return;
      const summary = entry.files.find(({ name }) => name === 'summary.json');
      if (summary) prefetchFile(publishedArtifacts, `${entry.id}/summary.json`, summary.sha256);
      panelOf(place.view, entry)?.preload();
    },
    () => undefined,
  );
}
