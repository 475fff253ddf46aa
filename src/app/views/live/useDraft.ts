import { useEffect, useRef, useState } from 'react';

const restMs = 150;

/**
 * A value that is shown at once and committed when it rests: browsers limit how often an
 * address may change, and a dragged slider changes sixty times a second. A value that
 * comes from elsewhere (Back, a link) replaces the draft.
 */
export function useDraft<T>(committed: T, commit: (value: T) => void): [T, (value: T) => void] {
  const [draft, setDraft] = useState<{ value: T; over: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const current = draft && draft.over === committed ? draft.value : committed;
  const change = (value: T) => {
    setDraft({ value, over: committed });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(value), restMs);
  };
  return [current, change];
}
