import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const app = new URL('../../app/', import.meta.url).pathname;

it('no style uses anchor positioning: WebKit hangs for good when another view opens (components/Popover places instead)', () => {
  const styles = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(styles.length).toBeGreaterThan(10);
  const anchored = /\bposition-(area|anchor|try)|\banchor-(name|scope)|\banchor(-size)?\(/;
  expect(styles.filter((file) => anchored.test(readFileSync(app + file, 'utf8')))).toEqual([]);
});
