import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface AccessibilityOptions {
  /** CSS selectors of the parts to examine; the whole page when left out. */
  parts?: string[];
  /** Also looks at the colours of the theme that is not in force, of the same page. */
  bothThemes?: boolean;
}

/**
 * What axe finds wrong with a page, one line a fault: theme, rule and elements.
 *
 * Our pages hold no frames, so axe runs in the page itself; only the violations are
 * collected. Both are how axe runs, not what it looks for, and take a fifth of the time.
 */
export async function accessibilityFaults(
  page: Page,
  { parts = [], bothThemes = false }: AccessibilityOptions = {},
): Promise<string[]> {
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const faults = await examine(page, dark ? 'dark' : 'light', parts);
  if (!bothThemes) return faults;
  const other = dark ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  // A theme changes colours alone, and these are the rules about colours.
  faults.push(...(await examine(page, other, parts, ['color-contrast', 'link-in-text-block'])));
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  return faults;
}

async function examine(
  page: Page,
  theme: 'light' | 'dark',
  parts: readonly string[],
  rules?: string[],
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  for (const part of parts) axe.include(part);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
