import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../artifacts/store';
import { runBench } from '../bench';

async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

const hostile = '<img src=x onerror=alert(1)>&"q"';
let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-import-'));
  await writeFile(
    path('first.run'),
    '\uFEFFq1 Q0 d1 1 3 one\r\nq1 Q0 d2 2 2 one\r\nq2\tQ0\td9\t1\t1\tone\r\nq4 Q0 d1 1 1 one\r\n',
  );
  await writeFile(path('second.run'), 'q1 Q0 d2 1 9 two\nq2 Q0 d3 1 8 two\nq3 Q0 d1 1 7 two\n');
  await writeFile(path('judged.qrels'), 'q1 0 d2 1\nq1 0 d1 0\nq2 0 d3 2\nq3 0 d1 1\n');
  await writeFile(path('families.tsv'), 'q1\t__proto__\nq2\t__proto__\nq3\ta b\n');
  await writeFile(path('broken.run'), 'q1 Q0 d1 1 3 one\nq1 Q0 d2 2 inf one\n');
  await writeFile(
    path('odd.run'),
    `q1 Q0 ${hostile.replaceAll(' ', '')} 1 1 ${hostile.replaceAll(' ', '')}\n`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const both = () => ['--run', path('first.run'), '--run', path('second.run'), '--qrels', path('judged.qrels')];

describe('import trec', () => {
  it('adds an artifact to an artifacts folder, which show, verify, report and export then know', async () => {
    const artifacts = path('artifacts');
    const imported = await bench(
      'import',
      'trec',
      ...both(),
      '--id',
      'mine',
      '--title',
      'My runs',
      '--artifacts',
      artifacts,
      '--json',
    );
    expect(imported).toMatchObject({ code: 0 });
    expect(JSON.parse(imported.out)).toMatchObject({ id: 'mine', notices: [] });
    expect(await listFiles(artifacts)).toEqual([
      'index.json',
      'mine/judgments/0.json',
      'mine/questions.json',
      'mine/rankings/0.json',
      'mine/rankings/1.json',
      'mine/summary.json',
    ]);

    const shown = await bench('show', 'mine', '--artifacts', artifacts, '--json');
    expect(JSON.parse(shown.out)).toMatchObject([
      {
        row: 'first',
        tag: 'one',
        n: 3,
        unanswered: 1,
        unjudged: 1,
        hitAt: { 1: 0, 3: expect.closeTo(1 / 3, 9) },
        mrrAt10: expect.closeTo(1 / 6, 9),
        cluster: 'question',
      },
      {
        row: 'second',
        tag: 'two',
        n: 3,
        unanswered: 0,
        unjudged: 0,
        hitAt: { 1: 1 },
        mrrAt10: 1,
        ndcgAt10: 1,
        gradedNdcgAt10: 1,
      },
    ]);
    expect(shown.out).not.toMatch(/token/i);
    expect((await bench('show', 'mine', '--artifacts', artifacts)).out).toMatch(
      /over single questions \(3\)/,
    );

    const verified = await bench('verify', 'mine', '--artifacts', artifacts);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.out).toMatch(/Figures follow from the rankings and the judgments/);
    expect(verified.out).toMatch(/mine: not made again: the TREC files that it came from are no part of it/);

    expect((await bench('report', 'mine', '--artifacts', artifacts, '--out', path('report.html'))).code).toBe(
      0,
    );
    const report = await readFile(path('report.html'), 'utf8');
    expect(report).toContain('My runs');
    expect(report).toContain('over single questions');
    expect(
      await bench('export', 'trec', 'mine', '--artifacts', artifacts, '--out', path('again')),
    ).toMatchObject({ code: 2, err: expect.stringContaining('export trec is not available for mine') });
  });

  it('finds a figure that was changed', async () => {
    const artifacts = path('changed');
    await bench('import', 'trec', ...both(), '--id', 'mine', '--artifacts', artifacts);
    const file = join(artifacts, 'mine', 'rankings', '1.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('["d2"]', '["d1"]'));
    const index = join(artifacts, 'index.json');
    const text = await readFile(index, 'utf8');
    const entries = JSON.parse(text) as { experiments: { files: { name: string; sha256: string }[] }[] };
    for (const listed of entries.experiments[0]!.files)
      if (listed.name === 'rankings/1.json')
        listed.sha256 = createHash('sha256')
          .update(await readFile(file))
          .digest('hex');
    await writeFile(index, JSON.stringify(entries));
    const verified = await bench('verify', 'mine', '--artifacts', artifacts);
    expect(verified.code).toBe(1);
    expect(verified.out).toMatch(
      /FAILED +mine: Scores fall with rank, every document once: rankings\/1\.json at \$\.firstRelevantRank\[0\]/,
    );
  });

  it('writes loose files into a folder, without an index', async () => {
    const out = path('loose');
    const imported = await bench(
      'import',
      'trec',
      ...both(),
      '--families',
      path('families.tsv'),
      '--out',
      out,
    );
    expect(imported.code).toBe(0);
    expect(imported.out).toMatch(/over 2 families/);
    expect(await listFiles(out)).toEqual([
      'judgments/0.json',
      'questions.json',
      'rankings/0.json',
      'rankings/1.json',
      'summary.json',
    ]);
  });

  it('is the same each time', async () => {
    for (const name of ['once', 'twice']) await bench('import', 'trec', ...both(), '--out', path(name));
    for (const name of await listFiles(path('once')))
      expect(await readFile(join(path('twice'), name), 'utf8')).toBe(
        await readFile(join(path('once'), name), 'utf8'),
      );
  });

  it('keeps hostile names as they are, and the report shows them as text', async () => {
    const artifacts = path('hostile');
    expect(
      (
        await bench(
          'import',
          'trec',
          '--run',
          path('odd.run'),
          '--qrels',
          path('judged.qrels'),
          '--id',
          'odd',
          '--title',
          hostile,
          '--artifacts',
          artifacts,
        )
      ).code,
    ).toBe(0);
    await bench('report', 'odd', '--artifacts', artifacts, '--out', path('odd.html'));
    expect(await readFile(path('odd.html'), 'utf8')).not.toContain('<img src');
  });

  it('ends with 1 and names file and line where a file is wrong, and leaves nothing behind', async () => {
    const artifacts = path('none');
    await mkdir(artifacts);
    expect(
      await bench(
        'import',
        'trec',
        '--run',
        path('broken.run'),
        '--qrels',
        path('judged.qrels'),
        '--artifacts',
        artifacts,
      ),
    ).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(
        'broken.run at line 2: found the score "inf"; expected a finite number in column 5.',
      ),
    });
    expect(
      await bench(
        'import',
        'trec',
        '--run',
        path('nowhere.run'),
        '--qrels',
        path('judged.qrels'),
        '--artifacts',
        artifacts,
      ),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(/nowhere\.run cannot be read: there is no such file/),
    });
    expect(
      await bench(
        'import',
        'trec',
        '--run',
        path('judged.qrels'),
        '--qrels',
        path('first.run'),
        '--artifacts',
        artifacts,
      ),
    ).toMatchObject({ code: 1, err: expect.stringContaining('found 6 columns') });
    expect(await listFiles(artifacts)).toEqual([]);
  });
});
