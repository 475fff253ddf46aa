import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const app = join(dirname(fileURLToPath(import.meta.url)), '../app');
const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).map((file) => join(app, file));
const classesIn = (css: string): Set<string> => {
  const rules = css.replace(/\/\*[^]*?\*\/|@import[^;]*;|:global\([^)]*\)|url\([^)]*\)/g, '');
  return new Set([...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!));
};

/** Where a style sheet is imported, under which name. */
const importers = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)';/g)].map(([, name, path]) => ({
      sheet: join(dirname(file), path!),
      file,
      name: name!,
      code: code.replace(/^import .*$/gm, ''),
    }));
  });

describe.each(
  files.filter((file) => file.endsWith('.module.css')).map((file) => [file.slice(app.length + 1), file]),
)('%s', (_, sheet) => {
  const defined = classesIn(readFileSync(sheet, 'utf8'));
  const users = importers.filter((importer) => importer.sheet === sheet);
  const named = users.flatMap(({ name, code }) =>
    [...code.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
      ([, plain, quoted]) => plain ?? quoted!,
    ),
  );
  /** A class that is chosen by a value is said as that value, or as the end of one: `styles[`${role}Item`]`. */
  const byValue = users.some(({ name, code }) => new RegExp(`\\b${name}\\[(?!')`).test(code));

  it('has every class that a component uses', () => {
    expect(named.filter((name) => !defined.has(name))).toEqual([]);
  });

  it('has no class that no component uses', () => {
    const unused = [...defined].filter((name) => !named.includes(name));
    if (byValue) {
      const known = files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(file, 'utf8'));
      const words = unused.map((name) => name.replace(/Item$/, ''));
      expect(words.filter((word) => !known.some((code) => new RegExp(`\\b${word}\\b`).test(code)))).toEqual(
        [],
      );
    } else expect(unused).toEqual([]);
  });
});

it('the classes that every component may use are used', () => {
  const code = files
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const shared = classesIn(readFileSync(join(app, 'styles/base.css'), 'utf8'));
  expect([...shared].filter((name) => !new RegExp(`["'\`\\s]${name}["'\`\\s]`).test(code))).toEqual([]);
});
