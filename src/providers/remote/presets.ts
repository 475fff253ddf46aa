import type { Prefixes } from '../modelDescription';

/** What is known of a service or program that speaks OpenAI's API: enough to fill in its address and to ask it rightly. */
export interface EndpointPreset {
  label: string;
  /** Words in capitals are the reader's to replace. */
  baseUrl: string;
  /** A model of it, as it is called there. */
  model: string;
  needsKey: boolean;
  /** Hosts that are it whatever was chosen; none for programs that run anywhere. */
  hosts?: RegExp;
  /** The header that carries the key where it is not `authorization`. */
  keyHeader?: string;
  /** The `api-version` that requests name unless told. */
  apiVersion?: string;
  /** Where its models are listed, from the base URL. */
  models?: string;
  /** Most texts in one request. */
  maxInputs?: number;
  /** What to know before the first request. */
  note: string;
}

/** Addresses, headers and limits as the projects document them. */
export const endpointPresets = {
  openai: {
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    model: 'text-embedding-3-small',
    needsKey: true,
    hosts: /^api\.openai\.com$/,
    note: 'Needs a key.',
  },
  ollama: {
    label: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    model: 'nomic-embed-text',
    needsKey: false,
    note: 'Pull the model first (ollama pull nomic-embed-text) and allow this page with OLLAMA_ORIGINS.',
  },
  lmStudio: {
    label: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    model: 'text-embedding-nomic-embed-text-v1.5',
    needsKey: false,
    note: 'Load an embedding model, start the server and switch on CORS in its settings.',
  },
  vllm: {
    label: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    model: 'BAAI/bge-m3',
    needsKey: false,
    note: 'Serve an embedding model; vLLM lets any page in unless told otherwise.',
  },
  llamaCpp: {
    label: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    model: 'default',
    needsKey: false,
    note: 'Start llama-server with --embeddings and a pooling other than none; a text must fit its physical batch (-ub).',
  },
  gemini: {
    label: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    model: 'gemini-embedding-001',
    needsKey: true,
    hosts: /^generativelanguage\.googleapis\.com$/,
    maxInputs: 100,
    note: 'Google’s address that is compatible with OpenAI’s. Needs a key of AI Studio.',
  },
  openRouter: {
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'openai/text-embedding-3-small',
    needsKey: true,
    hosts: /^openrouter\.ai$/,
    models: 'embeddings/models',
    note: 'Needs a key. Model names begin with who makes them.',
  },
  azure: {
    label: 'Azure OpenAI',
    baseUrl: 'https://RESOURCE.openai.azure.com/openai/deployments/DEPLOYMENT',
    model: 'text-embedding-3-small',
    needsKey: true,
    hosts: /\.(?:openai\.azure|cognitiveservices\.azure|services\.ai\.azure)\.com$/,
    keyHeader: 'api-key',
    apiVersion: '2024-10-21',
    models: '../../models',
    note: 'Put the names of your resource and your deployment into the address. The key goes in the api-key header.',
  },
} as const satisfies Record<string, EndpointPreset>;

export type PresetId = keyof typeof endpointPresets;
export const presetIds = Object.keys(endpointPresets) as PresetId[];

/** What an address is: by its host, else what the reader chose. */
export function presetOf(origin: string | null, chosen: string): EndpointPreset | null {
  const hostname = origin === null ? '' : new URL(origin).hostname;
  const presets: EndpointPreset[] = Object.values(endpointPresets);
  const byHost = presets.find(({ hosts }) => hosts?.test(hostname));
  if (byHost) return byHost;
  return Object.hasOwn(endpointPresets, chosen) ? endpointPresets[chosen as PresetId] : null;
}

const instruct =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ';

/** Models that were trained to find certain words before each text, the most special name first; as their authors publish them. */
const prefixRules: readonly { name: string; matches: RegExp; prefixes: Prefixes | null }[] = [
  { name: 'E5 instruct', matches: /e5.*instruct|e5-mistral/, prefixes: { query: instruct, document: '' } },
  {
    name: 'E5',
    matches: /(?:^|[^a-z])e5(?:[^a-z]|$)/,
    prefixes: { query: 'query: ', document: 'passage: ' },
  },
  { name: 'BGE-M3', matches: /bge-?m3/, prefixes: null },
  {
    name: 'BGE for Chinese',
    matches: /bge.*-zh/,
    prefixes: { query: '为这个句子生成表示以用于检索相关文章：', document: '' },
  },
  {
    name: 'BGE',
    matches: /bge-(?:small|base|large)/,
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', document: '' },
  },
  {
    name: 'nomic-embed-text',
    matches: /nomic-embed-text/,
    prefixes: { query: 'search_query: ', document: 'search_document: ' },
  },
  {
    name: 'mxbai-embed',
    matches: /mxbai-embed/,
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', document: '' },
  },
  {
    name: 'Arctic Embed 2',
    matches: /arctic-embed.*(?:v2|2\.0|2$)/,
    prefixes: { query: 'query: ', document: '' },
  },
  {
    name: 'Arctic Embed',
    matches: /arctic-embed/,
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', document: '' },
  },
  {
    name: 'EmbeddingGemma',
    matches: /embedding-?gemma/,
    prefixes: { query: 'task: search result | query: ', document: 'title: none | text: ' },
  },
  { name: 'Qwen3 Embedding', matches: /qwen3-embed/, prefixes: { query: instruct, document: '' } },
  { name: 'GTE instruct', matches: /gte.*instruct/, prefixes: { query: instruct, document: '' } },
];

/** The prefixes that a model's name suggests; null where none are known, or none are wanted. */
export function suggestPrefixes(model: string): { name: string; prefixes: Prefixes } | null {
  const rule = prefixRules.find(({ matches }) => matches.test(model.toLowerCase()));
  return rule?.prefixes ? { name: rule.name, prefixes: rule.prefixes } : null;
}
