import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';
import { startHostileEndpoint } from '../hostileEndpoint';
import { liveDriver } from '../liveDriver';

test('no fault of accessibility in the live panel', async ({ page }) => {
  // Every state is examined whole, which takes long on a busy machine.
  test.slow();
  const live = liveDriver(page);
  const endpoint = await startHostileEndpoint({ dimensions: 16, script: [{ kind: 'quota' }] });
  const check = async (state: string) =>
    expect(await accessibilityFaults(page, { bothThemes: true }), state).toEqual([]);
  await live.open('method', { threshold: '-1' });
  await check('empty');
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key: 'sk-test-key', maxTokens: 8000 });
  await live.plan();
  await check('plan');
  await live.send();
  await expect(page.getByRole('alert')).toBeVisible();
  await check('failure');
  await live.planAndSend();
  await live.found();
  await page
    .getByRole('button', { name: /^Why piece/ })
    .first()
    .click();
  await check('results');
  await page.getByRole('link', { name: 'Reproduce the controlled experiment' }).click();
  await live.planAndSend();
  await expect(page.getByRole('heading', { name: 'Your run beside the published one' })).toBeVisible({
    timeout: 60_000,
  });
  await check('reproduced');
  await endpoint.close();
});

test('a question and its answer stay within 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const live = liveDriver(page);
  const endpoint = await startHostileEndpoint({ dimensions: 16 });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await live.open('method', { threshold: '-1' });
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 8000 });
  expect(await sideways()).toBeLessThanOrEqual(0);
  await live.plan();
  expect(await sideways()).toBeLessThanOrEqual(0);
  await live.send();
  await live.found();
  await page
    .getByRole('button', { name: /^Why piece/ })
    .first()
    .click();
  expect(await sideways()).toBeLessThanOrEqual(0);
  await endpoint.close();
});

test('the whole way by keyboard: sample, run, a slider, why, and back to where the question was', async ({
  page,
}) => {
  const live = liveDriver(page);
  const endpoint = await startHostileEndpoint({ dimensions: 16 });
  await live.open('method', { threshold: '-1', provider: 'compatible' });
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 8000 });
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).first();
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
  };
  await press('Load the sample');
  await press('Show what would be sent');
  await expect(page.getByRole('heading', { name: 'What would be sent' })).toBeFocused();
  await press(/^Send/);
  await live.found();
  const slider = page.getByLabel('Focus weight', { exact: true });
  await slider.focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('0.75 (75/25)')).toBeVisible();
  await press(/^Why piece/);
  const heading = page.getByRole('heading', { name: 'Why this score' });
  await expect(heading).toBeFocused();
  await press('Close');
  await expect(page.getByRole('button', { name: /^Why piece/ }).first()).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('table', { name: /^Terms of the score/ })).toBeVisible();
  await endpoint.close();
});
