/** Something that an experiment does not show: a few words, and what they mean. */
export interface Limit {
  lead: string;
  text: string;
}
