import { create } from 'zustand';

/** What may be told about any endpoint, as it was typed. */
export interface RequestFields {
  maxInputs: string;
  /** Seconds. */
  timeout: string;
  revision: string;
}

/** An endpoint as it was typed, unchecked. */
export interface EndpointFields extends RequestFields {
  /** The id of what the reader chose to begin with; empty for none. */
  preset: string;
  baseUrl: string;
  model: string;
  dimensions: string;
  maxTokens: string;
  truncateHere: boolean;
  apiVersion: string;
  /** US dollars for a million tokens. */
  price: string;
  queryPrefix: string;
  documentPrefix: string;
}

const emptyRequest: RequestFields = { maxInputs: '', timeout: '', revision: '' };
export const emptyEndpoint: EndpointFields = {
  ...emptyRequest,
  preset: '',
  baseUrl: '',
  model: '',
  dimensions: '',
  maxTokens: '',
  truncateHere: false,
  apiVersion: '',
  price: '',
  queryPrefix: '',
  documentPrefix: '',
};
const endpointName = 'chunkscope-endpoint';
const openAiName = 'chunkscope-openai';

/** The reader's own endpoint; kept for the tab, because it is tedious to type. Neither the key nor extra headers are among it. */
export const useEndpoint = create<EndpointFields>()(() => ({
  ...emptyEndpoint,
  ...stored(endpointName, emptyEndpoint),
}));

/** The same for OpenAI, whose address and models are known. */
export const useOpenAi = create<RequestFields>()(() => ({
  ...emptyRequest,
  ...stored(openAiName, emptyRequest),
}));

/** `remember` is false while the address is none: somebody may have pasted a key into the wrong field. */
export function setEndpoint(patch: Partial<EndpointFields>, remember: boolean): void {
  useEndpoint.setState(patch);
  store(endpointName, remember ? useEndpoint.getState() : null);
}

export function setOpenAi(patch: Partial<RequestFields>): void {
  useOpenAi.setState(patch);
  store(openAiName, useOpenAi.getState());
}

/** Leaves what is kept to the revision that it was made with: under a new one nothing is kept yet. */
export function setKeptAside(kind: 'openai' | 'compatible'): void {
  const revision = `since ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`;
  if (kind === 'openai') setOpenAi({ revision });
  else setEndpoint({ revision }, true);
}

/** Extra headers by origin, as they were typed; in memory only, because some of them are keys. */
export const useHeaders = create<{ typed: Readonly<Record<string, string>> }>()(() => ({ typed: {} }));

function store(name: string, fields: object | null): void {
  try {
    if (fields) sessionStorage.setItem(name, JSON.stringify(fields));
    else sessionStorage.removeItem(name);
  } catch {
    // Storage refused: it holds until the page is closed.
  }
}

function stored<Fields extends object>(name: string, empty: Fields): Partial<Fields> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        ([field, content]) =>
          Object.hasOwn(empty, field) && typeof content === typeof empty[field as keyof Fields],
      ),
    ) as Partial<Fields>;
  } catch {
    return {};
  }
}
