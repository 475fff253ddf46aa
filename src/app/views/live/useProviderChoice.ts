import { useMemo } from 'react';
import { endpointOf, openAiModels, ProviderError, type ProviderChoice } from '../../data/liveProviders';
import { useEndpoint, type EndpointFields } from '../../state/liveSettings';
import type { LiveParams } from './liveParams';

/** The chosen provider, as far as it can be used. */
export interface ChosenProvider {
  /** null while something is missing or wrong. */
  choice: ProviderChoice | null;
  /** Where texts would go; null for the built-in model, and while the address is none. */
  origin: string | null;
  /** What is missing or wrong, in words. */
  problem: string | null;
}

/** Reads the choice from the link and from what was typed; the same object until one of them changes. */
export function useProviderChoice({ values }: LiveParams): ChosenProvider {
  const { provider, model, dimensions } = values;
  const endpoint = useEndpoint();
  return useMemo(() => {
    if (provider === 'local') return { choice: { kind: 'local' }, origin: null, problem: null };
    if (provider === 'openai')
      return checked({ kind: 'openai', model, dimensions: openAiDimensions(model, dimensions) });
    return compatibleChoice(endpoint);
  }, [provider, model, dimensions, endpoint]);
}

/** Length of the vectors to ask for: what the link says where the model gives it, else its default. */
export function openAiDimensions(model: keyof typeof openAiModels, asked: number | null): number {
  const { supportsDimensions, nativeDimensions, defaultDimensions } = openAiModels[model];
  return asked !== null && supportsDimensions && asked <= nativeDimensions ? asked : defaultDimensions;
}

const numberNames = {
  dimensions: 'Dimensions',
  maxTokens: 'Tokens that the model reads',
  maxInputs: 'Texts in one request',
} as const;

/** An endpoint as far as it was typed. */
export function compatibleChoice(fields: EndpointFields): ChosenProvider {
  const { baseUrl, truncateHere } = fields;
  const model = fields.model.trim();
  if (baseUrl.trim() === '')
    return { choice: null, origin: null, problem: 'Type the base URL of the endpoint.' };
  const [dimensions, maxTokens, maxInputs] = [
    readWhole(fields.dimensions),
    readWhole(fields.maxTokens),
    readWhole(fields.maxInputs),
  ];
  const chosen = checked({
    kind: 'compatible',
    baseUrl,
    model,
    truncateHere,
    dimensions: dimensions ?? null,
    maxTokens: maxTokens ?? null,
    maxInputs: maxInputs ?? null,
  });
  if (chosen.problem !== null) return chosen;
  const missing = (problem: string): ChosenProvider => ({ ...chosen, choice: null, problem });
  for (const [name, value] of Object.entries({ dimensions, maxTokens, maxInputs })) {
    if (value === undefined)
      return missing(
        `${numberNames[name as keyof typeof numberNames]} must be a whole number above 0, or empty.`,
      );
  }
  if (model === '') return missing('Type the name of the model.');
  if (truncateHere && dimensions === null)
    return missing('Say to how many dimensions the vectors are to be shortened.');
  return chosen;
}

/** A whole number above 0, null for an empty field, undefined for anything else. */
function readWhole(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const value = Number(typed);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function checked(choice: ProviderChoice): ChosenProvider {
  try {
    return { choice, origin: endpointOf(choice)?.origin ?? null, problem: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { choice: null, origin: null, problem: error.message };
  }
}
