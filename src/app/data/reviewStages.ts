/** Where an answer can be lost, in the order in which a miss is diagnosed. */
export const reviewStages = ['source', 'extraction', 'boundary', 'candidates', 'context', 'answer'] as const;
export type ReviewStage = (typeof reviewStages)[number];

export const reviewLabels: Readonly<Record<ReviewStage, string>> = {
  source: 'Source document',
  extraction: 'Extraction',
  boundary: 'Chunk boundary',
  candidates: 'Retrieved candidates',
  context: 'Final context',
  answer: 'Answer',
};
