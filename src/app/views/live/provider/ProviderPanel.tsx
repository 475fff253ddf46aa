import type { ReactNode } from 'react';
import { Choice } from '../../../components/Choice';
import type { LiveParams } from '../liveParams';
import type { ChosenProvider } from '../useProviderChoice';
import { CompatiblePanel } from './CompatiblePanel';
import { KeptVectors } from './KeptVectors';
import { LocalPanel } from './LocalPanel';
import { OpenAiPanel } from './OpenAiPanel';

const providers = [
  {
    value: 'local',
    label: 'Built-in model',
    title: 'Runs in this page; no key, nothing leaves your machine',
  },
  { value: 'openai', label: 'OpenAI', title: 'Your own key; texts are sent to api.openai.com' },
  {
    value: 'compatible',
    label: 'Any compatible endpoint',
    title: 'Ollama, LM Studio, vLLM, llama.cpp, a proxy of yours',
  },
] as const;

/** Which model embeds, what that means for the reader's text, and what is kept of it. */
export function ProviderPanel({ params, chosen }: { params: LiveParams; chosen: ChosenProvider }) {
  const { provider } = params.values;
  return (
    <section className="panel stack gap-3 no-print" aria-labelledby="provider">
      <h2 id="provider">Embedding model</h2>
      <Choice
        label="Provider"
        hideLabel
        value={provider}
        options={providers}
        onChange={(value) => params.set({ provider: value })}
      />
      {panelOf(provider, params, chosen)}
      <KeptVectors />
    </section>
  );
}

function panelOf(
  provider: LiveParams['values']['provider'],
  params: LiveParams,
  chosen: ChosenProvider,
): ReactNode {
  switch (provider) {
    case 'local':
      return <LocalPanel />;
    case 'openai':
      return <OpenAiPanel params={params} chosen={chosen} />;
    case 'compatible':
      return <CompatiblePanel chosen={chosen} />;
  }
}
