import { useState } from 'react';

/** How many of a long list are shown, and a way to show more. */
export function useShownCount(first: number, step: number): [number, () => void] {
  const [count, setCount] = useState(first);
  return [count, () => setCount(count + step)];
}
