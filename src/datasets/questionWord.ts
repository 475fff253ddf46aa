const questionPattern = /\b(?:how many|how much|how|what|which|who(?:se|m)?|when|where|why)\b/i;

/**
 * The family of a question: the first question word or phrase in it, wherever it stands
 * (`whose` and `whom` are `who`); `other` for one without.
 */
export function questionWord(question: string): string {
  const found = questionPattern.exec(question.replace(/\s+/g, ' '))?.[0].toLowerCase() ?? 'other';
  return found.startsWith('who') ? 'who' : found;
}
