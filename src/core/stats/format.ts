/**
 * The one way numbers become text, on the page, in the command line and in the report.
 *
 * - Missing (`null`, `undefined`, NaN, an infinity, not a number) is `n/a`.
 * - 0 is `0`, also −0; what is not 0 never rounds to 0, what is not all never to 100 %:
 *   digits are added first, and past those the text says `<` or `>`.
 * - A minus is U+2212, thousands are set apart by commas, a unit follows a plain space.
 * - Nothing depends on a locale, so engines agree.
 */

export const MISSING = 'n/a';
const MINUS = '−';

/** Whether a value counts as a number everywhere: finite, and of type number. */
export function isPresent(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A value as outside data gives it; all but finite numbers print as `n/a`. */
export type Maybe = number | null | undefined;

/**
 * A share as percent: `36.7 %`, `0 %`, `100 %`, `99.96 %` (2,499 of 2,500), `0.04 %`
 * (1 of 2,500), `<0.001 %`, `>99.999 %`.
 *
 * One decimal; up to three where fewer would round to none or all. A share within 1e-12
 * of 0 or 1 is rounding of a sum, and prints as that. With `n`, the questions it rests
 * on, a share of none is `n/a`.
 */
export function percent(share: Maybe, n?: number): string {
  if (n === 0 || !isPresent(share)) return MISSING;
  return `${percentNumber(share)} %`;
}

function percentNumber(share: number, plus = ''): string {
  const size = Math.abs(share);
  if (size < 1e-12) return '0';
  const sign = share < 0 ? MINUS : plus;
  if (Math.abs(size - 1) < 1e-12) return `${sign}100`;
  const scaled = Math.min(size * 100, Number.MAX_VALUE);
  for (let digits = 1; digits <= 3; digits++) {
    const text = fixed(scaled, digits);
    if (Number(text) !== 0 && Number(text) !== 100) return sign + text;
  }
  const [bound, above] = size < 0.5 ? ['0.001', false] : size < 1 ? ['99.999', true] : ['100', true];
  return `${above === share > 0 ? '>' : '<'}${sign}${bound}`;
}

/** A share with the counts behind it: `36.7 % (47 of 128)`; `n/a (n = 0)` without questions. */
export function shareOf(hits: Maybe, n: number): string {
  if (n === 0) return `${MISSING} (n = 0)`;
  if (!isPresent(hits)) return MISSING;
  return `${percent(hits / n)} (${decimal(hits)} of ${count(n)})`;
}

/**
 * A difference of two shares in percentage points, always with its sign: `+14.1 points`,
 * `−5.0 points`, `0 points`, `+0.04 points`.
 */
export function points(difference: Maybe): string {
  if (!isPresent(difference)) return MISSING;
  return `${percentNumber(difference, '+')} points`;
}

/** A difference of two quantities, always with its sign: `+221.4`, `−3`, `0`. */
export function signedDecimal(difference: Maybe, digits = 1): string {
  return isPresent(difference) && difference > 0
    ? `+${decimal(difference, digits)}`
    : decimal(difference, digits);
}

/** A whole number of things: `2,499`; a number with a fraction keeps one decimal. */
export function count(value: Maybe): string {
  return decimal(value, 1);
}

/**
 * A quantity with at most `digits` decimals, none for whole numbers: `243.7`, `1,200`.
 * What would round to 0 is `<0.1`; from 1e12 on as a power of ten, `1e21`.
 */
export function decimal(value: Maybe, digits = 1): string {
  if (!isPresent(value)) return MISSING;
  if (Math.abs(value) >= 1e12) return exponent(value);
  if (Number.isInteger(value)) return signedText(value, fixed(Math.abs(value), 0));
  const text = fixed(Math.abs(value), digits);
  if (Number(text.replaceAll(',', '')) !== 0) return signedText(value, text);
  const bound = fixed(10 ** -digits, digits);
  return value < 0 ? `>${MINUS}${bound}` : `<${bound}`;
}

/**
 * A score (cosine, BM25, nDCG, reciprocal rank): `0.5087`, `3.441`, `12.35`, `0`, `1`,
 * `4.00e-5`, `1e-7`, `1e21`.
 *
 * Four decimals below 1, then as many as make four digits. What is not 1 never prints as
 * `1.0000` but as `>0.9999`, or `1.000` when it is above.
 */
export function score(value: Maybe): string {
  if (!isPresent(value)) return MISSING;
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (size < 1e-4 || size >= 1e12) return exponent(value);
  if (Number.isInteger(value)) return signedText(value, fixed(size, 0));
  const digits = size < 1 ? 4 : size < 10 ? 3 : size < 100 ? 2 : size < 1_000 ? 1 : 0;
  const text = fixed(size, digits);
  if (size < 1 && Number(text) === 1) return value < 0 ? `>${MINUS}0.9999` : '>0.9999';
  return signedText(value, text);
}

/** A difference of two scores, always with its sign: `+0.0123`, `−0.0500`, `0`. */
export function signedScore(difference: Maybe): string {
  const text = score(difference);
  return isPresent(difference) && difference > 0
    ? text.startsWith('>')
      ? `>+${text.slice(1)}`
      : `+${text}`
    : text;
}

/** A p value: `0.031`, `1`, `<0.0001`; enough digits to stay on its side of 0.05. */
export function pValue(p: Maybe): string {
  if (!isPresent(p)) return MISSING;
  if (p === 0 || p === 1) return String(p);
  if (p < 1e-4) return '<0.0001';
  if (p > 0.999) return '>0.999';
  for (let digits = p < 0.01 ? 4 : 3; digits < 15; digits++) {
    const text = p.toFixed(digits);
    if (p < 0.05 === Number(text) < 0.05) return text;
  }
  return String(p);
}

/**
 * The two ends of an interval as they stand beside their figure, which says the unit: `95.0 %` `[92.1, 97.5]`; `∞` for
 * a high end without bound, `n/a` where either is missing. `format` is the formatter of the figure.
 */
export function interval(low: Maybe, high: Maybe, format: (value: number) => string = percent): string {
  const bare = (value: number) => (value === Infinity ? '∞' : format(value).replace(/ [^ \d]+$|^US\$ /g, ''));
  const known = typeof high === 'number' && !Number.isNaN(high);
  return isPresent(low) && known ? `[${bare(low)}, ${bare(high)}]` : MISSING;
}

/** A price in US dollars, to the cent, or to three digits below one: `US$ 12.50`, `US$ 0.00456`. */
export function dollars(value: Maybe): string {
  if (!isPresent(value)) return MISSING;
  const size = Math.abs(value);
  return `US$ ${signedText(value, size === 0 || size >= 1 ? fixed(size, 2) : fixed(size, Math.min(9, 2 - Math.floor(Math.log10(size)))))}`;
}

/** A size in bytes: `512 B`, `1.20 kB`, `26.0 MB`; a kB is 1,000 bytes. */
export function bytes(value: Maybe): string {
  if (!isPresent(value)) return MISSING;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = Math.abs(value);
  if (size < 999.5) return `${decimal(value)} B`;
  let unit = -1;
  do {
    size /= 1_000;
    unit++;
  } while (size >= 999.5 && unit < units.length - 1);
  return `${signedText(value, threeDigits(size))} ${units[unit]}`;
}

/** A time in milliseconds: `0.4 ms`, `850 ms`, `12.3 s`, `4 min 05 s`, `2 h 03 min`. */
export function duration(ms: Maybe): string {
  if (!isPresent(ms)) return MISSING;
  if (ms < 0) return MINUS + duration(-ms);
  if (ms < 99.95) return `${decimal(ms)} ms`;
  if (ms < 999.5) return `${fixed(ms, 0)} ms`;
  if (ms < 59_950) return `${fixed(ms / 1_000, 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${padded(seconds % 60)} s`;
  if (ms >= 1e12) return `${decimal(ms / 3_600_000)} h`;
  const minutes = Math.round(ms / 60_000);
  return `${count(Math.floor(minutes / 60))} h ${padded(minutes % 60)} min`;
}

/** What a number counts, and so how it prints. */
export type Unit = 'share' | 'score' | 'tokens' | 'count' | 'bytes' | 'milliseconds' | 'dollars';

const byUnit: Record<Unit, (value: Maybe) => string> = {
  share: percent,
  score,
  tokens: (value) => decimal(value),
  count,
  bytes,
  milliseconds: duration,
  dollars,
};

/** A figure in its unit; `n/a` for a missing one or, where `n` is given, one that rests on no question. */
export function formatValue(value: Maybe, unit: Unit, n?: number): string {
  return n === 0 ? MISSING : byUnit[unit](value);
}

/** A non-negative number with fixed decimals and commas. `toFixed` rounds the exact binary value, in every engine. */
function fixed(value: number, digits: number): string {
  if (value >= 1e12) return exponent(value);
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function threeDigits(value: number): string {
  return fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

/** At most three digits and a power of ten: `1e21`, `−1.23e-7`. */
function exponent(value: number): string {
  const [digits = '', power = ''] = Math.abs(value).toExponential(2).split('e');
  return signedText(value, `${Number(digits)}e${Number(power)}`);
}

/** Puts the minus of `value` before a text of its size, unless the text says 0. */
function signedText(value: number, text: string): string {
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
