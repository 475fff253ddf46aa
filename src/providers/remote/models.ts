/** What is known about an OpenAI embedding model without asking. */
export interface OpenAiModel {
  name: string;
  /** Length of its whole vectors. */
  nativeDimensions: number;
  /** Length that Chunkscope asks for unless told. */
  defaultDimensions: number;
  supportsDimensions: boolean;
  /** Tokens of one input that it accepts, cl100k_base. */
  maxTokens: number;
  /** US dollars for a million tokens, as of `priceListDate`. */
  usdPerMillionTokens: number;
}

/** Month of the prices below. They are OpenAI's to change: whoever shows one shows this beside it. */
export const priceListDate = '2026-11';
export const priceListNote = `As published by OpenAI when last checked (${priceListDate}); check before you rely on it.`;

export const openAiModels = {
  'text-embedding-3-small': {
    name: 'text-embedding-3-small',
    nativeDimensions: 1536,
    defaultDimensions: 1024,
    supportsDimensions: true,
    maxTokens: 8191,
    usdPerMillionTokens: 0.02,
  },
  'text-embedding-3-large': {
    name: 'text-embedding-3-large',
    nativeDimensions: 3072,
    defaultDimensions: 3072,
    supportsDimensions: true,
    maxTokens: 8191,
    usdPerMillionTokens: 0.13,
  },
  'text-embedding-ada-002': {
    name: 'text-embedding-ada-002',
    nativeDimensions: 1536,
    defaultDimensions: 1536,
    supportsDimensions: false,
    maxTokens: 8191,
    usdPerMillionTokens: 0.1,
  },
} as const satisfies Record<string, OpenAiModel>;

export type OpenAiModelName = keyof typeof openAiModels;

export interface CostEstimate {
  usd: number;
  usdPerMillionTokens: number;
  asOf: string;
  note: string;
}

/** Estimated price of embedding so many cl100k_base tokens; `null` for a model without a known price. */
export function estimateCost(model: string, tokens: number): CostEstimate | null {
  const known = Object.hasOwn(openAiModels, model) ? openAiModels[model as OpenAiModelName] : undefined;
  if (!known) return null;
  return {
    usd: (tokens / 1e6) * known.usdPerMillionTokens,
    usdPerMillionTokens: known.usdPerMillionTokens,
    asOf: priceListDate,
    note: priceListNote,
  };
}
