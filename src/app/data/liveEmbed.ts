import { textAt } from '../../core/text/packedTexts';
import type { TextsPlan } from '../../worker/protocol';
import { endpointOf, estimateCost, type ProviderChoice } from './liveProviders';

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
  /** The first of the texts, as they would be sent but for windowing. */
  texts: TextList;
}

/** What the worker counted, with what only the page knows: where it goes, and what that costs. */
export function sendPlan(
  choice: ProviderChoice,
  { model, listed, requests, inputs, cached, bytes, tokens, probe }: TextsPlan,
): SendPlan {
  return {
    local: choice.kind === 'local',
    origin: endpointOf(choice)?.origin ?? 'this machine',
    model: model.name,
    dimensions: model.dimensions,
    requests,
    inputs,
    cached,
    bytes,
    tokens,
    price: choice.kind === 'openai' && tokens !== null ? estimateCost(choice.model, tokens) : null,
    probe,
    texts: { length: listed.ends.length, at: (index) => textAt(listed, index) },
  };
}
