import { useState } from 'react';
import { Select } from '../../../components/Choice';
import { Button } from '../../../components/Button';
import { Checkbox, TextArea, TextField } from '../../../components/TextField';
import {
  endpointOf,
  endpointPresets,
  holdsKey,
  presetIds,
  presetOf,
  suggestPrefixes,
  type PresetId,
} from '../../../data/liveProviders';
import { typeHeaders } from '../../../state/liveHeaders';
import { setEndpoint, useEndpoint, useHeaders, type EndpointFields } from '../../../state/liveSettings';
import type { ChosenProvider, EndpointField } from '../useProviderChoice';
import { Connection } from './Connection';
import { KeyField } from './KeyField';
import { AboutKeys } from './OpenAiPanel';
import { RequestFieldRow } from './RequestFieldRow';
import styles from './Provider.module.css';

/** Any endpoint that speaks OpenAI's API. */
export function CompatiblePanel({ chosen }: { chosen: ChosenProvider }) {
  const fields = useEndpoint();
  const change = (patch: Partial<EndpointFields>) => {
    const next = { ...fields, ...patch };
    setEndpoint(patch, isAddress(next.baseUrl) && !holdsKey(next.model));
  };
  const errorAt = (field: EndpointField): string | null =>
    chosen.field === field && fields[field] !== '' ? chosen.problem : null;
  const preset = presetOf(chosen.origin, fields.preset);
  const suggested = suggestPrefixes(fields.model);
  const hasPrefixes = fields.queryPrefix !== '' || fields.documentPrefix !== '';
  const text = (field: Exclude<EndpointField, 'truncateHere' | 'preset'>) => ({
    value: fields[field],
    error: errorAt(field),
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <div className={`stack gap-3 ${styles.body}`}>
      <p>
        Texts that are not yet kept are sent to{' '}
        <strong>{chosen.origin ?? 'the address that you type'}</strong>, and nowhere else. The server must
        allow this page’s origin (<code>{location.origin}</code>) by CORS.
      </p>
      <div className={styles.fields}>
        <Select
          label="Begin with"
          value={fields.preset}
          options={[
            { value: '', label: 'An address of your own' },
            ...presetIds.map((value) => ({ value: value as string, label: endpointPresets[value].label })),
          ]}
          onChange={(value) =>
            value === ''
              ? change({ preset: '' })
              : change({
                  preset: value,
                  baseUrl: endpointPresets[value as PresetId].baseUrl,
                  model: endpointPresets[value as PresetId].model,
                  apiVersion: '',
                })
          }
        />
        <TextField
          label="Base URL"
          {...text('baseUrl')}
          type="text"
          inputMode="url"
          placeholder="http://localhost:11434/v1"
          help={preset?.note ?? 'Up to the version. Plain http only on this machine.'}
        />
        <TextField
          label="Model"
          {...text('model')}
          placeholder="nomic-embed-text"
          list="endpoint-models"
          help="As the server calls it."
        />
        <KeyField origin={chosen.origin} optional={preset?.needsKey !== true} />
      </div>
      <Connection
        chosen={chosen}
        models={preset?.models ?? 'models'}
        onModel={(model) => change({ model })}
      />
      {suggested && !hasPrefixes ? (
        <p className="row small">
          <span>{suggested.name} was trained with words before each text.</span>
          <Button
            onClick={() =>
              change({
                queryPrefix: escaped(suggested.prefixes.query),
                documentPrefix: escaped(suggested.prefixes.document),
              })
            }
          >
            Use its prefixes
          </Button>
        </p>
      ) : null}
      <details>
        <summary>Dimensions, length of texts, size of requests</summary>
        <div className={styles.fields}>
          <TextField
            label="Dimensions"
            inputMode="numeric"
            {...text('dimensions')}
            help="Empty: the endpoint decides."
          />
          <TextField
            label="Tokens that the model reads"
            inputMode="numeric"
            {...text('maxTokens')}
            help="Longer texts are then cut into windows. Empty: unknown, and a run checks whether the end of the longest text was read (two more inputs)."
          />
          <Checkbox
            label="Shorten the vectors here"
            checked={fields.truncateHere}
            onChange={(truncateHere) => change({ truncateHere })}
            help="For servers that ignore “dimensions” and models that were trained to be shortened."
          />
        </div>
        <RequestFieldRow fields={fields} errorAt={errorAt} onChange={change} />
      </details>
      <details>
        <summary>Prefixes, price, extra headers</summary>
        <div className={styles.fields}>
          <TextField
            label="Before what is searched for"
            {...text('queryPrefix')}
            help="Such as “query: ”. Spaces count; \n is a line break."
          />
          <TextField
            label="Before what is searched"
            {...text('documentPrefix')}
            help="Such as “passage: ”. Another prefix is another vector: it is part of what is kept."
          />
          <TextField
            label="US$ per million tokens"
            inputMode="decimal"
            {...text('price')}
            help="For the estimate before a run."
          />
          {preset?.apiVersion === undefined ? null : (
            <TextField
              label="api-version"
              {...text('apiVersion')}
              placeholder={preset.apiVersion}
              help="Sent in the address."
            />
          )}
        </div>
        <ExtraHeaders origin={chosen.origin} />
      </details>
      {chosen.problem !== null && chosen.field === undefined && fields.baseUrl.trim() !== '' ? (
        <p className="small soft">{chosen.problem}</p>
      ) : null}
      {chosen.field === 'model' && fields.model === '' ? (
        <p className="small soft">{chosen.problem}</p>
      ) : null}
      <AboutKeys />
    </div>
  );
}

const escaped = (prefix: string): string => prefix.replaceAll('\n', '\\n');

function ExtraHeaders({ origin }: { origin: string | null }) {
  const typed = useHeaders((state) => (origin === null ? '' : (state.typed[origin] ?? '')));
  const [problem, setProblem] = useState<string | null>(null);
  if (origin === null) return null;
  return (
    <>
      <TextArea
        label="Extra headers"
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-invalid={problem !== null || undefined}
        onChange={(event) => setProblem(typeHeaders(origin, event.target.value))}
        help={`One a line, as “Name: value”. Sent to ${origin} only and gone on reload. The server must allow each by CORS.`}
      />
      {problem === null ? null : (
        <p className="small bad" role="alert">
          {problem}
        </p>
      )}
    </>
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
