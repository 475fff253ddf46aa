/**
 * Where labels of equal height go so that none overlaps another and each stays as near as
 * possible to the place it names (least squares), in the order given.
 *
 * Labels that collide form a block around the mean of their wishes; blocks that collide
 * are joined. All stay within `low` … `high` where they fit; where they do not, they
 * overflow at the high end rather than overlap.
 */
export function placeLabels(wishes: readonly number[], height: number, low: number, high: number): number[] {
  const order = wishes.map((_, index) => index).sort((a, b) => wishes[a]! - wishes[b]! || a - b);
  const blocks: { members: number[]; top: number }[] = [];
  const topOf = (members: readonly number[]) => {
    const mean =
      members.reduce((sum, member, slot) => sum + wishes[member]! - slot * height, 0) / members.length;
    return Math.max(low + height / 2, Math.min(high - height / 2 - (members.length - 1) * height, mean));
  };
  for (const index of order) {
    let block = { members: [index], top: topOf([index]) };
    for (
      let previous = blocks.at(-1);
      previous && previous.top + previous.members.length * height > block.top + 1e-9;
      previous = blocks.at(-1)
    ) {
      const members = [...previous.members, ...block.members];
      block = { members, top: topOf(members) };
      blocks.pop();
    }
    blocks.push(block);
  }
  const placed: number[] = new Array<number>(wishes.length);
  for (const { members, top } of blocks)
    members.forEach((member, slot) => (placed[member] = top + slot * height));
  return placed;
}

/** Pixels that a text of 12 px takes, near enough to leave room for it without measuring. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text)
    width += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u.test(letter)
      ? 12
      : /[mwMW@%]/.test(letter)
        ? 10
        : /[ilj.,:;'|!() ]/.test(letter)
          ? 3.6
          : 6.7;
  return width;
}

/** The text, cut with an ellipsis where it is wider than `room` pixels. */
export function fitted(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(letters.join('')) > room - 10) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
