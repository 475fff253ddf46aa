import { ArtifactError } from '../../artifact/errors';
import { counted } from '../../core/stats/words';
import { readChatThreads } from '../stored/chatThreads';
import type { Thread } from './threads';

/** Limits of a reader's own threads; the numbers stand in the messages. */
export const ownThreadLimits = { sourceUnits: 5_000_000 };

export interface OwnThreads {
  threads: Thread[];
  /** What was left out or read with doubt, each with its place. */
  notices: string[];
}

/** Places that a notice names. */
const namedPlaces = 5;

/**
 * Threads of any number of chat files. What is wrong is named with file and place; a file or a thread
 * that cannot be read is left out, and the good ones beside it are kept. Throws where none is left.
 */
export function readOwnThreads(files: readonly { name: string; text: string }[]): OwnThreads {
  const threads: Thread[] = [];
  const notices: string[] = [];
  const broken: ArtifactError[] = [];
  const leaveOut = (problem: ArtifactError) => {
    broken.push(problem);
    notices.push(`Left out: ${problem.message}`);
  };
  for (const { name, text } of files) {
    try {
      const read = readChatThreads(name, text, { onBroken: leaveOut });
      const placed = new Set(read.places.map(({ what, at }) => `${at.length} × ${what}.`));
      for (const notice of read.notices) if (!placed.has(notice)) notices.push(`${name}: ${notice}`);
      for (const { what, at } of read.places)
        notices.push(
          `${name}: ${what}${at.length > 1 ? `, ${at.length} times` : ''}: ${at.slice(0, namedPlaces).join(', ')}${at.length > namedPlaces ? ' …' : ''}.`,
        );
      read.threads.forEach(({ title, turns }, index) => {
        const called = title ?? (read.threads.length > 1 ? `${name}, thread ${index + 1}` : name);
        const huge = turns.find(({ sources }) =>
          sources.some((source) => source.text.length > ownThreadLimits.sourceUnits),
        );
        if (huge || turns.length === 0)
          return leaveOut(
            new ArtifactError({
              kind: huge ? 'too-large' : 'empty',
              file: name,
              ...(read.threads.length > 1 && { path: `$[${index}]` }),
              found: huge
                ? `a message or result of more than ${ownThreadLimits.sourceUnits} characters in turn ${huge.number}`
                : 'a thread without a turn',
              expected: huge ? `at most ${ownThreadLimits.sourceUnits}` : 'at least one message with words',
            }),
          );
        threads.push({ id: `thread-${threads.length + 1}`, title: called, language: null, turns });
      });
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error;
      leaveOut(error);
    }
  }
  if (threads.length === 0)
    throw (
      broken[0] ??
      new ArtifactError({
        kind: 'empty',
        file: 'threads',
        found: 'no file',
        expected: 'chat messages as JSON or JSONL',
      })
    );
  return {
    threads,
    notices:
      broken.length > 0 ? [...notices, `${counted(threads.length, 'thread')} could be read.`] : notices,
  };
}
