import { useMemo } from 'react';
import {
  endpointOf,
  endpointPresets,
  holdsKey,
  mostInputs,
  needsKey,
  openAiModels,
  presetOf,
  ProviderError,
  type ProviderChoice,
} from '../../data/liveProviders';
import { useKeys } from '../../state/liveKeys';
import { useEndpoint, useOpenAi, type EndpointFields, type RequestFields } from '../../state/liveSettings';
import type { LiveParams } from './liveParams';

/** A field of the endpoint's panel that a problem is about. */
export type EndpointField = keyof EndpointFields;

/** The chosen provider, as far as it can be used. */
export interface ChosenProvider {
  /** null while something is missing or wrong. */
  choice: ProviderChoice | null;
  /** Where texts would go; null for the built-in model, and while the address is none. */
  origin: string | null;
  /** What is missing or wrong, in words. */
  problem: string | null;
  /** The field that it is about; absent where nothing is wrong. */
  field?: EndpointField;
  /** The endpoint without the name of a model, where only that is missing: enough to ask for the list. */
  nameless?: Exclude<ProviderChoice, { kind: 'local' }>;
  /** Why nothing may be sent yet, though a plan can be made: a key that is missing. */
  unsendable?: string;
}

/** Reads the choice from the link and from what was typed; the same object until one of them changes. */
export function useProviderChoice({ values }: LiveParams): ChosenProvider {
  const { provider, model, dimensions } = values;
  const endpoint = useEndpoint();
  const openAi = useOpenAi();
  const chosen = useMemo((): ChosenProvider => {
    if (provider === 'local') return { choice: { kind: 'local' }, origin: null, problem: null };
    if (provider === 'compatible') return compatibleChoice(endpoint);
    const read = requestSettings(openAi);
    if ('problem' in read)
      return { choice: null, origin: new URL(endpointPresets.openai.baseUrl).origin, ...read };
    return checked({
      kind: 'openai',
      model,
      dimensions: openAiDimensions(model, dimensions),
      ...read,
    });
  }, [provider, model, dimensions, endpoint, openAi]);
  const { choice, origin } = chosen;
  const hasKey = useKeys(({ keys }) => origin !== null && (keys[origin] ?? '').trim() !== '');
  return useMemo(
    () =>
      choice && needsKey(choice) && !hasKey
        ? { ...chosen, unsendable: `Type a key for ${origin} first: without one it answers nothing.` }
        : chosen,
    [chosen, choice, origin, hasKey],
  );
}

/** Length of the vectors to ask for: what the link says where the model gives it, else its default. */
export function openAiDimensions(model: keyof typeof openAiModels, asked: number | null): number {
  const { supportsDimensions, nativeDimensions, defaultDimensions } = openAiModels[model];
  return asked !== null && supportsDimensions && asked <= nativeDimensions ? asked : defaultDimensions;
}

type Problem = { problem: string; field: EndpointField };

/** Settings of requests; absent ones are left out, so that a choice without them is the same as before. */
function requestSettings({ maxInputs, timeout, revision }: RequestFields) {
  const [inputs, seconds] = [readWhole(maxInputs), readNumber(timeout)];
  if (inputs === undefined) return problemOf('maxInputs', wholeWords('Texts in one request'));
  if (inputs !== null && inputs > mostInputs)
    return problemOf('maxInputs', `Texts in one request can be ${mostInputs.toLocaleString('en')} at most.`);
  if (seconds === undefined || (seconds !== null && (seconds < 1 || seconds > 3600)))
    return problemOf('timeout', 'The time-out must be 1 to 3,600 seconds, or empty.');
  return {
    ...(inputs !== null && { maxInputs: inputs }),
    ...(seconds !== null && { timeoutMs: 1000 * seconds }),
    ...(revision.trim() !== '' && { revision: revision.trim() }),
  };
}

const problemOf = (field: EndpointField, problem: string): Problem => ({ field, problem });
const wholeWords = (name: string): string => `${name} must be a whole number above 0, or empty.`;

/** An endpoint as far as it was typed. */
export function compatibleChoice(fields: EndpointFields): ChosenProvider {
  const { baseUrl, truncateHere, queryPrefix, documentPrefix } = fields;
  const model = fields.model.trim();
  if (baseUrl.trim() === '')
    return { choice: null, origin: null, problem: 'Type the base URL of the endpoint.' };
  const keys = Object.values(useKeys.getState().keys).filter((key) => key.trim().length >= 8);
  if (keys.some((key) => baseUrl.includes(key.trim())))
    return {
      choice: null,
      origin: null,
      ...problemOf(
        'baseUrl',
        'The address holds your key. A key belongs in the key field; nothing was sent.',
      ),
    };
  const [dimensions, maxTokens, price] = [
    readWhole(fields.dimensions),
    readWhole(fields.maxTokens),
    readNumber(fields.price),
  ];
  const settings = requestSettings(fields);
  const plain = checked({
    kind: 'compatible',
    baseUrl,
    model,
    truncateHere,
    dimensions: dimensions ?? null,
    maxTokens: maxTokens ?? null,
    maxInputs: null,
    ...('problem' in settings ? {} : settings),
  });
  if (plain.problem !== null) return { ...plain, field: 'baseUrl' };
  const missing = (field: EndpointField, problem: string): ChosenProvider => ({
    ...plain,
    choice: null,
    ...problemOf(field, problem),
  });
  if (dimensions === undefined) return missing('dimensions', wholeWords('Dimensions'));
  if (maxTokens === undefined) return missing('maxTokens', wholeWords('Tokens that the model reads'));
  if ('problem' in settings) return missing(settings.field, settings.problem);
  if (price === undefined) return missing('price', 'The price must be a number of US dollars, or empty.');
  if (truncateHere && dimensions === null)
    return missing('dimensions', 'Say to how many dimensions the vectors are to be shortened.');
  const preset = presetOf(plain.origin, fields.preset);
  if (/\/(?:RESOURCE|DEPLOYMENT)\b/.test(baseUrl) && preset?.apiVersion !== undefined)
    return missing('baseUrl', 'Put the names of your resource and your deployment into the address.');
  const apiVersion = fields.apiVersion.trim() || endpointOf(plain.choice!)?.apiVersion || preset?.apiVersion;
  const choice: ProviderChoice & { kind: 'compatible' } = {
    ...(plain.choice as ProviderChoice & { kind: 'compatible' }),
    ...(preset?.keyHeader !== undefined && { keyHeader: preset.keyHeader }),
    ...(apiVersion && { apiVersion }),
    ...(preset?.needsKey === true && { needsKey: true }),
    ...(preset?.maxInputs !== undefined && !('maxInputs' in settings) && { maxInputs: preset.maxInputs }),
    ...(price !== null && { usdPerMillionTokens: price }),
    ...((queryPrefix !== '' || documentPrefix !== '') && {
      prefixes: { query: unescaped(queryPrefix), document: unescaped(documentPrefix) },
    }),
  };
  if (model === '') return { ...missing('model', 'Type the name of the model.'), nameless: choice };
  if (holdsKey(model))
    return missing(
      'model',
      'This looks like a key and not like the name of a model. A key belongs in the key field.',
    );
  return { ...plain, choice };
}

/** A field of one line says a line break as \n. */
const unescaped = (typed: string): string => typed.replaceAll('\\n', '\n');

/** A number as people write it, with separators of thousands; null for an empty field, undefined for anything else. */
function readNumber(typed: string): number | null | undefined {
  const text = typed.trim().replace(/(?<=\d)[,'’\u00a0\u2009\u202f ](?=\d{3}(?:\D|$))/g, '');
  if (text === '') return null;
  const value = Number(text.replace(/^(?:us)?\$\s*/i, ''));
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A whole number above 0, null for an empty field, undefined for anything else. */
function readWhole(typed: string): number | null | undefined {
  const value = readNumber(typed);
  return value === null || (value !== undefined && Number.isInteger(value) && value > 0) ? value : undefined;
}

function checked(choice: ProviderChoice): ChosenProvider {
  try {
    return { choice, origin: endpointOf(choice)?.origin ?? null, problem: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { choice: null, origin: null, problem: error.message };
  }
}
