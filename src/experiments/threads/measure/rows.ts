/** One way to store and search a thread. */
export interface ThreadRow {
  row: string;
  label: string;
  /** What is behind one stored vector. */
  unit: 'turns' | 'pieces';
  hasLabel: boolean;
  /** What a piece is blended with; null: nothing. */
  context: 'mean' | 'text' | null;
  about: string;
}

/** Every row, from the old index to the method and past it. */
export const threadRows = [
  {
    row: 'whole-turns',
    label: 'Whole turns',
    unit: 'turns',
    hasLabel: false,
    context: null,
    about: 'the old index: turns joined until 200 words, one vector each',
  },
  {
    row: 'pieces',
    label: 'Pieces alone',
    unit: 'pieces',
    hasLabel: false,
    context: null,
    about: 'the same pieces without label and without blend: what is due to their size',
  },
  {
    row: 'pieces-label',
    label: 'Pieces with label',
    unit: 'pieces',
    hasLabel: true,
    context: null,
    about: 'no blend',
  },
  {
    row: 'pieces-blend',
    label: 'Pieces with blend',
    unit: 'pieces',
    hasLabel: false,
    context: 'mean',
    about: 'no label',
  },
  {
    row: 'pieces-label-blend',
    label: 'Labelled and blended',
    unit: 'pieces',
    hasLabel: true,
    context: 'mean',
    about: 'the method: label, and blend with the mean of the turn’s pieces',
  },
  {
    row: 'pieces-label-text',
    label: 'Blended with the turn’s text',
    unit: 'pieces',
    hasLabel: true,
    context: 'text',
    about: 'the embedding of the whole turn as context instead of the mean of its pieces',
  },
] as const satisfies readonly ThreadRow[];

export type ThreadRowId = (typeof threadRows)[number]['row'];
export const threadRowIds: readonly ThreadRowId[] = threadRows.map(({ row }) => row);

/** The prespecified method. */
export const methodRow: ThreadRowId = 'pieces-label-blend';

/** What is compared, written down before anything was measured: each step between two rows, the later one first. */
export const declaredSteps = [
  { step: 'all', a: 'pieces-label-blend', b: 'whole-turns', label: 'everything together' },
  { step: 'size', a: 'pieces', b: 'whole-turns', label: 'piece size alone' },
  { step: 'label', a: 'pieces-label', b: 'pieces', label: 'the label, without blend' },
  { step: 'blend', a: 'pieces-blend', b: 'pieces', label: 'the blend, without label' },
  {
    step: 'label-on-blend',
    a: 'pieces-label-blend',
    b: 'pieces-blend',
    label: 'the label, on top of the blend',
  },
  {
    step: 'blend-on-label',
    a: 'pieces-label-blend',
    b: 'pieces-label',
    label: 'the blend, on top of the label',
  },
  {
    step: 'context',
    a: 'pieces-label-text',
    b: 'pieces-label-blend',
    label: 'text context instead of the mean',
  },
] as const satisfies readonly { step: string; a: ThreadRowId; b: ThreadRowId; label: string }[];

/** Three ways to search a message of several subjects. */
export const messageSearches = [
  {
    search: 'whole',
    label: 'One vector',
    about: 'the whole message as one vector, with as many places as its parts would have together',
  },
  {
    search: 'one-list',
    label: 'Parts in one list',
    about: 'a search for each part, the results in one list of parts × X places',
  },
  { search: 'groups', label: 'Groups', about: 'a search for each part, with X places of its own' },
] as const;
export type MessageSearch = (typeof messageSearches)[number]['search'];
export const messageSearchIds: readonly MessageSearch[] = messageSearches.map(({ search }) => search);

/** What is compared of the searches. */
export const declaredSearches = [
  { a: 'groups', b: 'whole' },
  { a: 'groups', b: 'one-list' },
] as const satisfies readonly { a: MessageSearch; b: MessageSearch }[];

/** What a step of the source’s production measurement reported. Shown beside ours, never mixed. */
export const threadReferences = [
  {
    row: 'reported-whole-turns',
    besides: 'whole-turns',
    label: 'Whole turns (reported)',
    topRightAboveFloor: 0.368,
    topRight: 0.439,
    reciprocalRank: 0.579,
  },
  {
    row: 'reported-pieces-label-blend',
    besides: 'pieces-label-blend',
    label: 'Labelled and blended (reported)',
    topRightAboveFloor: 0.589,
    topRight: 0.606,
    reciprocalRank: 0.697,
  },
] as const;

/** Differences and the probe as the source reports them, in points and raw cosines. */
export const reportedSteps = {
  blend: 0.011,
  textContext: 0.005,
  probe: { rank: 1, of: 39, cosine: 0.59, whole: 0.45 },
} as const;
