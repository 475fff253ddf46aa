import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { accessibilityFaults } from '../accessibility';

const hostile = '<img/src=x/onerror=alert(1)>';
const odd = ['__proto__', 'constructor', '10', '9'];
const questions = [...odd, hostile, ...Array.from({ length: 20 }, (_, place) => `q${place}`)];

const line = (...columns: (string | number)[]) => columns.join(' ');
/** A run that returns the relevant document of each question at a rank, 0 for not at all. */
function runOf(tag: string, rankOf: (place: number) => number, asked: readonly string[] = questions): string {
  return (
    asked
      .flatMap((question, place) =>
        Array.from({ length: 12 }, (_, at) =>
          line(
            question,
            'Q0',
            at + 1 === rankOf(place) ? `gold-${question}` : `doc-${at}`,
            at + 1,
            12 - at,
            tag,
          ),
        ),
      )
      .join('\n') + '\n'
  );
}
const strong = runOf('strong', (place) => (place % 5 === 4 ? 2 : 1));
/** Nothing for the last question, and one that nobody judged. */
const weak = runOf('weak', (place) => (place % 3 === 0 ? 0 : 4), [...questions.slice(0, -1), 'nobody-asked']);
const qrels = questions
  .map(
    (question, place) =>
      `${line(question, 0, `gold-${question}`, place % 2 === 0 ? 1 : 2)}\n${line(question, 0, 'doc-3', 0)}`,
  )
  .join('\r\n');

const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });

/** Opens files on the start page, as a reader picks them. */
async function pick(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByLabel('Files of a run').setInputFiles(files);
}

async function openBoth(page: Page): Promise<void> {
  await page.goto('./#/open');
  await pick(page, file('strong.run', strong), file('judged by us.txt', qrels), file('weak', weak));
  await expect(page.getByRole('heading', { level: 1, name: '2 imported runs' })).toBeVisible({
    timeout: 30_000,
  });
}

let errors: string[] = [];
test.beforeEach(({ page }) => {
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
});
test.afterEach(() => expect(errors).toEqual([]));

test.describe('files of another program', () => {
  test('that are picked together open as a scorecard with intervals, places and counts', async ({ page }) => {
    await openBoth(page);
    await page.getByText('Why', { exact: true }).click();
    await expect(page.getByText(/Highest is strong: nDCG@10/)).toBeVisible();
    await expect(page.getByText(/over single questions/).first()).toBeVisible();
    const table = page.getByRole('region', { name: /scorecard/ });
    const row = table.getByRole('row', { name: /^\S* ?weak/ });
    // Of 25 questions weak misses every third, and returns nothing for the last, which is one of them.
    await expect(row.getByRole('link', { name: /R@5, weak/ })).toHaveText(/^64\.0 %/);
    await expect(row.getByRole('link', { name: /nothing returned, weak/ })).toHaveText('1');
    await expect(row).toContainText('tag weak');
    await expect(table.getByRole('columnheader', { name: /graded nDCG@10/ })).toBeVisible();
    await table.getByRole('button', { name: 'R@1', exact: true }).click();
    await expect(page).toHaveURL(/sort=-hitAt\.1/);
    await expect(page.getByRole('row', { name: /strong against weak/ })).toContainText('strong beats weak');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('say for every question what was relevant and what came instead, and j leads on', async ({ page }) => {
    await openBoth(page);
    await page.getByRole('link', { name: /R@5, weak/ }).click();
    await expect(
      page.getByRole('heading', { name: /weak finds 64\.0 % \(16 of 25\) by rank 5/ }),
    ).toBeVisible();
    await expect(
      page.getByText('For 1 of them the run returned nothing; they count as misses.'),
    ).toBeVisible();
    await page.getByRole('link', { name: '__proto__', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Question __proto__' })).toBeFocused();
    await expect(page.getByText('None of the 12 returned documents is relevant.')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Relevant documents' }).getByRole('row', { name: /gold-__proto__/ }),
    ).toContainText('not returned');
    const returned = page.getByRole('region', { name: 'Returned documents' });
    await expect(returned.getByRole('row', { name: /doc-3/ })).toContainText('not relevant');
    await expect(returned.getByRole('row', { name: /doc-4/ })).toContainText('not judged');
    await expect(
      page.getByRole('region', { name: 'This question in every run' }).getByRole('row', { name: /strong/ }),
    ).toContainText('found');
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: 'Question 9' })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { name: /weak finds/ })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a question' }).fill('img');
    await page.getByRole('radio', { name: 'all' }).check({ force: true });
    await expect(page.getByRole('link', { name: hostile, exact: true })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('are described in method, data and limits, and the doctor finds nothing wrong', async ({ page }) => {
    await openBoth(page);
    const views = page.getByRole('navigation', { name: 'Views of this experiment' });
    await expect(views.getByRole('link')).toHaveText(['Scorecard', 'Failures', 'Method', 'Data', 'Limits']);
    await views.getByRole('link', { name: 'Method' }).click();
    await expect(page.getByText(/ordered by score, the highest first, as trec_eval does/)).toBeVisible();
    await views.getByRole('link', { name: 'Data' }).click();
    await expect(page.getByRole('table', { name: 'Files that were read' }).getByRole('row')).toHaveCount(4);
    await page.getByText('1 question of weak that nobody judged').click();
    await expect(page.getByText('nobody-asked', { exact: true })).toBeVisible();
    await views.getByRole('link', { name: 'Limits' }).click();
    await expect(page.getByText('Not judged is not irrelevant.')).toBeVisible();
    await page.getByRole('link', { name: 'Verify figures' }).click();
    await expect(page.getByText(/Everything that was checked holds: 7 checks/)).toBeVisible({
      timeout: 60_000,
    });
  });

  test('stand in the list of runs, are compared question by question, and make a report', async ({
    page,
  }) => {
    await openBoth(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const report = readFileSync(await (await download).path(), 'utf8');
    expect(report).toContain('over single questions');
    expect(report).not.toContain(hostile);
    await page.getByRole('link', { name: 'strong against weak' }).click();
    await expect(page.getByRole('heading', { name: 'A against B, question by question' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText(/25 questions|n = 25/).first()).toBeVisible();
    await page.getByRole('link', { name: hostile, exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'Rankings side by side' })).toBeVisible();
    await expect(page.getByText(`gold-${hostile}`).first()).toBeVisible();
    await page.goto(page.url().replace(/#.*/, '#/runs'));
    await expect(page.getByRole('link', { name: '2 imported runs' }).first()).toBeVisible({
      timeout: 30_000,
    });
  });

  test('of which only one is there are told what is missing, and wait for it', async ({ page }) => {
    await page.goto('./#/open');
    await pick(page, file('strong.run', strong));
    await expect(
      page.getByText(
        'strong.run is a run: it says what was returned. Still missing is what is relevant: the judgments (qrels)',
      ),
    ).toBeVisible();
    await pick(page, file('mine.qrels', qrels));
    await expect(page.getByRole('heading', { level: 1, name: 'Imported run strong' })).toBeVisible({
      timeout: 30_000,
    });
  });

  test('that are wrong are named with their line, and the page stays usable', async ({ page }) => {
    await page.goto('./#/open');
    await pick(page, file('bad.run', 'q0 Q0 d1 1 2 t\nq0 Q0 d2 2 nan t\n'), file('mine.qrels', qrels));
    const fault = page.getByRole('alert');
    await expect(fault).toContainText('bad.run', { timeout: 30_000 });
    await expect(fault).toContainText('line 2');
    await expect(fault).toContainText('the score "nan"');
    await expect(fault).toContainText('a finite number in column 5');
    await pick(page, file('strong.run', strong), file('other.qrels', 'x 0 d 1'));
    await expect(fault).toContainText('25 questions such as "__proto__", none of which other.qrels judges', {
      timeout: 30_000,
    });
    await pick(page, file('strong.run', strong), file('mine.qrels', qrels));
    await expect(page.getByRole('heading', { level: 1, name: 'Imported run strong' })).toBeVisible({
      timeout: 30_000,
    });
  });

  test('are dropped as well as picked, and downloaded and opened again', async ({ page }) => {
    await page.goto('./#/open');
    const transfer = await page.evaluateHandle(
      ([run, judged]) => {
        const data = new DataTransfer();
        data.items.add(new File([run!], 'strong.run'));
        data.items.add(new File([judged!], 'strong.qrels'));
        return data;
      },
      [strong, qrels],
    );
    await page.getByRole('region', { name: 'Open a run' }).dispatchEvent('drop', { dataTransfer: transfer });
    await expect(page.getByRole('heading', { level: 1, name: 'Imported run strong' })).toBeVisible({
      timeout: 30_000,
    });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the run' }).click();
    const path = await (await download).path();
    await page.goto('./#/open');
    await page.reload();
    await page.getByLabel('Files of a run').setInputFiles(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Imported run strong' })).toBeVisible({
      timeout: 30_000,
    });
  });

  test('whose judgments name nothing relevant say so over the figures', async ({ page }) => {
    await page.goto('./#/open');
    await pick(
      page,
      file('a.run', 'q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\n'),
      file('a.qrels', 'q1 0 d1 0\nq2 0 d1 1\n'),
    );
    await expect(
      page.getByText(
        'a.qrels has no relevant document for 1 of 2 questions. Such a question scores 0 in every mean.',
      ),
    ).toBeVisible({ timeout: 30_000 });
    await page.goto('./#/open');
    await pick(
      page,
      file('a.run', 'q1 Q0 d1 1 2 t\n'),
      file('a.qrels', 'q1 0 d1 1\n'),
      file('b.qrels', 'q1 0 d1 1\n'),
    );
    await expect(page.getByRole('alert')).toContainText('These files do not belong together.');
  });

  test('of 320 px width and in the dark scroll nowhere sideways', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await openBoth(page);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (const view of ['Scorecard', 'Failures', 'Method', 'Data', 'Limits']) {
      await page
        .getByRole('navigation', { name: 'Views of this experiment' })
        .getByRole('link', { name: view })
        .click();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      expect(await sideways(), view).toBeLessThanOrEqual(0);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
