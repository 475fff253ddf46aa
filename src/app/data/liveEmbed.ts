import { textAt } from '../../core/text/packedTexts';
import type { TextsPlan } from '../../worker/protocol';
import { endpointOf, priceOf, type ProviderChoice } from './liveProviders';

/** Texts that are shown one by one, though they are tens of thousands. */
export interface TextList {
  length: number;
  at(index: number): string;
}

/** What a run would embed, and what it would cost, before anything is sent. */
export interface SendPlan {
  /** Whether the built-in model reads the texts, so that nothing is sent. */
  local: boolean;
  /** Where it goes. */
  origin: string;
  model: string;
  dimensions: number | null;
  requests: number;
  inputs: number;
  /** Texts that are answered from what is kept. */
  cached: number;
  bytes: number;
  /** cl100k_base tokens; for the built-in model an estimate. */
  tokens: number | null;
  price: { usd: number; usdPerMillionTokens: number; note: string } | null;
  /** Two more inputs that find out whether the endpoint reads a long text to its end. */
  probe: boolean;
  /** One kept text more, embedded again to see whether the model is still the one that it was. */
  check: boolean;
  /** Whether the figures are bounds. */
  atMost: boolean;
  /** What a run shows to be let through; null where nothing is sent. */
  ticket: number | null;
  /** The first of the texts, as they would be sent but for windowing. */
  texts: TextList;
}

/** What the worker counted, with what only the page knows: where it goes, and what that costs. */
export function sendPlan(choice: ProviderChoice, { model, listed, tokens, ...plan }: TextsPlan): SendPlan {
  return {
    local: choice.kind === 'local',
    origin: endpointOf(choice)?.origin ?? 'this machine',
    model: model.name,
    dimensions: model.dimensions,
    requests: plan.requests,
    inputs: plan.inputs,
    cached: plan.cached,
    bytes: plan.bytes,
    probe: plan.probe,
    check: plan.check,
    atMost: plan.atMost,
    ticket: plan.ticket,
    tokens,
    price: tokens === null ? null : priceOf(choice, tokens),
    texts: { length: listed.ends.length, at: (index) => textAt(listed, index) },
  };
}
