import { expect, type Page, type Request } from '@playwright/test';

/** What a test fills in for an endpoint of its own. */
export interface EndpointFill {
  baseUrl: string;
  model?: string;
  key?: string;
  maxInputs?: number;
  maxTokens?: number;
  dimensions?: number;
}

/** Three sections and a message of two parts: six texts to embed. */
export const smallStored =
  'Van 31 carries the piano on Friday.\n---\nInes Okafor holds the key of the fire door.\n---\nDimmer 3 flickers when the haze runs.';
export const smallMessage = 'Which van carries the piano to the theatre? Who holds the key of the fire door?';
export const smallTexts = 6;

/** Pastes as a browser does: the page is asked first, and the field takes the text unless the page has. */
function pasteInto(area: HTMLElement | SVGElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  (area as HTMLTextAreaElement).select();
  if (!area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })))
    return;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, text);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Drives the live panel as a reader does. */
export function liveDriver(page: Page) {
  const sendButton = page.getByRole('button', { name: /^(Send [\d,]+ texts? to|Use the kept vectors)/ });
  return {
    async open(mode: 'method' | 'reproduce' = 'method', params: Record<string, string> = {}): Promise<void> {
      await page.goto(`./#/live/${mode}?${new URLSearchParams({ v: '1', ...params }).toString()}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Try it on your own text' })).toBeVisible();
    },
    async type(stored: string, message: string): Promise<void> {
      for (const [label, text] of [
        ['Stored text', stored],
        ['Message', message],
      ] as const) {
        const pane = page.getByRole('textbox', { name: label, exact: true });
        // A large text that is there stands as a summary.
        const remove = page
          .getByRole('region', { name: label, exact: true })
          .getByRole('button', { name: 'Remove' });
        if (await remove.isVisible()) await remove.click();
        // `fill` types through the editor, which takes minutes with hundreds of kilobytes.
        if (text.length < 10_000) await pane.fill(text);
        else await pane.evaluate(pasteInto, text);
      }
    },
    async fillEndpoint({
      baseUrl,
      model = 'pseudo',
      key,
      maxInputs,
      maxTokens,
      dimensions,
    }: EndpointFill): Promise<void> {
      await page.getByText('Any compatible endpoint').click();
      await page.getByLabel('Base URL').fill(baseUrl);
      await page.getByLabel('Model', { exact: true }).fill(model);
      if (key !== undefined) await page.getByLabel('API key (optional)').fill(key);
      const more: [string, number | undefined][] = [
        ['Texts in one request', maxInputs],
        ['Tokens that the model reads', maxTokens],
        ['Dimensions', dimensions],
      ];
      if (more.some(([, value]) => value !== undefined))
        await page.getByText('Dimensions, length of texts, size of requests').click();
      for (const [label, value] of more)
        if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(String(value));
    },
    /** Plans a run over the network and waits for the plan. */
    async plan(): Promise<void> {
      await page.getByRole('button', { name: 'Show what would be sent' }).click();
      await expect(
        page.getByRole('heading', { name: /^(What would be sent|Nothing has to be sent)$/ }),
      ).toBeVisible();
    },
    send: () => sendButton.click(),
    async planAndSend(): Promise<void> {
      await this.plan();
      await this.send();
    },
    async runLocally(): Promise<void> {
      await page.getByRole('button', { name: /^(Embed and search|Resume)$/ }).click();
      await this.found();
    },
    found: () =>
      expect(page.getByRole('heading', { name: 'What each part finds' })).toBeVisible({ timeout: 60_000 }),
    group: (part: number) => page.getByRole('region', { name: `Group of part ${part}`, exact: true }),
    /** Numbers of the pieces in a group, best first, once the run has been ranked. */
    async piecesOf(part: number): Promise<number[]> {
      await expect(this.group(part)).toBeVisible();
      const labels = await this.group(part)
        .getByRole('button', { name: /^Why piece/ })
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
      return labels.map((label) => Number(/piece (\d+)/.exec(label)![1]));
    },
    setSlider: (label: string, value: number) => page.getByLabel(label, { exact: true }).fill(String(value)),
  };
}

/** Everything that leaves the page from now on. */
export function watchRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

/** What the console said and what broke from now on. */
export function watchConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`error: ${error.message}`));
  return lines;
}

/** Every store of the page as one text: local and session storage, cookies, IndexedDB, Cache Storage. */
export function dumpStores(
  page: Page,
): Promise<Record<'localStorage' | 'sessionStorage' | 'cookies' | 'indexedDB' | 'caches', string>> {
  return page.evaluate(async () => {
    const asText = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) =>
        part instanceof Map
          ? [...part]
          : part instanceof Uint8Array
            ? new TextDecoder().decode(part)
            : part instanceof Float32Array
              ? `${part.length} numbers`
              : part,
      ) ?? '';
    const once = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const opened = await once(indexedDB.open(name!));
      for (const store of opened.objectStoreNames) {
        const content = opened.transaction(store).objectStore(store);
        databases.push(
          `${name} ${store} ${asText(await once(content.getAllKeys()))} ${asText(await once(content.getAll()))}`,
        );
      }
      opened.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = (await cache.match(request))!;
        const bytes = new Uint8Array(await response.arrayBuffer());
        cached.push(
          `${name} ${request.url} ${[...request.headers].join()} ${[...response.headers].join()} ${bytes.length < 3_000_000 ? new TextDecoder('latin1').decode(bytes) : ''}`,
        );
      }
    }
    return {
      localStorage: asText({ ...localStorage }),
      sessionStorage: asText({ ...sessionStorage }),
      cookies: document.cookie,
      indexedDB: databases.join('\n'),
      caches: cached.join('\n'),
    };
  });
}
