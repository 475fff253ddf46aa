import { ArtifactError } from '../../../../artifact/errors';
import { Button } from '../../../components/Button';
import { Notice } from '../../../components/Notice';

/** Files that could not be read, each with what was found and what was expected. */
export function ReadFaults({ faults, onDismiss }: { faults: readonly Error[]; onDismiss: () => void }) {
  if (faults.length === 0) return null;
  return (
    <Notice
      tone="bad"
      title={faults.length === 1 ? 'Not read:' : `${faults.length} not read:`}
      action={<Button onClick={onDismiss}>Dismiss</Button>}
    >
      <ul>
        {faults.map((fault, place) => (
          <li key={place}>
            {fault instanceof ArtifactError ? (
              <>
                <strong>{fault.file}</strong>
                {fault.path === '$' ? '' : `, at ${fault.path}`}: found {fault.found}; expected{' '}
                {fault.expected}.
              </>
            ) : (
              fault.message
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
