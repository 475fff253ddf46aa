import { spawnSync } from 'node:child_process';

/** Ends a process and all that it started, at once: a page that hangs does not notice that its browser is gone. */
export function endTree(root: number | undefined): void {
  if (root === undefined) return;
  const children = new Map<number, number[]>();
  for (const line of spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid && parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const ending = [root];
  for (const pid of ending) ending.push(...(children.get(pid) ?? []));
  for (const pid of ending) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
