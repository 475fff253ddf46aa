type Question = { text?: unknown; answers?: unknown };

/** Questions by their ids, spans and families alone. */
export function questionsWithoutText<Q extends Question>(value: { questions: readonly Q[] }): unknown {
  return { ...value, questions: value.questions.map(({ text: _, answers: __, ...rest }) => rest) };
}

/** The summary says that the text is not there. */
export function summaryWithoutText(value: { corpus: object }): unknown {
  return { ...value, corpus: { ...value.corpus, text: 'not included' } };
}
