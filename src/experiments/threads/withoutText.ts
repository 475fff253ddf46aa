import type { ThreadsFacts, ThreadsMessages, ThreadsSummary, ThreadsThread } from './formats';

/** Names of threads and corpus are somebody's words too. */
export const summaryWithoutText = ({ threads, corpus, ...rest }: ThreadsSummary): ThreadsSummary => ({
  ...rest,
  corpus: { ...corpus, name: '' },
  threads: threads.map((thread) => ({ ...thread, title: '' })),
});

export const factsWithoutText = ({ facts, ...rest }: ThreadsFacts): ThreadsFacts => ({
  ...rest,
  facts: facts.map((fact) => ({ ...fact, text: '' })),
});

export const messagesWithoutText = ({ messages, ...rest }: ThreadsMessages): ThreadsMessages => ({
  ...rest,
  messages: messages.map((message) => ({
    ...message,
    text: '',
    subjects: message.subjects.map((subject) => ({ ...subject, about: '' })),
  })),
});

/** Labels hold the names of tools and times of messages: they go with the text. */
export const threadWithoutText = ({ turns, pieces, ...rest }: ThreadsThread): ThreadsThread => ({
  ...rest,
  turns: turns.map(({ sources, ...turn }) => ({
    ...turn,
    sources: sources.map(({ kind, argumentsEnd }) => ({
      kind,
      text: '',
      ...(argumentsEnd !== undefined && { argumentsEnd }),
    })),
  })),
  pieces: pieces.map((piece) => ({ ...piece, label: '' })),
});
