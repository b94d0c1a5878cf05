/**
 * The last change from good to bad, or back, in a list of outcomes, with the lengths of the streaks before and after
 * it.
 */
export type TurningPoint = { at: number; before: number; since: number; to: 'good' | 'bad' };

/** Finds the last change in outcomes, oldest first; undefined if all are the same. */
export function findTurningPoint(good: readonly boolean[]): TurningPoint | undefined {
  const newest = good.at(-1);
  if (newest === undefined) return undefined;
  const before = good.lastIndexOf(!newest);
  if (before === -1) return undefined;
  const start = good.slice(0, before).lastIndexOf(newest) + 1;
  return { at: before + 1, before: before + 1 - start, since: good.length - before - 1, to: newest ? 'good' : 'bad' };
}
