export const rules = ['answer', 'evidence'] as const;
export type Rule = (typeof rules)[number];

/** What a hit is, for kinds that leave it open. */
export interface HitRule {
  k: number;
  rule: Rule;
}
