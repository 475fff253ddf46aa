import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearKeptVectors } from '../../data/keptVectors';
import type { EmbedTasks } from '../../../worker/protocol';
import { serveTasks } from '../../../worker/taskChannel';
import { fakeModel } from '../../../testing/fakeModel';
import { pseudoVector } from '../../../testing/pseudoVector';
import { methodJob, useMethodRun } from '../../state/liveMethod';
import { useKeys } from '../../state/liveKeys';
import { emptyEndpoint, useEndpoint } from '../../state/liveSettings';
import { useLiveText } from '../../state/liveText';
import { navigate } from '../../state/store';
import { LivePage } from './LivePage';

/** The computing worker without a thread, a model that gives pseudo vectors, and an endpoint that answers with them. */
const embedded: string[][] = [];
let fail: Error | null = null;
const vectorOf = (text: string, dimensions: number) => Float32Array.from(pseudoVector(text, dimensions));

vi.mock('../../data/liveCompute', async (original) => {
  const { createComputeTasks } = await import('../../../worker/computeTasks');
  const tasks = createComputeTasks();
  return {
    ...(await original<object>()),
    compute: () => ({
      run: (
        task: keyof typeof tasks,
        input: never,
        {
          signal = new AbortController().signal,
          onEvent = () => {},
        }: { signal?: AbortSignal; onEvent?: (event: object) => void } = {},
      ) => tasks[task](input, { signal, emit: onEvent }),
    }),
  };
});
vi.mock('../../data/liveProviders', async (original) => ({
  ...(await original<object>()),
  localProvider: () => ({
    load: async () => ({ fromStorage: true, kept: true }),
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      const model = fakeModel((text) => vectorOf(text, 512));
      serveTasks<EmbedTasks>(port1, {
        ...model,
        windows: async (input, context) => {
          if (fail) throw fail;
          embedded.push([...input.texts]);
          return model.windows(input, context);
        },
      });
      return port2;
    },
  }),
  storedModelBytes: async () => 28_000_000,
}));
vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
  const { input, dimensions } = JSON.parse(body) as { input: string[]; dimensions: number };
  embedded.push(input);
  return Response.json({
    data: input.map((text, index) => ({ index, embedding: [...vectorOf(text, dimensions)] })),
  });
});

const key = 'sk-known-0123456789abcdef';
const stored =
  'Van 31 carries the piano.\n---\nInes holds the key of the fire door.\n---\nDimmer 3 flickers.';

beforeEach(async () => {
  await clearKeptVectors();
  navigate({ page: 'live', mode: 'method' });
  useLiveText.setState({ stored: '', message: '', source: null, kept: false, refusal: null });
  useMethodRun.setState({ run: null });
  useKeys.setState({ keys: {}, keptForTab: [] });
  useEndpoint.setState(emptyEndpoint);
  methodJob.reset();
  embedded.length = 0;
  fail = null;
});
afterEach(cleanup);

async function typeTexts() {
  fireEvent.change(await screen.findByLabelText('Stored text'), { target: { value: stored } });
  fireEvent.change(screen.getByLabelText('Message'), {
    target: { value: 'Which van carries the piano? Who holds the key of the fire door?' },
  });
}

/** Presses a button once it can be pressed: what was typed is read in the background first. */
async function press(name: string | RegExp) {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name }));
}

describe('the live panel', () => {
  it('embeds once, and ranks again without embedding when the weight moves', async () => {
    render(<LivePage mode="method" />);
    await typeTexts();
    await press('Embed and search');
    await screen.findByRole('heading', { name: /^A group for each part/ });
    expect(embedded).toHaveLength(2);
    expect(embedded[1]![0]).toBe('Which van carries the piano? Who holds the key of the fire door?');
    fireEvent.change(screen.getByLabelText('Threshold'), { target: { value: '-1' } });
    fireEvent.change(screen.getByLabelText('Focus weight'), { target: { value: '1' } });
    const groups = await screen.findAllByRole('region', { name: /^Group of part/ });
    expect(groups).toHaveLength(2);
    await waitFor(() => expect(within(groups[0]!).getAllByText('same rank alone')).toHaveLength(3));
    expect(embedded).toHaveLength(2);
    await waitFor(() => expect(location.hash).toContain('weight=1'));
    expect(decodeURIComponent(location.hash)).not.toContain('piano');
  });

  it('explains any pair with four terms that add up', async () => {
    render(<LivePage mode="method" />);
    await typeTexts();
    await press('Embed and search');
    fireEvent.change(await screen.findByRole('combobox', { name: /^Part/ }), { target: { value: '2' } });
    fireEvent.change(await screen.findByLabelText('Piece, 1 to 3'), { target: { value: '3' } });
    const rows = within(
      await screen.findByRole('table', { name: 'Terms of the score of part 2 and piece 3' }),
    )
      .getAllByRole('row')
      .slice(1);
    const share = (row: HTMLElement) =>
      Number(within(row).getAllByRole('cell')[2]!.textContent!.replace('−', '-'));
    const shares = rows.map(share);
    expect(shares.slice(0, 4).reduce((sum, value) => sum + value, 0)).toBeCloseTo(shares[4]!, 3);
    expect(location.hash).toContain('pair=2.3');
  });

  it('says why a thread cannot be read, and stays usable', async () => {
    render(<LivePage mode="method" />);
    fireEvent.change(await screen.findByLabelText('Stored text'), { target: { value: '[{"content":"x"}]' } });
    await screen.findByText('The stored text cannot be read as chat JSON.');
    expect(screen.getByText('$[0].role')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('one text'));
    await waitFor(() =>
      expect(screen.queryByText('The stored text cannot be read as chat JSON.')).toBeNull(),
    );
  });

  it('shows the plan before anything is sent, and drops it when the text changes', async () => {
    navigate({ page: 'live', mode: 'method' }, { provider: 'openai' });
    render(<LivePage mode="method" />);
    await typeTexts();
    fireEvent.change(screen.getByLabelText('API key'), { target: { value: key } });
    await press('Show what would be sent');
    await screen.findByRole('heading', { name: 'What would be sent' });
    expect(screen.getByText('https://api.openai.com')).toBeTruthy();
    expect(screen.getByText(/at US\$ 0.02 per million tokens/).textContent).toContain(
      'check before you rely on it',
    );
    expect(embedded).toHaveLength(0);
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Something else entirely?' } });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'What would be sent' })).toBeNull());
    await press('Show what would be sent');
    await press(/^Send \d+ texts to https:\/\/api\.openai\.com$/);
    await screen.findByRole('heading', { name: /^A group for each part/ });
    expect(embedded).toHaveLength(2);
  });

  it('offers no Send to OpenAI without a key, and does once there is one', async () => {
    navigate({ page: 'live', mode: 'method' }, { provider: 'openai' });
    render(<LivePage mode="method" />);
    await typeTexts();
    await press('Show what would be sent');
    await screen.findByText(/^Type a key for https:\/\/api\.openai\.com first/);
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test the connection' }).disabled).toBe(
      true,
    );
    fireEvent.change(screen.getByLabelText('API key'), { target: { value: key } });
    await press(/^Send \d+ texts to https:\/\/api\.openai\.com$/);
    await screen.findByRole('heading', { name: /^A group for each part/ });
  });

  it('tells in another mode what runs, waits or failed, and shows it again on return', async () => {
    const { ProviderError } = await import('../../data/liveProviders');
    fail = new ProviderError('quota', 'no credit left');
    const { unmount } = render(<LivePage mode="method" />);
    await typeTexts();
    await press('Embed and search');
    await screen.findByText('The account has no credit left.');
    unmount();
    const other = render(<LivePage mode="ask" />);
    expect(await screen.findByText(/The account has no credit left\. no credit left/)).toBeTruthy();
    other.unmount();
    render(<LivePage mode="method" />);
    await screen.findByText('The account has no credit left.');
  });

  it('stands the problem of a field at the field', async () => {
    navigate({ page: 'live', mode: 'method' }, { provider: 'compatible' });
    render(<LivePage mode="method" />);
    fireEvent.change(await screen.findByLabelText('Base URL'), { target: { value: 'localhost:1/v1' } });
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'm' } });
    for (const [label, wrong, right] of [
      ['Texts in one request', '5,000', '2,048'],
      ['Dimensions', '1.5', '1,024'],
      ['Time-out in seconds', '-1', '30'],
    ] as const) {
      const field = screen.getByLabelText(label);
      fireEvent.change(field, { target: { value: wrong } });
      expect(field.getAttribute('aria-invalid')).toBe('true');
      fireEvent.change(field, { target: { value: right } });
      expect(field.getAttribute('aria-invalid')).toBeNull();
    }
  });

  it('never writes the key into the document, an address or a store', async () => {
    navigate({ page: 'live', mode: 'method' }, { provider: 'openai' });
    const { unmount } = render(<LivePage mode="method" />);
    const field = await screen.findByLabelText('API key');
    expect([field.getAttribute('type'), field.getAttribute('autocomplete')]).toEqual(['password', 'off']);
    fireEvent.change(field, { target: { value: key } });
    const everything = () =>
      document.documentElement.outerHTML +
      location.href +
      JSON.stringify({ ...localStorage }) +
      JSON.stringify({ ...sessionStorage });
    expect(screen.getByText('Set, for https://api.openai.com only.')).toBeTruthy();
    expect(everything()).not.toContain(key);
    unmount();
    render(<LivePage mode="method" />);
    expect((await screen.findByLabelText<HTMLInputElement>('API key')).value).toBe('');
    fireEvent.click(screen.getByLabelText('Keep it for this tab'));
    expect(sessionStorage.getItem('chunkscope-keys')).toContain(key);
    fireEvent.click(screen.getByRole('button', { name: 'Forget the key' }));
    expect(everything()).not.toContain(key);
  });

  it('wants a key typed anew for another endpoint', async () => {
    navigate({ page: 'live', mode: 'method' }, { provider: 'compatible' });
    render(<LivePage mode="method" />);
    const baseUrl = await screen.findByLabelText('Base URL');
    expect(screen.getByLabelText<HTMLInputElement>('API key (optional)').disabled).toBe(true);
    fireEvent.change(baseUrl, { target: { value: 'http://localhost:1/v1' } });
    fireEvent.change(screen.getByLabelText('API key (optional)'), { target: { value: key } });
    screen.getByText('Set, for http://localhost:1 only.');
    fireEvent.change(baseUrl, { target: { value: 'http://localhost:2/v1' } });
    screen.getByText('Will be used for http://localhost:2 only.');
    fireEvent.change(baseUrl, { target: { value: 'http://10.0.0.7/v1' } });
    expect(screen.getByRole('alert').textContent).toContain('nothing was sent');
  });

  it('shows a large text by its beginning, and gives the field back when asked', async () => {
    render(<LivePage mode="method" />);
    const large = `First line\n${'Row of a long table.\n'.repeat(4000)}`;
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Stored text');
    fireEvent.change(field, { target: { value: 'before ' } });
    field.setSelectionRange(7, 7);
    fireEvent.paste(field, { clipboardData: { getData: () => large } });
    const summary = await screen.findByRole('region', { name: 'Stored text' });
    expect(within(summary).getByText('Pasted text')).toBeTruthy();
    // The field that had the focus is gone; what stands in its place has it.
    expect(document.activeElement).toBe(within(summary).getByRole('heading'));
    expect(within(summary).getByLabelText('Beginning of the pasted text').textContent).toMatch(
      /^before First line\nRow of a long table\..* …$/s,
    );
    expect(document.querySelectorAll('textarea')).toHaveLength(1);
    expect(useLiveText.getState().stored).toBe(`before ${large}`);
    await screen.findByRole('heading', { name: /^4,001 pieces in 4,001 contexts/ });
    fireEvent.click(within(summary).getByRole('button', { name: 'Edit as text' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Stored text').value).toBe(`before ${large}`);
    fireEvent.change(screen.getByLabelText('Stored text'), { target: { value: `${large}.` } });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Stored text').value).toBe(`${large}.`);
  });

  it('takes a dropped file for the stored text, by its name, and removes it', async () => {
    render(<LivePage mode="method" />);
    const file = new File(['Row of a file.\n'.repeat(5000)], 'ledger.txt');
    file.arrayBuffer ??= async () => new TextEncoder().encode('Row of a file.\n'.repeat(5000)).buffer;
    fireEvent.drop(await screen.findByLabelText('Stored text'), {
      dataTransfer: { files: [file], types: ['Files'] },
    });
    const summary = await screen.findByRole('region', { name: 'Stored text' });
    expect(within(summary).getByText('ledger.txt')).toBeTruthy();
    fireEvent.click(within(summary).getByRole('button', { name: 'Remove' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Stored text'));
    expect(useLiveText.getState().stored).toBe('');
  });

  it('puts a failure in words and offers to resume', async () => {
    const { ProviderError } = await import('../../data/liveProviders');
    fail = new ProviderError('quota', 'no credit left');
    render(<LivePage mode="method" />);
    await typeTexts();
    await press('Embed and search');
    await screen.findByText('The account has no credit left.');
    fail = null;
    await press('Resume');
    await screen.findByRole('heading', { name: /^A group for each part/ });
  });
});
