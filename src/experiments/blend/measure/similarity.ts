import { dot, unit } from '../../../core/vectors/vectors';

type Matrix = number[][];

/** What the similarities are computed from: fixtures, of which only the texts are embedded. */
export interface BlendTexts {
  families: { id: string; split: 'development' | 'evaluation'; focus: string }[];
  records: { id: string; family: string; clean: string; noisy: string }[];
  queries: {
    id: string;
    family: string;
    kind: 'specific' | 'generic';
    target: string | null;
    clean: string;
    noisy: string;
  }[];
}

/**
 * The dot products of unit vectors from which every blended score follows, at any
 * weight, without the vectors. The piece of a text is its family's focus, so piece
 * rows and columns are families; the context is the whole text, clean or noisy.
 */
export interface SimilarityBlock {
  families: string[];
  records: { id: string; family: string }[];
  queries: {
    id: string;
    family: string;
    kind: 'specific' | 'generic';
    target: string | null;
    split: 'development' | 'evaluation';
  }[];
  /** [query family][record family] */
  pieceToPiece: Matrix;
  /** [query family][record] per record variant */
  pieceToContext: { clean: Matrix; noisy: Matrix };
  /** [query][record family] per query variant */
  contextToPiece: { clean: Matrix; noisy: Matrix };
  /** [query][record]: first word is the query variant, second the record variant */
  contextToContext: { cleanClean: Matrix; cleanNoisy: Matrix; noisyClean: Matrix; noisyNoisy: Matrix };
  /** Query piece with its own context, per query. */
  queryInner: { clean: number[]; noisy: number[] };
  /** Stored piece with its own context, per record. */
  storedInner: { clean: number[]; noisy: number[] };
}

/** The distinct texts of a block that are embedded: focus sentences and both variants of every record and query, never an id or a label. */
export function textsToEmbed({ families, records, queries }: BlendTexts): string[] {
  return [
    ...new Set([
      ...families.map(({ focus }) => focus),
      ...[...records, ...queries].flatMap(({ clean, noisy }) => [clean, noisy]),
    ]),
  ];
}

/** Decimals of every dot product. Rankings follow from the rounded ones, so that page, command line and builder agree bit for bit. */
const dotDecimals = 1e12;

/**
 * The similarities of a block. `vectorOf` gives the vector of a text, of any length but 0,
 * the same one for the same text; a RangeError names a text that has none.
 */
export function similarityBlock(
  { families, records, queries }: BlendTexts,
  vectorOf: (text: string) => ArrayLike<number> | undefined,
): SimilarityBlock {
  const units = new Map<string, number[]>();
  const vector = (text: string): number[] => {
    const known = units.get(text);
    if (known) return known;
    const found = vectorOf(text);
    if (!found) throw new RangeError(`no vector for the text "${text}"`);
    const made = unit(found);
    units.set(text, made);
    return made;
  };
  const product = (a: string, b: string): number =>
    Math.round(dot(vector(a), vector(b)) * dotDecimals) / dotDecimals;
  const table = (rows: readonly string[], columns: readonly string[]): Matrix =>
    rows.map((row) => columns.map((column) => product(row, column)));
  const familyOf = new Map(families.map((family) => [family.id, family]));
  const focusOf = (id: string) => {
    const family = familyOf.get(id);
    if (!family) throw new RangeError(`family "${id}" is used but not listed`);
    return family.focus;
  };
  const focuses = families.map(({ focus }) => focus);
  const stored = { clean: records.map(({ clean }) => clean), noisy: records.map(({ noisy }) => noisy) };
  const asked = { clean: queries.map(({ clean }) => clean), noisy: queries.map(({ noisy }) => noisy) };
  const inner = (texts: readonly { family: string }[], contexts: readonly string[]) =>
    contexts.map((context, index) => product(focusOf(texts[index]!.family), context));
  return {
    families: families.map(({ id }) => id),
    records: records.map(({ id, family }) => ({ id, family })),
    queries: queries.map(({ id, family, kind, target }) => ({
      id,
      family,
      kind,
      target,
      split: familyOf.get(family)!.split,
    })),
    pieceToPiece: table(focuses, focuses),
    pieceToContext: { clean: table(focuses, stored.clean), noisy: table(focuses, stored.noisy) },
    contextToPiece: { clean: table(asked.clean, focuses), noisy: table(asked.noisy, focuses) },
    contextToContext: {
      cleanClean: table(asked.clean, stored.clean),
      cleanNoisy: table(asked.clean, stored.noisy),
      noisyClean: table(asked.noisy, stored.clean),
      noisyNoisy: table(asked.noisy, stored.noisy),
    },
    queryInner: { clean: inner(queries, asked.clean), noisy: inner(queries, asked.noisy) },
    storedInner: { clean: inner(records, stored.clean), noisy: inner(records, stored.noisy) },
  };
}
