import { Fragment, type ReactNode } from 'react';
import { Choice, Select } from '../../components/Choice';
import { Explain } from '../../components/Explain';
import shared from './failures.module.css';

interface Option {
  value: string;
  label: string;
  title?: string;
}

/** One setting of a failure explorer. */
export interface FilterField {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** A list to unfold instead of values side by side. */
  many?: boolean;
  help?: { about: string; text: ReactNode };
}

interface FieldOf<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; title?: string }[];
  onChange: (value: T) => void;
  many?: boolean;
  help?: FilterField['help'];
}

/** A setting with a value from its options: only those are handed to `onChange`. */
export function field<T extends string>({ onChange, ...rest }: FieldOf<T>): FilterField {
  return {
    ...rest,
    onChange: (value) => {
      const option = rest.options.find((known) => known.value === value);
      if (option) onChange(option.value);
    },
  };
}

interface OptionalFieldOf<T extends string> extends Omit<FieldOf<T>, 'value' | 'onChange'> {
  value: T | null;
  /** What no value is called: “all families”. */
  none: string;
  /** How a value that the options lack, such as one from a link, is called; it comes first. */
  unlisted?: (value: T) => string;
  onChange: (value: T | null) => void;
}

/** A setting that may have no value. */
export function optionalField<T extends string>({
  value,
  none,
  options,
  unlisted = (own) => own,
  onChange,
  ...rest
}: OptionalFieldOf<T>): FilterField {
  const listed =
    value === null || options.some((option) => option.value === value)
      ? options
      : [{ value, label: unlisted(value) }, ...options];
  return {
    ...rest,
    many: true,
    value: value ?? '',
    options: [{ value: '', label: none }, ...listed],
    onChange: (chosen) => onChange(listed.find((option) => option.value === chosen)?.value ?? null),
  };
}

interface FilterBarProps {
  /** Its name where it is a group of its own. */
  label?: string;
  fields: readonly FilterField[];
  children?: ReactNode;
}

/** Which setup is looked at, and which of its outcomes are listed. */
export function FilterBar({ label, fields, children }: FilterBarProps) {
  return (
    <div
      className={`row toolbar ${shared.filters} no-print`}
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
    >
      {fields.map(({ help, many, ...control }) => {
        const drawn = many ? <Select {...control} /> : <Choice {...control} />;
        return help === undefined ? (
          <Fragment key={control.label}>{drawn}</Fragment>
        ) : (
          <div key={control.label} className={shared.withHelp}>
            {drawn}
            <Explain about={help.about}>{help.text}</Explain>
          </div>
        );
      })}
      {children}
    </div>
  );
}
