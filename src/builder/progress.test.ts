import { describe, expect, it } from 'vitest';
import { createProgress } from './progress';
import { alignColumns } from './table';

function record(isTerminal: boolean) {
  let text = '';
  let time = 0;
  const progress = createProgress(
    { out: () => undefined, err: (piece) => void (text += piece), isTerminal },
    () => time,
  );
  return { progress, wait: (ms: number) => void (time += ms), text: () => text };
}

describe('progress', () => {
  it('is a plain line at every tenth where there is no terminal', () => {
    const { progress, wait, text } = record(false);
    progress.note('Reading');
    for (let done = 0; done <= 200; done += 1) {
      progress.step('Embedding', done, 200);
      wait(50);
    }
    const lines = text().split('\n').filter(Boolean);
    expect(lines[0]).toBe('Reading');
    expect(lines).toHaveLength(12);
    expect(lines[1]).toBe('Embedding: 0 of 200');
    expect(lines[6]).toBe('Embedding: 100 of 200, 20/s, 5.0 s left');
    expect(lines.at(-1)).toBe('Embedding: 200 of 200, 20/s');
    expect(text()).not.toContain('\r');
  });

  it('redraws one line on a terminal, with rate and time left, and ends it', () => {
    const { progress, wait, text } = record(true);
    progress.step('Embedding', 0, 10);
    wait(1000);
    progress.step('Embedding', 5, 10);
    wait(1);
    progress.step('Embedding', 6, 10);
    wait(1000);
    progress.step('Embedding', 10, 10);
    expect(text().split('\r')).toHaveLength(4);
    expect(text()).toMatch(/Embedding █{12}░{12} 5 of 10, 5\/s, 1\.0 s left/);
    expect(text().endsWith('10 of 10, 5/s\n')).toBe(true);
  });

  it('counts the rate from what was done at the start, so that a cache does not flatter it', () => {
    const { progress, wait, text } = record(false);
    progress.step('Embedding', 500, 1000);
    wait(1000);
    progress.step('Embedding', 600, 1000);
    expect(text()).toMatch(/600 of 1,000, 100\/s, 4\.0 s left/);
  });

  it('has nothing to do as soon as there is nothing to do', () => {
    const { progress, text } = record(false);
    progress.step('Embedding', 0, 0);
    expect(text()).toBe('Embedding: 0 of 0\n');
  });
});

describe('alignColumns', () => {
  it('aligns the first column left and the others right, by characters', () => {
    expect(
      alignColumns([
        ['', 'né'],
        ['row', '−1'],
        ['longer', '100 %'],
      ]),
    ).toBe(['           né', '------  -----', 'row        −1', 'longer  100 %'].join('\n'));
    expect(alignColumns([])).toBe('');
  });
});
