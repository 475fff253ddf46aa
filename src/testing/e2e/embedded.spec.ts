import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';

test('an article under a CSP of its own shows one view without its frame, and says where it is from', async ({
  page,
  baseURL,
}) => {
  const site = new URL(baseURL!);
  const view = `${site.href}?embed=#/experiment/contextual-blend/scorecard`;
  const article = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.setHeader('Content-Security-Policy', `default-src 'none'; frame-src ${site.origin}`);
    answer.end(`<!doctype html><title>Article</title><iframe title="Figures" src="${view}"></iframe>`);
  });
  await new Promise<void>((listening) => article.listen(0, '127.0.0.1', listening));
  try {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`http://127.0.0.1:${(article.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('table').first()).toBeVisible();
    await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    const link = frame.getByRole('link', { name: 'open this view there' });
    const address = await link.evaluate((node: HTMLAnchorElement) => node.href);
    expect(address.startsWith(`${site.origin}/#/`), address).toBe(true);
    expect(address).toContain('contextual-blend');
    expect(faults).toEqual([]);
  } finally {
    article.close();
  }
});
