import { useId, useState } from 'react';
import { count } from '../../../core/stats/format';
import type { Tokens } from '../../../core/units';
import { largestBudget } from '../../../experiments/chunking/budgets';
import { budgetAt, lastPosition, positionOf } from './positions';
import styles from './BudgetControl.module.css';

interface BudgetControlProps {
  budget: Tokens;
  onBudget: (budget: Tokens) => void;
}

/** The token budget at which rows stand side by side: an exact field, and a slider over all of them. */
export function BudgetControl({ budget, onBudget }: BudgetControlProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): Tokens | null => {
    const value = Number(text.replaceAll(',', ''));
    return Number.isInteger(value) && value >= 1 && value <= largestBudget ? value : null;
  };
  const wrong = typed !== null && read(typed) === null;
  return (
    <div className={styles.budget}>
      <label htmlFor={id} className="small strong soft">
        Token budget
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        size={5}
        className={styles.exact}
        value={typed ?? String(budget)}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          const value = read(target.value);
          if (value !== null) onBudget(value);
        }}
        onBlur={() => setTyped(null)}
      />
      <input
        type="range"
        aria-label="Token budget, by steps"
        aria-valuetext={`${count(budget)} tokens`}
        min={0}
        max={lastPosition}
        value={positionOf(budget)}
        onChange={({ target }) => {
          setTyped(null);
          onBudget(budgetAt(target.valueAsNumber));
        }}
      />
      {wrong ? (
        <span id={`${id}-wrong`} role="alert" className={`small ${styles.wrong}`}>
          A whole number from 1 to {count(largestBudget)}.
        </span>
      ) : null}
    </div>
  );
}
