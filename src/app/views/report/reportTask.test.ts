import { describe, expect, it } from 'vitest';
import { chunkingSummaryFixture, entryFixture } from '../../../testing/summaryFixtures';
import { reportTask } from './reportTask';

const entry = entryFixture('chunking', 'fixture', [{ name: 'summary.json', sha256: '', bytes: 1 }]);
const summary = {
  name: 'summary.json',
  file: 'my.zip/summary.json',
  content: JSON.stringify(chunkingSummaryFixture()),
};

describe('the task of the report worker', () => {
  it('decodes the files that it is handed and makes the page', async () => {
    const page = await reportTask({
      kind: 'experiment',
      entry,
      files: [summary, { name: 'nobody-knows.json', file: 'nobody-knows.json', content: '{}' }],
    });
    expect(page).toContain('<title>A fixture: report</title>');
    expect(page).toContain('0.7800');
  });

  it('names the file that is broken', async () => {
    await expect(
      reportTask({
        kind: 'experiment',
        entry,
        files: [{ ...summary, content: '{"kind":"chunking","formatVersion":1' }],
      }),
    ).rejects.toThrow('my.zip/summary.json');
  });
});
