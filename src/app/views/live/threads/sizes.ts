import { pieceBytes } from '../liveParams';

/** Piece sizes of a field, after the one of the figures; a problem in words where it holds another thing. */
export function sizesOf(field: string, first: number): { sizes: number[]; problem: string | null } {
  const given = field.split(/[\s,;]+/).filter((part) => part !== '');
  const wrong = given.find(
    (part) => !/^\d+$/.test(part) || Number(part) < pieceBytes.low || Number(part) > pieceBytes.high,
  );
  return wrong === undefined
    ? { sizes: [...new Set([first, ...given.map(Number)])], problem: null }
    : {
        sizes: [first],
        problem: `Piece sizes: “${wrong}” is no whole number from ${pieceBytes.low} to ${pieceBytes.high}.`,
      };
}
