import * as format from '../../../../core/stats/format';
import { Select } from '../../../components/Choice';
import { openAiModels, priceListNote } from '../../../data/liveProviders';
import { openAiModelNames, type LiveParams } from '../liveParams';
import { openAiDimensions, type ChosenProvider } from '../useProviderChoice';
import { setOpenAi, useOpenAi } from '../../../state/liveSettings';
import { Connection } from './Connection';
import { KeyField } from './KeyField';
import { RequestFieldRow } from './RequestFieldRow';
import styles from './Provider.module.css';

const shorter = [256, 512, 1024, 1536, 3072];

/** OpenAI's models with the reader's own key. */
export function OpenAiPanel({ params, chosen }: { params: LiveParams; chosen: ChosenProvider }) {
  const { model, dimensions } = params.values;
  const fields = useOpenAi();
  const { nativeDimensions, supportsDimensions, maxTokens, usdPerMillionTokens } = openAiModels[model];
  const asked = openAiDimensions(model, dimensions);
  const lengths = [
    ...new Set([...shorter.filter((length) => length < nativeDimensions), nativeDimensions, asked]),
  ].sort((a, b) => a - b);
  return (
    <div className={`stack gap-3 ${styles.body}`}>
      <p>
        Texts that are not yet kept are sent to <strong>api.openai.com</strong> with your key, and nowhere
        else. You see what would be sent, and what it would cost, before anything is.
      </p>
      <div className={styles.fields}>
        <Select
          label="Model"
          value={model}
          options={openAiModelNames.map((value) => ({ value, label: value }))}
          onChange={(value) => params.set({ model: value, dimensions: null })}
        />
        {supportsDimensions ? (
          <Select
            label="Dimensions"
            value={String(asked)}
            options={lengths.map((length) => ({
              value: String(length),
              label: `${format.count(length)}${length === nativeDimensions ? ' (whole)' : ''}`,
            }))}
            onChange={(value) =>
              params.set({
                dimensions: Number(value) === openAiDimensions(model, null) ? null : Number(value),
              })
            }
          />
        ) : (
          <p className="small soft">
            {format.count(nativeDimensions)} dimensions; this model cannot give fewer.
          </p>
        )}
        <KeyField origin={chosen.origin} optional={false} />
      </div>
      <p className="small soft">
        US$ {format.decimal(usdPerMillionTokens, 2)} per million tokens. {priceListNote} It reads{' '}
        {format.count(maxTokens)} tokens of one text; a longer one is cut into windows whose vectors are
        averaged.
      </p>
      <Connection chosen={chosen} models="models" onModel={(name) => setKnownModel(name, params)} />
      <details>
        <summary>Size of requests, time-out, revision</summary>
        <RequestFieldRow
          fields={fields}
          errorAt={(field) => (chosen.field === field ? chosen.problem : null)}
          onChange={setOpenAi}
        />
      </details>
      <AboutKeys />
    </div>
  );
}

/** Takes a model of the list where this page knows it. */
function setKnownModel(name: string, params: LiveParams): void {
  const known = openAiModelNames.find((model) => model === name);
  if (known) params.set({ model: known, dimensions: null });
}

/** What a key in a page means, in plain words. */
export function AboutKeys() {
  return (
    <details>
      <summary>What happens to the key, and why the code says “dangerouslyAllowBrowser”</summary>
      <ul className={`stack gap-1 ${styles.list}`}>
        <li>
          The key is held in this page’s memory and is gone when you reload or close it. Only if you tick the
          box below it is it kept for this tab, in the tab’s session storage.
        </li>
        <li>
          It is sent in the Authorization header of requests to the one endpoint that it was typed for. It is
          never in a link, a download, an error message, or a request to any other address.
        </li>
        <li>
          The <code>openai</code> package refuses to run in a page unless it is told{' '}
          <code>dangerouslyAllowBrowser: true</code>. The danger is a site that ships its own key to every
          visitor. Here the key is yours, it reaches no server of ours (there is none), and this page loads no
          third-party script.
        </li>
        <li>
          Extensions of your browser can read what you type into any page. A key made for this one purpose,
          with a low spending limit, and deleted afterwards, is the safest.
        </li>
      </ul>
    </details>
  );
}
