import { beforeAll, describe, expect, it } from 'vitest';
import { ArtifactError } from '../../artifact/errors';
import { authoredExperiment, type AuthoredExperiment } from '../../testing/authoredSquad';
import { createCorpusTasks } from '../../worker/corpusTasks';
import { createCorpusTextStore, type CorpusTextDependencies, type CorpusTextState } from './corpusTextStore';
import type { KeptCorpus } from './corpusTextStorage';
import { sha256Hex } from '../../artifact/sha256';

const hexOf = async (text: string) => (await sha256Hex(new TextEncoder().encode(text)))!;
const tasks = createCorpusTasks();
const context = { signal: new AbortController().signal, emit: () => undefined };
const addresses = [
  { name: 'corpus.json', files: [{ address: 'http://site/corpus.json', name: 'corpus.json' }] },
  { name: 'authors', files: [{ address: 'https://authors/dev.json', name: 'authors' }] },
];

let authored: AuthoredExperiment;
beforeAll(async () => {
  authored = await authoredExperiment(hexOf);
});

function storeWith(changed: Partial<CorpusTextDependencies> = {}) {
  const kept = new Map<string, KeptCorpus>();
  const asked: string[] = [];
  const store = createCorpusTextStore({
    read: (files, expected) => tasks.read({ files, expected }, context),
    readKept: (file, hashInput, expected) => tasks.readKept({ file, hashInput, expected }, context),
    fetchBytes: async ({ name }) => {
      asked.push(name);
      if (name === 'corpus.json')
        throw new ArtifactError({ kind: 'missing', file: name, found: 'nothing', expected: 'the file' });
      return new TextEncoder().encode(authored.squad);
    },
    storage: {
      get: async (hash) => kept.get(hash) ?? null,
      keep: async (hash, corpus) => void kept.set(hash, corpus),
      remove: async (hash) => void kept.delete(hash),
    },
    sha256Hex,
    ...changed,
  });
  const wanted = authored.summary.corpus;
  const state = (): CorpusTextState => store.state(wanted.hash);
  return { store, wanted, state, kept, asked };
}

const file = (name: string, text: string) => {
  const bytes = new TextEncoder().encode(text);
  return { name, size: bytes.byteLength, arrayBuffer: async () => bytes.slice().buffer };
};
const ready = (state: CorpusTextState) =>
  state.status === 'ready' ? state : expect.fail(`the text is ${state.status}`);
const failures = (state: CorpusTextState) =>
  state.status === 'absent'
    ? state.failures.map(({ message }) => message)
    : expect.fail(`the text is ${state.status}`);

describe('text of a corpus', () => {
  it('is asked of no address before the reader says so', async () => {
    const { store, wanted, state, asked } = storeWith();
    expect(state().status).toBe('checking');
    await store.lookUp(wanted);
    expect(state()).toEqual({ status: 'absent', failures: [] });
    expect(asked).toEqual([]);
  });

  it('comes from the first address that has it', async () => {
    const { store, wanted, state, asked } = storeWith();
    await store.fetchFrom(wanted, addresses);
    expect(asked).toEqual(['corpus.json', 'authors']);
    expect(ready(state())).toMatchObject({
      from: 'authors',
      checked: 'hash',
      keeping: { kept: false, failure: null },
    });
    expect(ready(state()).text.documents[0]).toMatch(/^The harbour of Velm/);
  });

  it('says why no address had it', async () => {
    const { store, wanted, state } = storeWith({
      fetchBytes: async ({ name }) => {
        throw new ArtifactError({
          kind: name === 'authors' ? 'network' : 'missing',
          file: name,
          found: 'no answer',
          expected: 'the file',
        });
      },
    });
    await store.fetchFrom(wanted, addresses);
    expect(failures(state())).toEqual(['authors: found no answer; expected the file.']);
  });

  it('is refused when its words differ though every length fits', async () => {
    const { store, wanted, state } = storeWith();
    await store.open(wanted, [file('other.json', authored.squad.replace('dug by hand', 'dug by hans'))]);
    expect(failures(state())[0]).toMatch(
      /^other\.json: found texts with SHA-256 [0-9a-f]{64}; expected SHA-256 [0-9a-f]{64}, that of the texts/,
    );
  });

  it('can be opened after a wrong file', async () => {
    const { store, wanted, state } = storeWith();
    await store.open(wanted, [file('wrong.json', '{}')]);
    expect(failures(state())).toHaveLength(1);
    await store.open(wanted, [file('right.json', authored.squad)]);
    expect(ready(state()).from).toBe('right.json');
  });

  it('is told as checked by lengths only where the page cannot hash', async () => {
    const { store, wanted, state } = storeWith({ sha256Hex: async () => null });
    await store.open(wanted, [file('right.json', authored.squad)]);
    expect(ready(state()).checked).toBe('lengths');
  });

  it('is kept only on request, found again on the next visit, and deleted on request', async () => {
    const first = storeWith();
    await first.store.open(first.wanted, [file('right.json', authored.squad)]);
    expect(first.kept.size).toBe(0);
    await first.store.keep(first.wanted.hash);
    expect(ready(first.state()).keeping).toMatchObject({ kept: true });
    expect([...first.kept.values()][0]!.bytes).toBe(
      new TextEncoder().encode([...first.kept.values()][0]!.hashInput).byteLength,
    );

    const next = storeWith({
      storage: {
        get: async (hash) => first.kept.get(hash) ?? null,
        keep: async () => undefined,
        remove: async (hash) => void first.kept.delete(hash),
      },
    });
    await next.store.lookUp(next.wanted);
    expect(ready(next.state())).toMatchObject({ from: 'this device', keeping: { kept: true } });
    expect(ready(next.state()).text).toEqual(ready(first.state()).text);
    await next.store.forget(next.wanted.hash);
    expect(ready(next.state()).keeping).toMatchObject({ kept: false });
    expect(first.kept.size).toBe(0);
  });

  it('that was kept and is damaged is deleted and told', async () => {
    const { store, wanted, state, kept } = storeWith();
    kept.set(wanted.hash, { hashInput: '[]', bytes: 2 });
    await store.lookUp(wanted);
    expect(failures(state())[0]).toMatch(
      /the text kept on this device: found something that is no kept corpus/,
    );
    expect(kept.size).toBe(0);
  });

  it('stays in the page when the browser does not keep it, and says so', async () => {
    const { store, wanted, state } = storeWith({
      storage: {
        get: async () => null,
        keep: async () => Promise.reject(new Error('The storage is full.')),
        remove: async () => undefined,
      },
    });
    await store.open(wanted, [file('right.json', authored.squad)]);
    await store.keep(wanted.hash);
    expect(ready(state()).keeping).toMatchObject({ kept: false, failure: new Error('The storage is full.') });
  });

  it('is not loaded once the reader has cancelled', async () => {
    let arrive: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
    const { store, wanted, state } = storeWith({
      fetchBytes: () => new Promise((resolve) => (arrive = resolve)),
    });
    const loading = store.fetchFrom(wanted, addresses);
    expect(state().status).toBe('loading');
    store.cancel(wanted.hash);
    arrive(new TextEncoder().encode(authored.squad));
    await loading;
    expect(state()).toEqual({ status: 'absent', failures: [] });
  });
});
