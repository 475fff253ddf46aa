import { TextField } from '../../../components/TextField';
import type { RequestFields } from '../../../state/liveSettings';
import type { EndpointField } from '../useProviderChoice';
import styles from './Provider.module.css';

interface RequestFieldRowProps {
  fields: RequestFields;
  /** What is wrong with a field, in words. */
  errorAt: (field: EndpointField) => string | null;
  onChange: (patch: Partial<RequestFields>) => void;
}

/** What may be told about the requests to any endpoint. */
export function RequestFieldRow({ fields, errorAt, onChange }: RequestFieldRowProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Texts in one request"
        inputMode="numeric"
        autoComplete="off"
        value={fields.maxInputs}
        error={errorAt('maxInputs')}
        onChange={(event) => onChange({ maxInputs: event.target.value })}
        help="Empty: as many as make an answer of 131,072 numbers, 128 for vectors of 1,024; a server that refuses is asked for fewer. 2,048 at most."
      />
      <TextField
        label="Time-out in seconds"
        inputMode="numeric"
        autoComplete="off"
        value={fields.timeout}
        error={errorAt('timeout')}
        onChange={(event) => onChange({ timeout: event.target.value })}
        help="Empty: 60. A request that takes longer is sent again in two halves."
      />
      <TextField
        label="Revision"
        autoComplete="off"
        spellCheck={false}
        value={fields.revision}
        onChange={(event) => onChange({ revision: event.target.value })}
        help="Yours to name, where the model behind the name may change. Kept vectors belong to one revision."
      />
    </div>
  );
}
