import { create } from 'zustand';
import { startOffline } from '../data/offline';

/** A newer version of the site that waits to be used; null while there is none. Not in the address: it is about this browser. */
export const useOffline = create<{ useNewVersion: (() => void) | null }>()(() => ({ useNewVersion: null }));

/** Starts keeping the program's files, and offers a new version when there is one. */
export function followVersions(): void {
  startOffline((useNewVersion) => useOffline.setState({ useNewVersion })).catch(() => {
    // Refused by the browser, as in a private window: everything works as long as there is a network.
  });
}
