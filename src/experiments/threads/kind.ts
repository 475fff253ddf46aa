import { namesOf, type ExperimentKind } from '../../analysis/kind';
import { threadsRun } from './compare';
import { threadsChecks } from './doctor';
import { threadsFinding } from './finding';
import {
  threadsFactsFormat,
  threadsMessagesFormat,
  threadsSummaryFormat,
  threadsThreadFormat,
  type ThreadsFacts,
  type ThreadsSummary,
} from './formats';
import { threadsContents } from './report';
import { factsWithoutText, messagesWithoutText, summaryWithoutText, threadWithoutText } from './withoutText';

/** Facts and messages looked for in threads: whole turns against labelled pieces. */
export const threadsKind: ExperimentKind = {
  id: 'threads',
  files: {
    'summary.json': { format: threadsSummaryFormat, withoutText: summaryWithoutText },
    'facts.json': { format: threadsFactsFormat, withoutText: factsWithoutText },
    'messages.json': { format: threadsMessagesFormat, withoutText: messagesWithoutText },
    'threads/': { format: threadsThreadFormat, withoutText: threadWithoutText },
  },
  fileName: namesOf(
    { 'threads-thread': ['threads', 'thread'] },
    { 'threads-facts': 'facts.json', 'threads-messages': 'messages.json' },
  ),
  checks: threadsChecks,
  across: null,
  finding: {
    reads: (name) => name === 'summary.json',
    of: (files) => threadsFinding(files.get('summary.json') as ThreadsSummary),
  },
  report: {
    reads: (name) => !name.startsWith('threads/') && name !== 'messages.json',
    contents: (_, files) => threadsContents(files.get('summary.json') as ThreadsSummary, files),
  },
  compare: {
    reads: (name) => name === 'summary.json' || name === 'facts.json',
    run(entry, files, name, { k }) {
      const summary = files.get('summary.json') as ThreadsSummary;
      const row = summary.rows.find((known) => known.row === name.row);
      if (!row || name.condition !== undefined) return null;
      return threadsRun(entry, summary, files.get('facts.json') as ThreadsFacts, row, k);
    },
    details: () => null,
  },
};
