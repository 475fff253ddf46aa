import { Checkbox, TextField } from '../../../components/TextField';
import { endpointOf } from '../../../data/liveProviders';
import { setEndpoint, useEndpoint, type EndpointFields } from '../../../state/liveSettings';
import type { ChosenProvider } from '../useProviderChoice';
import { KeyField } from './KeyField';
import { AboutKeys } from './OpenAiPanel';
import styles from './Provider.module.css';

const examples = [
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
  { name: 'npm run serve:embeddings', baseUrl: 'http://127.0.0.1:8787/v1' },
];

/** Any endpoint that speaks OpenAI's API. */
export function CompatiblePanel({ chosen }: { chosen: ChosenProvider }) {
  const fields = useEndpoint();
  const change = (patch: Partial<EndpointFields>) =>
    setEndpoint(patch, isAddress(patch.baseUrl ?? fields.baseUrl));
  const addressProblem = fields.baseUrl.trim() !== '' && chosen.origin === null ? chosen.problem : null;
  return (
    <div className={`stack gap-3 ${styles.body}`}>
      <p>
        Texts that are not yet kept are sent to{' '}
        <strong>{chosen.origin ?? 'the address that you type'}</strong>, and nowhere else. The server must
        allow this page’s origin (<code>{location.origin}</code>) by CORS.
      </p>
      <div className={styles.fields}>
        <TextField
          label="Base URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          list="endpoint-examples"
          placeholder="http://localhost:11434/v1"
          value={fields.baseUrl}
          onChange={(event) => change({ baseUrl: event.target.value })}
          error={addressProblem}
          help="Up to the version. Plain http only on this machine."
        />
        <datalist id="endpoint-examples">
          {examples.map(({ name, baseUrl }) => (
            <option key={name} value={baseUrl}>
              {name}
            </option>
          ))}
        </datalist>
        <TextField
          label="Model"
          autoComplete="off"
          spellCheck={false}
          placeholder="nomic-embed-text"
          value={fields.model}
          onChange={(event) => change({ model: event.target.value })}
          help="As the server calls it."
        />
        <KeyField origin={chosen.origin} optional />
      </div>
      <details>
        <summary>Dimensions, length of texts, size of requests</summary>
        <div className={styles.fields}>
          <TextField
            label="Dimensions"
            inputMode="numeric"
            value={fields.dimensions}
            onChange={(event) => change({ dimensions: event.target.value })}
            help="Empty: the endpoint decides."
          />
          <TextField
            label="Tokens that the model reads"
            inputMode="numeric"
            value={fields.maxTokens}
            onChange={(event) => change({ maxTokens: event.target.value })}
            help="Longer texts are then cut into windows. Empty: unknown, and a run checks whether the end of the longest text was read (two more inputs)."
          />
          <TextField
            label="Texts in one request"
            inputMode="numeric"
            value={fields.maxInputs}
            onChange={(event) => change({ maxInputs: event.target.value })}
            help="Empty: as many as make an answer of 131,072 numbers, 128 for vectors of 1,024; a server that refuses is asked for fewer."
          />
          <Checkbox
            label="Shorten the vectors here"
            checked={fields.truncateHere}
            onChange={(truncateHere) => change({ truncateHere })}
            help="For servers that ignore “dimensions” and models that were trained to be shortened."
          />
        </div>
      </details>
      {chosen.problem !== null && addressProblem === null && fields.baseUrl.trim() !== '' ? (
        <p className="small soft">{chosen.problem}</p>
      ) : null}
      <AboutKeys />
    </div>
  );
}

function isAddress(baseUrl: string): boolean {
  try {
    endpointOf({
      kind: 'compatible',
      baseUrl,
      model: '',
      dimensions: null,
      truncateHere: false,
      maxTokens: null,
      maxInputs: null,
    });
    return true;
  } catch {
    return false;
  }
}
