import { useId, type ReactNode } from 'react';
import styles from './controls.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words, shown beside the slider and read aloud. */
  valueText: string;
  help?: ReactNode;
  onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step, valueText, help, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id} className="small strong soft">
        {label}
      </label>
      <output htmlFor={id} className="number">
        {valueText}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      {help ? (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
