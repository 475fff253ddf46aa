/** Height of a chart of that width: never flat on a wide screen, never taller than a phone shows. */
export function chartHeight(width: number): number {
  return Math.round(Math.min(460, Math.max(270, width * 0.5)));
}
