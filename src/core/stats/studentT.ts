/** Lanczos coefficients for g = 7, n = 9 (Godfrey): about 15 correct digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const z = x - 1;
  const sum = LANCZOS.reduce(
    (total, coefficient, i) => (i === 0 ? coefficient : total + coefficient / (z + i)),
    0,
  );
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (modified Lentz). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front =
    Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 1_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** Probability that Student's t with `df` degrees of freedom exceeds `t` (t ≥ 0). */
function upperTail(t: number, df: number): number {
  return 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/**
 * The value that Student's t stays below with probability `p`, for whole degrees of
 * freedom; 12.7062 for p = 0.975 and df = 1. Right to 1e-9, relatively.
 *
 * Bisection on the upper tail: some hundred short steps, and no start value to go wrong.
 */
export function studentQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`p is ${p}, expected between 0 and 1`);
  if (!Number.isInteger(df) || df < 1)
    throw new RangeError(`degrees of freedom are ${df}, expected a whole number of at least 1`);
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, df);
  const tail = 1 - p;
  let low = 0;
  let high = 1;
  while (upperTail(high, df) > tail) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (upperTail(middle, df) > tail) low = middle;
    else high = middle;
  }
}
