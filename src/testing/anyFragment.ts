import fc from 'fast-check';

/** Fragments of links as people mangle them: known words beside broken escapes, separators and other hosts. */
export const anyFragment = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'experiment',
        'compare',
        'live',
        'chunking-squad',
        'scorecard',
        'v=1',
        'runs=',
        'a=',
        'k=',
      ),
      fc.constantFrom('%', '%2', '%E0%A4%A', '%ED%A0%80', '%2F', '%252F', '%00', '%zz', '..', 'https://['),
      fc.constantFrom('/', '/', '/', '?', '&', '=', '#', ',', '~', ':', '\\', '+', ' '),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `#/${parts.join('')}`);
