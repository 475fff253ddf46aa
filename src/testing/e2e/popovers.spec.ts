import { expect, test, type Locator, type Page } from '@playwright/test';

/** Views that have help or menus. */
const views = [
  'experiment/contextual-blend/scorecard',
  'experiment/contextual-blend/curves',
  'experiment/contextual-blend/failures',
  'experiment/chunking-squad/scorecard',
  'experiment/chunking-squad/failures',
  'experiment/chunking-squad/inspector',
  'live/method',
  'live/benchmark',
];
const buttons = (page: Page) => page.locator('button[popovertarget]').filter({ visible: true });
const openPanel = (page: Page) => page.locator(':popover-open');

async function visit(page: Page, view: string) {
  await page.goto(`./#/${view}`);
  await expect(buttons(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** What is wrong with where a panel stands; empty where it is right. */
function misplaced(button: Locator): Promise<string[]> {
  return button.evaluate((element: HTMLButtonElement) => {
    const panel = (element.popoverTargetElement as HTMLElement).getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const apart = Math.max(panel.top - own.bottom, own.top - panel.bottom);
    const isAcross = panel.left <= own.right && panel.right >= own.left;
    const { clientWidth, scrollWidth } = document.documentElement;
    return Object.entries({
      'not shown': panel.width === 0,
      'over its button or far from it': apart < 0 || apart > 8,
      'to the side of its button': !isAcross,
      'beyond the window': panel.left < 0 || panel.right > clientWidth,
      'above or below the window': panel.top < 0 || panel.bottom > window.innerHeight,
      'the page scrolls sideways': scrollWidth > clientWidth,
    }).flatMap(([fault, isSo]) => (isSo ? [`${fault}: ${JSON.stringify({ panel, own })}`] : []));
  });
}

test.describe('help and menus', () => {
  for (const [width, shown] of [
    [320, views],
    [1280, views.slice(0, 1)],
  ] as const)
    for (const view of shown)
      test(`open beside their buttons at ${width} px: ${view}`, async ({ page }) => {
        await page.setViewportSize({ width, height: 720 });
        await visit(page, view);
        const count = await buttons(page).count();
        for (let index = 0; index < count; index++) {
          const button = buttons(page).nth(index);
          await button.click();
          await expect(openPanel(page)).toBeVisible();
          await expect.poll(() => misplaced(button)).toEqual([]);
          await page.keyboard.press('Escape');
          await expect(openPanel(page)).toHaveCount(0);
          await expect(button).toBeFocused();
        }
      });

  test('stay beside their buttons while the page scrolls and the window changes', async ({ page }) => {
    await visit(page, 'experiment/contextual-blend/scorecard');
    const button = page.getByRole('button', { name: /^Columns/ });
    await button.click();
    await expect(openPanel(page)).toBeVisible();
    const before = (await openPanel(page).boundingBox())!;
    await page.evaluate(() => window.scrollBy(0, 60));
    await expect.poll(async () => (await openPanel(page).boundingBox())!.y).not.toBe(before.y);
    await expect.poll(() => misplaced(button)).toEqual([]);
    await page.setViewportSize({ width: 600, height: 700 });
    await button.scrollIntoViewIfNeeded();
    await expect.poll(() => misplaced(button)).toEqual([]);
  });

  test('are opened and left by the keyboard, and closed by a press elsewhere or by the next one', async ({
    page,
  }) => {
    await visit(page, 'experiment/contextual-blend/scorecard');
    const columns = page.getByRole('button', { name: /^Columns/ });
    await columns.focus();
    await page.keyboard.press('Enter');
    await expect(openPanel(page)).toBeVisible();
    await page.keyboard.press('Tab');
    expect(await openPanel(page).evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(openPanel(page)).toHaveCount(0);
    await expect(columns).toBeFocused();

    await columns.click();
    await expect(openPanel(page)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(openPanel(page)).toHaveCount(0);
    await columns.click();
    await expect(openPanel(page).getByRole('checkbox').first()).toBeVisible();
    await columns.click();
    await expect(openPanel(page)).toHaveCount(0);
  });

  test('open in the middle of the window where what places them cannot be fetched', async ({ page }) => {
    await page.route(/keepBeside/, (route) => route.abort());
    await visit(page, 'experiment/contextual-blend/scorecard');
    await page.getByRole('button', { name: /^Columns/ }).click();
    await expect(openPanel(page)).toBeVisible();
    await openPanel(page).getByRole('checkbox', { name: 'coverage@4' }).first().check();
    await expect(page).toHaveURL(/columns=/);
  });
});
