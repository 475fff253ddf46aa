import type { Page } from '@playwright/test';

/** Dialogs, uncaught errors, errors on the console and refused changes of the address from now on: none may come. */
export function watchHarm(page: Page): string[] {
  const harm: string[] = [];
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => harm.push(error.message));
  page.on(
    'console',
    (message) =>
      (message.type() === 'error' || /Throttling navigation/.test(message.text())) &&
      harm.push(message.text()),
  );
  return harm;
}
