import { useState } from 'react';
import { TextField } from '../../components/TextField';

interface PriceFieldProps {
  /** US dollars per million tokens; null for none. */
  price: number | null;
  onPrice: (price: number | null) => void;
}

/** The reader's own price of tokens: with one, the table tells what 1,000 questions cost. */
export function PriceField({ price, onPrice }: PriceFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = (typed ?? String(price ?? '')).trim();
  const value = text === '' ? null : Number(text.replace(/^\$\s*/, '').replaceAll(',', ''));
  const wrong = value !== null && !(value >= 0 && value <= 100_000);
  return (
    <TextField
      label="Your price of a million tokens, US$"
      inputMode="decimal"
      size={8}
      value={text}
      help="With one, a column tells what 1,000 questions cost."
      error={wrong ? 'Expected a number from 0 to 100,000.' : null}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (!wrong && value !== price) onPrice(value);
        setTyped(null);
      }}
      onKeyDown={({ key }) => key === 'Enter' && !wrong && onPrice(value)}
    />
  );
}
