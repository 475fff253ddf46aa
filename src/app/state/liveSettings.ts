import { create } from 'zustand';

/** An endpoint as it was typed, unchecked. */
export interface EndpointFields {
  baseUrl: string;
  model: string;
  dimensions: string;
  maxTokens: string;
  maxInputs: string;
  truncateHere: boolean;
}

const storageName = 'chunkscope-endpoint';
const empty: EndpointFields = {
  baseUrl: '',
  model: '',
  dimensions: '',
  maxTokens: '',
  maxInputs: '',
  truncateHere: false,
};

/** The reader's own endpoint; kept for the tab, because it is tedious to type. The key is not among it. */
export const useEndpoint = create<EndpointFields>()(() => ({ ...empty, ...stored() }));

/** `remember` is false while the address is none: somebody may have pasted a key into the wrong field. */
export function setEndpoint(patch: Partial<EndpointFields>, remember: boolean): void {
  useEndpoint.setState(patch);
  try {
    if (remember) sessionStorage.setItem(storageName, JSON.stringify(useEndpoint.getState()));
    else sessionStorage.removeItem(storageName);
  } catch {
    // Storage refused: it holds until the page is closed.
  }
}

function stored(): Partial<EndpointFields> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        ([name, field]) =>
          Object.hasOwn(empty, name) && typeof field === typeof empty[name as keyof EndpointFields],
      ),
    );
  } catch {
    return {};
  }
}
