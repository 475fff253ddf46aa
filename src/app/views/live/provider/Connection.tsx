import { useEffect, useRef, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Notice } from '../../../components/Notice';
import { isAbortError, listModels, testConnection, testWord } from '../../../data/liveProviders';
import { keyFor } from '../../../state/liveKeys';
import { faultOf } from '../job/faults';
import type { ChosenProvider } from '../useProviderChoice';

type Asked =
  | { kind: 'idle' }
  | { kind: 'asking'; what: string }
  | { kind: 'models'; names: readonly string[] }
  | { kind: 'answered'; dimensions: number; ms: number }
  | { kind: 'failed'; error: Error };

/** Asks an endpoint for its models, and whether it embeds a word: the quickest way to find out what is wrong. */
export function Connection({
  chosen,
  models,
  onModel,
}: {
  chosen: ChosenProvider;
  /** Where models are listed, from the base URL. */
  models: string;
  onModel: (model: string) => void;
}) {
  const { choice, origin } = chosen;
  const [asked, setAsked] = useState<{ of: unknown; state: Asked }>({ of: null, state: { kind: 'idle' } });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  // What another endpoint answered is not this one's; another name of the model leaves its list.
  const state: Asked = asked.of === origin ? asked.state : { kind: 'idle' };
  const ask = async (what: string, work: (signal: AbortSignal) => Promise<Asked>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (next: Asked) => running.current === controller && setAsked({ of: origin, state: next });
    show({ kind: 'asking', what });
    try {
      show(await work(controller.signal));
    } catch (error) {
      if (isAbortError(error)) show({ kind: 'idle' });
      else show({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const key = () => (origin === null ? null : keyFor(origin));
  const named = choice && choice.kind !== 'local' ? choice : null;
  // The list is asked for before a model is named.
  const forList = named ?? chosen.nameless ?? null;
  return (
    <div className="stack gap-2">
      <div className="row">
        <Button
          disabled={forList === null || state.kind === 'asking'}
          onClick={() =>
            void ask('Asking for the models', async (signal) => ({
              kind: 'models',
              names: await listModels(forList!, key(), models, signal),
            }))
          }
        >
          List the models
        </Button>
        <Button
          disabled={named === null || state.kind === 'asking' || chosen.unsendable !== undefined}
          onClick={() =>
            void ask('Testing', async (signal) => ({
              kind: 'answered',
              ...(await testConnection(named!, key(), signal)),
            }))
          }
        >
          Test the connection
        </Button>
        {state.kind === 'asking' ? (
          <>
            <span role="status">{state.what} …</span>
            <Button tone="quiet" onClick={() => running.current?.abort()}>
              Stop
            </Button>
          </>
        ) : (
          <span className="soft small">The test sends the one word “{testWord}”.</span>
        )}
      </div>
      {state.kind === 'models' ? (
        <p className="row small" role="status">
          {state.names.length === 0
            ? 'It lists no model.'
            : `${format.count(state.names.length)} ${state.names.length === 1 ? 'model' : 'models'}:`}
          {state.names.slice(0, 12).map((name) => (
            <Button key={name} tone="quiet" onClick={() => onModel(name)}>
              {name}
            </Button>
          ))}
          {state.names.length > 12 ? <span className="soft">and more, offered as you type</span> : null}
        </p>
      ) : null}
      <datalist id="endpoint-models">
        {state.kind === 'models' ? state.names.map((name) => <option key={name} value={name} />) : null}
      </datalist>
      {state.kind === 'answered' ? (
        <Notice tone="good">
          It answers: a vector of {format.count(state.dimensions)} numbers in {format.duration(state.ms)}.
        </Notice>
      ) : null}
      {state.kind === 'failed' ? (
        <ErrorPanel title={faultOf(state.error).title} message={faultOf(state.error).message} />
      ) : null}
    </div>
  );
}
