/** Whether a value of a JSON file is an object: no list, no null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of some fields that holds text; null where none does. */
export function stringAt(value: Record<string, unknown>, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const field = value[key];
    if (typeof field === 'string') return field;
  }
  return null;
}
