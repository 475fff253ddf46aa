import { useState } from 'react';
import { Button } from './Button';

interface CopyButtonProps {
  /** What the button is called: `Copy the link`. */
  label: string;
  /** What is copied, as it is when the button is pressed. */
  text: () => string;
  tone?: 'plain' | 'quiet';
}

/** Copies a text; where the browser refuses, shows it to be copied by hand. */
export function CopyButton({ label, text, tone = 'plain' }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(text()).then(
          () => setState('copied'),
          () => setState('refused'),
        )
      : Promise.resolve(setState('refused'));
  if (state === 'refused')
    return (
      <label>
        {label} by hand <input readOnly value={text()} onFocus={(event) => event.target.select()} />
      </label>
    );
  return (
    <Button tone={tone} onClick={() => void copy()}>
      {state === 'copied' ? 'Copied' : label}
    </Button>
  );
}
