import type { ExperimentEntry } from '../../artifact/indexFile';
import { formatJson } from '../../artifact/jsonFormat';
import { counted } from '../../core/stats/words';
import type { ThreadsCorpus } from '../../datasets/threads/threads';
import { threadsFinding } from './finding';
import { threadFile, type ThreadsSummary } from './formats';
import type { ThreadsFiles } from './measure/measure';

/** What a run on somebody's own threads asks. */
export const ownThreadsQuestion =
  'What does a search of these threads find when turns are stored as labelled, blended pieces instead of whole?';

/** What the hash of a corpus is taken of. */
export const threadsHashInput = ({ threads, facts, mixed }: ThreadsCorpus): string =>
  JSON.stringify([threads, facts, mixed]);

/** The files as they are written: one fact, turn or piece a line. */
export function threadsTexts({
  summary,
  facts,
  messages,
  threads,
}: ThreadsFiles): { name: string; text: string }[] {
  return [
    { name: 'summary.json', text: formatJson(summary, ['sweep', 'threads']) },
    { name: 'facts.json', text: formatJson(facts, ['facts']) },
    { name: 'messages.json', text: formatJson(messages, ['messages']) },
    ...threads.map((thread) => ({
      name: threadFile(thread.thread),
      text: formatJson(thread, ['turns', 'pieces', 'chunks']),
    })),
  ];
}

/** What the index says of an experiment on threads; `origin` is the badge that says whose they are. */
export function threadsEntry(
  summary: ThreadsSummary,
  origin: ExperimentEntry['badges'][number],
): Pick<ExperimentEntry, 'title' | 'question' | 'headline' | 'finding' | 'data' | 'badges'> {
  const { title, question, headline, model, threads, facts, bootstrap, searches } = summary;
  const messages = searches[0]?.messages ?? 0;
  return {
    title,
    question,
    headline,
    finding: threadsFinding(summary),
    data: `${counted(threads.length, 'thread')}, ${counted(facts, 'fact')}${messages > 0 ? `, ${counted(messages, 'mixed message')}` : ''}`,
    badges: [
      {
        label: model.name,
        title: `Embedded with ${model.name} (${model.revision}), ${model.dimensions} dimensions`,
      },
      origin,
      {
        label: counted(bootstrap.clusters, 'thread'),
        title: `Intervals: ${bootstrap.draws} bootstrap draws over ${bootstrap.clusters} threads`,
      },
    ],
  };
}
