/** A row’s place in a column, alone or shared. */
export interface PlaceMark {
  text: string;
  title: string;
  /** Rows that share it. */
  size: number;
}

/**
 * The places that rows share in a column: a group of three that leads has `1–3`, the next
 * row `4`. Groups come from all rows over the whole question set, so a filter moves nobody.
 */
export function rankMarks(groups: readonly (readonly string[])[]): Map<string, PlaceMark> {
  const marks = new Map<string, PlaceMark>();
  let first = 1;
  for (const group of groups) {
    const last = first + group.length - 1;
    const mark =
      group.length === 1
        ? { text: String(first), title: `Place ${first}.`, size: 1 }
        : {
            text: `${first}–${last}`,
            title: `These ${group.length} rows share places ${first} to ${last}: the data do not establish that the first of them beats the others.`,
            size: group.length,
          };
    for (const row of group) marks.set(row, mark);
    first = last + 1;
  }
  return marks;
}
