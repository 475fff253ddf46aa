import { count, duration } from '../core/stats/format';

/** Where a run writes: results to `out`, everything said along the way to `err`. */
export interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether `err` is a terminal that can redraw a line. */
  isTerminal: boolean;
}

export interface Progress {
  /** Says in one line what happens now. */
  note(message: string): void;
  /** Shows how far a named piece of work is. The last call should have `done === total`. */
  step(name: string, done: number, total: number): void;
  /** Ends an open line. */
  end(): void;
}

const barWidth = 24;

/**
 * Progress for people: on a terminal a bar with rate and time left that redraws itself,
 * elsewhere a plain line at every tenth of the work.
 */
export function createProgress({ err, isTerminal }: Output, now: () => number = Date.now): Progress {
  let current:
    { name: string; startedAt: number; startedWith: number; shownAt: number; tenth: number } | undefined;
  let open = false;
  const end = () => {
    if (open) err('\n');
    open = false;
    current = undefined;
  };
  return {
    note(message) {
      end();
      err(`${message}\n`);
    },
    step(name, done, total) {
      if (current?.name !== name) {
        end();
        current = { name, startedAt: now(), startedWith: done, shownAt: -Infinity, tenth: -1 };
      }
      const share = total === 0 ? 1 : done / total;
      const elapsed = now() - current.startedAt;
      const rate = elapsed > 0 ? (done - current.startedWith) / elapsed : 0;
      const speed = rate > 0 ? `, ${count(Math.round(rate * 1000))}/s` : '';
      const left = rate > 0 && done < total ? `, ${duration((total - done) / rate)} left` : '';
      const figures = `${count(done)} of ${count(total)}${speed}${left}`;
      if (isTerminal) {
        if (done < total && now() - current.shownAt < 100) return;
        current.shownAt = now();
        const filled = Math.round(share * barWidth);
        err(`\r\u001b[K${name} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${figures}`);
        open = true;
        if (done >= total) end();
      } else {
        const tenth = Math.floor(share * 10);
        if (tenth <= current.tenth) return;
        current.tenth = tenth;
        err(`${name}: ${figures}\n`);
      }
    },
    end,
  };
}
