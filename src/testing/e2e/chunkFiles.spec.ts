import { expect, test, type Page } from '@playwright/test';
import { RecursiveChunker } from '@chonkiejs/core';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { accessibilityFaults } from '../accessibility';
import { ownFolder } from '../ownFolder';

const folder = ownFolder();
/** Files dropped on the page have no folder. */
const documents = [...folder.documents].map(([path, text]) => ({ name: path.split('/').at(-1)!, text }));
const questions = folder.questions.replaceAll(/(?<=,)(north|south)\//g, '');
const file = (name: string, text: string, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

async function open(page: Page): Promise<void> {
  await page.goto('./#/live/benchmark?v=1&strategies=recursive');
  await page.getByLabel('Document files').setInputFiles(documents.map(({ name, text }) => file(name, text)));
  await page.getByLabel('Question files').setInputFiles([file('questions.csv', questions, 'text/csv')]);
  await expect(page.getByText(/30/).first()).toBeVisible();
}

test('chunks of @langchain/textsplitters and @chonkiejs/core stand beside a strategy, and a wrong line is named', async ({
  page,
}) => {
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 300, chunkOverlap: 60 });
  const chunker = await RecursiveChunker.create({ chunkSize: 300 });
  const [langchain, chonkie]: [unknown[], unknown[]] = [[], []];
  for (const { name, text } of documents) {
    langchain.push(...(await splitter.createDocuments([text], [{ source: name }])));
    for (const { text: chunk, startIndex, endIndex } of await chunker.chunk(text))
      chonkie.push({ document: name, text: chunk, startIndex, endIndex });
  }
  const lines = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
  await open(page);
  const files = page.getByRole('group', { name: /^Chunks of another program/ });
  const field = files.getByLabel('Files of chunks');

  await field.setInputFiles([
    file(
      'wrong.jsonl',
      lines([chonkie[0], { document: 'arne.md', start: 5, end: 99_999, offsetUnit: 'utf16' }]),
    ),
  ]);
  await expect(files).toContainText(/line 2: found 5–99999 of arne.md, which lies past its end/);
  await files.getByRole('button', { name: 'Remove wrong.jsonl' }).click();

  await field.setInputFiles([
    file('langchain.jsonl', lines(langchain)),
    file('chonkie.jsonl', lines(chonkie)),
  ]);
  await expect(files.getByText('chonkie.jsonl').first()).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const table = page.getByRole('region', { name: /^Result: BM25/ });
  await expect(table.locator('tbody tr')).toHaveCount(3, { timeout: 60_000 });
  await expect(table).toContainText('langchain.jsonl');
  await expect(table).toContainText('chonkie.jsonl');
});

test('recursive counts tokens and cuts at other separators, where that is asked for', async ({ page }) => {
  await open(page);
  await page
    .getByRole('row', { name: /^Recursive/ })
    .getByLabel('Count')
    .selectOption('tokens');
  const field = page.getByLabel('Separators, the strongest first');
  await field.fill('"a');
  await expect(page.getByText(/Recursive: separators are a name/)).toBeVisible();
  await field.fill('chroma');
  await expect(page).toHaveURL(/separators=chroma/);
  await page.getByLabel('Recursive: Limit, tokens').fill('60');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const table = page.getByRole('region', { name: /^Result: BM25/ });
  await expect(table).toContainText('Recursive 60/0 tokens chroma', { timeout: 60_000 });
});

test('the guide is reached from the field for chunks, with a recipe for each program', async ({ page }) => {
  await open(page);
  await page
    .getByRole('group', { name: /^Chunks of another program/ })
    .getByRole('button', { name: /chunks of another program/ })
    .click();
  await page.getByRole('link', { name: 'How to write it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Measure your own splitter');
  for (const name of ['LangChain', 'LlamaIndex', 'Chonkie', 'Your own splitter'])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
