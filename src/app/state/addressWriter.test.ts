import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddressWriter, type WritableHistory } from './addressWriter';

/** A history that refuses from the given number of writes within 30 s on, as Safari does. */
function strictHistory(limit = 100) {
  const entries = ['#start'];
  const times: number[] = [];
  const count = () => {
    if (times.filter((at) => at > performance.now() - 30_000).length >= limit)
      throw new DOMException('Too many calls', 'SecurityError');
    times.push(performance.now());
  };
  const history: WritableHistory = {
    pushState: (_, __, url) => (count(), void entries.push(String(url))),
    replaceState: (_, __, url) => (count(), void (entries[entries.length - 1] = String(url))),
  };
  return { entries, times, history };
}

describe('the address of the page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('follows single changes at once', () => {
    const { entries, history } = strictHistory();
    const { write } = createAddressWriter(history, null);
    write('#a', 'push');
    write('#b', 'replace');
    expect(entries).toEqual(['#start', '#b']);
  });

  it('is written within the strictest limit of browsers while a slider is dragged for a minute, and ends at the last value', () => {
    const { entries, times, history } = strictHistory();
    const { write } = createAddressWriter(history, null);
    for (let step = 0; step < 3_600; step += 1) {
      write(`#${step}`, 'replace');
      vi.advanceTimersByTime(16);
    }
    vi.advanceTimersByTime(1_000);
    expect(entries).toEqual(['#3599']);
    expect(times.length).toBeLessThan(200);
  });

  it('keeps a step that waits a step, and makes one of a storm of them', () => {
    const { entries, history } = strictHistory();
    const writer = createAddressWriter(history, null);
    for (let step = 0; step < 60; step += 1) writer.write(`#${step}`, 'push');
    writer.write('#last', 'replace');
    expect(entries).toHaveLength(41);
    vi.advanceTimersByTime(600);
    expect(entries).toHaveLength(42);
    expect(entries.at(-1)).toBe('#last');
  });

  it('tries again what the browser refused', () => {
    const { entries, history } = strictHistory(3);
    const { write } = createAddressWriter(history, null);
    for (const name of ['#a', '#b', '#c', '#d']) write(name, 'push');
    expect(entries.at(-1)).toBe('#c');
    vi.advanceTimersByTime(70_000);
    expect(entries.at(-1)).toBe('#d');
  });

  it('drops what waits once the browser has gone elsewhere, and writes it before the page is left', () => {
    const { entries, history } = strictHistory();
    const writer = createAddressWriter(history, null);
    for (let step = 0; step < 41; step += 1) writer.write(`#${step}`, 'replace');
    writer.forget();
    vi.advanceTimersByTime(1_000);
    expect(entries).toEqual(['#39']);
    writer.write('#42', 'replace');
    writer.flush();
    expect(entries).toEqual(['#42']);
  });
});
