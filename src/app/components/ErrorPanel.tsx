import type { ReactNode } from 'react';
import { Button } from './Button';
import { Notice } from './Notice';
import { Facts } from './Facts';

interface ErrorPanelProps {
  title: string;
  message: string;
  /** Facts of the error, each with its name: file, place, found, expected. */
  facts?: readonly (readonly [string, string])[];
  advice?: string | undefined;
  onRetry?: () => void;
  /** Another way out, beside trying again. */
  action?: ReactNode;
}

/** A fault in words: what it is about, what was found, what was expected, what to do. */
export function ErrorPanel({ title, message, facts = [], advice, onRetry, action }: ErrorPanelProps) {
  return (
    <Notice
      tone="bad"
      title={title}
      action={
        onRetry || action ? (
          <span className="row">
            {onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
            {action}
          </span>
        ) : undefined
      }
    >
      {facts.length === 0 ? <p>{message}</p> : null}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {advice ? <p>{advice}</p> : null}
    </Notice>
  );
}
