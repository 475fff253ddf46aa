/** Most runs side by side. */
export const maxRuns = 4;
