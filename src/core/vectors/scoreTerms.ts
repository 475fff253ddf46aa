import type { Cosine, Fraction } from '../units';
import { checkFocusWeight, dot, norm, unit } from './vectors';

/**
 * What decides the score of two blended vectors at every weight: the dot products
 * of the four unit vectors that they are blended from, query side first. With
 * them a score, its terms and its weight sweeps need no vectors.
 */
export interface BlendDots {
  pieceToPiece: Cosine;
  /** query piece · stored context */
  pieceToContext: Cosine;
  /** query context · stored piece */
  contextToPiece: Cosine;
  contextToContext: Cosine;
  /** query piece · query context */
  queryInner: Cosine;
  /** stored piece · stored context */
  storedInner: Cosine;
  /** The context is all zeros, so the piece stands alone at every weight. */
  queryContextIsZero?: boolean;
  storedContextIsZero?: boolean;
}

/** Shares of a score, named query side first. They add up to it. */
export interface ScoreTerms {
  pieceToPiece: number;
  pieceToContext: number;
  contextToPiece: number;
  contextToContext: number;
}

export interface BlendedScore {
  terms: ScoreTerms;
  /** Lengths of the two blends before they are made unit vectors; each term is already divided by both. */
  queryNorm: number;
  storedNorm: number;
  score: Cosine;
}

/** The dot products of a query part and a stored piece with their contexts, each vector made a unit vector first. */
export function blendDotsOf(
  queryPiece: ArrayLike<number>,
  queryContext: ArrayLike<number>,
  storedPiece: ArrayLike<number>,
  storedContext: ArrayLike<number>,
): BlendDots {
  const [qp, qc, sp, sc] = [unit(queryPiece), unit(queryContext), unit(storedPiece), unit(storedContext)];
  if (norm(qp) === 0) throw new RangeError('the query piece must not be all zeros');
  if (norm(sp) === 0) throw new RangeError('the stored piece must not be all zeros');
  return {
    pieceToPiece: dot(qp, sp),
    pieceToContext: dot(qp, sc),
    contextToPiece: dot(qc, sp),
    contextToContext: dot(qc, sc),
    queryInner: dot(qp, qc),
    storedInner: dot(sp, sc),
    ...(norm(qc) === 0 && { queryContextIsZero: true }),
    ...(norm(sc) === 0 && { storedContextIsZero: true }),
  };
}

/** Length of `w · piece + (1 − w) · context` from the cosine between the two. */
function blendNorm(inner: Cosine, weight: Fraction): number {
  const other = 1 - weight;
  return Math.sqrt(Math.max(0, weight * weight + 2 * weight * other * inner + other * other));
}

/**
 * Why two blended vectors score what they score: four terms, each a product of
 * weights and one dot product over both norms, and their sum, the cosine of the
 * blends. The two sides may have different focus weights. A blend that cancels
 * to nothing scores 0.
 */
export function blendedScore(dots: BlendDots, queryWeight: Fraction, storedWeight: Fraction): BlendedScore {
  checkFocusWeight(queryWeight, 'query weight');
  checkFocusWeight(storedWeight, 'stored weight');
  const qw = dots.queryContextIsZero ? 1 : queryWeight;
  const sw = dots.storedContextIsZero ? 1 : storedWeight;
  const queryNorm = blendNorm(dots.queryInner, qw);
  const storedNorm = blendNorm(dots.storedInner, sw);
  const norms = queryNorm * storedNorm;
  const share = (weights: number, product: Cosine): number => (norms === 0 ? 0 : (weights * product) / norms);
  const terms = {
    pieceToPiece: share(qw * sw, dots.pieceToPiece),
    pieceToContext: share(qw * (1 - sw), dots.pieceToContext),
    contextToPiece: share((1 - qw) * sw, dots.contextToPiece),
    contextToContext: share((1 - qw) * (1 - sw), dots.contextToContext),
  };
  const score = terms.pieceToPiece + terms.pieceToContext + terms.contextToPiece + terms.contextToContext;
  return { terms, queryNorm, storedNorm, score };
}

/** `blendedScore` at one weight for both sides, flat: the four terms, their sum and the two norms. */
export function scoreTermsFromDots(
  dots: BlendDots,
  focusWeight: Fraction,
): ScoreTerms & Omit<BlendedScore, 'terms'> {
  const { terms, ...rest } = blendedScore(dots, focusWeight, focusWeight);
  return { ...terms, ...rest };
}

/**
 * The four terms of the cosine of two blended vectors, already divided by the two
 * norms, so that they add up to the score. Vectors need not be unit vectors.
 */
export function scoreTerms(
  queryPiece: ArrayLike<number>,
  queryContext: ArrayLike<number>,
  storedPiece: ArrayLike<number>,
  storedContext: ArrayLike<number>,
  focusWeight: Fraction = 0.8,
): ScoreTerms & Omit<BlendedScore, 'terms'> {
  return scoreTermsFromDots(
    blendDotsOf(queryPiece, queryContext, storedPiece, storedContext),
    checkFocusWeight(focusWeight),
  );
}
