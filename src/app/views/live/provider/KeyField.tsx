import { useState } from 'react';
import { Button } from '../../../components/Button';
import { Checkbox, TextField } from '../../../components/TextField';
import { keepKeyForTab, setKey, useKeys } from '../../../state/liveKeys';

/**
 * Where a key is typed. The field is not controlled and starts empty: a controlled one
 * would write the key into the document as an attribute.
 */
export function KeyField({ origin, optional }: { origin: string | null; optional: boolean }) {
  const set = useKeys(({ keys }) => origin !== null && Object.hasOwn(keys, origin));
  const kept = useKeys(({ keptForTab }) => origin !== null && keptForTab.includes(origin));
  const [refused, setRefused] = useState(false);
  const [cleared, setCleared] = useState(0);
  const label = optional ? 'API key (optional)' : 'API key';
  if (origin === null)
    return (
      <TextField
        label={label}
        type="password"
        autoComplete="off"
        disabled
        help="Type the base URL first: a key belongs to one endpoint."
      />
    );
  const forget = () => {
    keepKeyForTab(origin, false);
    setKey(origin, '');
    setCleared(cleared + 1);
  };
  return (
    <div className="stack gap-2">
      <TextField
        // Another endpoint, or a forgotten key, starts with an empty field.
        key={`${origin} ${cleared}`}
        label={label}
        type="password"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-1p-ignore="true"
        data-lpignore="true"
        placeholder={set ? 'set; type to replace it' : ''}
        onChange={(event) => setKey(origin, event.target.value.trim())}
        help={set ? `Set, for ${origin} only.` : `Will be used for ${origin} only.`}
      />
      <div className="row">
        <Checkbox
          label="Keep it for this tab"
          help={
            refused ? 'The browser refuses: it is kept in memory only.' : 'Otherwise it is gone on reload.'
          }
          checked={kept}
          onChange={(keep) => setRefused(!keepKeyForTab(origin, keep))}
        />
        {set ? (
          <Button tone="quiet" onClick={forget}>
            Forget the key
          </Button>
        ) : null}
      </div>
    </div>
  );
}
