import { use } from 'react';
import type { ReadNotice } from '../../../artifact/jsonText';
import {
  threadFile,
  threadsFactsFormat,
  threadsMessagesFormat,
  threadsSummaryFormat,
  threadsThreadFormat,
  type ThreadsFacts,
  type ThreadsMessages,
  type ThreadsSummary,
  type ThreadsThread,
} from '../../../experiments/threads/formats';
import { loadExperimentFile } from '../../data/artifacts';
import type { OpenExperiment } from '../openExperiment';

/** What the lists of an experiment on threads are read from. */
export interface ThreadsData {
  summary: ThreadsSummary;
  facts: ThreadsFacts;
  messages: ThreadsMessages;
}

/** Suspends until the three files are there. */
export function useThreadsData({ source, entry }: OpenExperiment): {
  value: ThreadsData;
  notices: readonly ReadNotice[];
} {
  // All are asked for before the first is waited for.
  const loads = [
    loadExperimentFile(source, entry, 'summary.json', threadsSummaryFormat),
    loadExperimentFile(source, entry, 'facts.json', threadsFactsFormat),
    loadExperimentFile(source, entry, 'messages.json', threadsMessagesFormat),
  ] as const;
  const [summary, facts, messages] = [use(loads[0]), use(loads[1]), use(loads[2])];
  return {
    value: { summary: summary.value, facts: facts.value, messages: messages.value },
    notices: [...summary.notices, ...facts.notices, ...messages.notices],
  };
}

/** One thread with its pieces; suspends until it is there. */
export const useThread = ({ source, entry }: OpenExperiment, position: number): ThreadsThread =>
  use(loadExperimentFile(source, entry, threadFile(position), threadsThreadFormat)).value;

/** What a thread is called: without text it has its id alone. */
export const threadTitle = ({ threads }: ThreadsSummary, position: number): string =>
  threads[position]!.title || threads[position]!.id;

/** The words of a piece; empty where the artifact came without text. */
export function pieceText(
  { turns }: ThreadsThread,
  { turn, source, start, end }: ThreadsThread['pieces'][number],
): string {
  return turns[turn]?.sources[source]?.text.slice(start, end) ?? '';
}
