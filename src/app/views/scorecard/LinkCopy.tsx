import { useState } from 'react';
import { Button } from '../../components/Button';

/** Copies the address of what is on screen; where the browser refuses, shows it to be copied by hand. */
export function LinkCopy() {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(window.location.href).then(
          () => setState('copied'),
          () => setState('refused'),
        )
      : Promise.resolve(setState('refused'));
  if (state === 'refused') {
    return (
      <label>
        Link to this view{' '}
        <input readOnly value={window.location.href} onFocus={(event) => event.target.select()} />
      </label>
    );
  }
  return <Button onClick={() => void copy()}>{state === 'copied' ? 'Link copied' : 'Copy the link'}</Button>;
}
