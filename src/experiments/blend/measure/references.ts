import type { Fraction } from '../../../core/units';
import type { BlendCondition } from './methods';

/** A row that source A published on its own fixtures. Shown beside the measured rows, never mixed with them. */
export interface BlendReference {
  row: string;
  /** The measured row that it stands beside. */
  besides: string;
  label: string;
  source: string;
  top1: Record<BlendCondition, Fraction | null>;
  coverageAt4: Fraction | null;
  n: number;
  note: string;
}

const source = 'Contextual chunk retrieval, controlled experiment';
const otherFixtures = 'Reported by the source on its own fixtures and embedding model; not measured here.';

/** Published figures, top-1 of 128 specific queries. */
export const blendReferences: readonly BlendReference[] = [
  {
    row: 'reported-sentence',
    besides: 'sentence',
    label: 'Isolated sentence (reported)',
    source,
    top1: { clean: 0.25, stored: 0.25, query: 0.25, both: 0.25 },
    coverageAt4: null,
    n: 128,
    note: otherFixtures,
  },
  {
    row: 'reported-whole',
    besides: 'whole',
    label: 'Whole passage (reported)',
    source,
    top1: { clean: 1, stored: 0.945, query: 0.578, both: 0.367 },
    coverageAt4: null,
    n: 128,
    note: `${otherFixtures} In counts: 74 of 128 under query noise, 47 of 128 with noise on both sides.`,
  },
  {
    row: 'reported-blend80',
    besides: 'blend80',
    label: '80/20 blend (reported)',
    source,
    top1: { clean: 1, stored: 0.961, query: 0.719, both: 0.508 },
    coverageAt4: 1,
    n: 128,
    note: `${otherFixtures} In counts: 92 of 128 under query noise, 65 of 128 with noise on both sides. Coverage: with blended stored vectors the generic queries found 64 of 64 records. Its development sweep slightly preferred 95/5.`,
  },
  {
    row: 'reported-query80-stored-whole',
    besides: 'query80-stored-whole',
    label: '80/20 query, whole stored (reported)',
    source,
    top1: { clean: null, stored: null, query: 0.367, both: null },
    coverageAt4: null,
    n: 128,
    note: `${otherFixtures} Only the figure under query noise was published.`,
  },
];
