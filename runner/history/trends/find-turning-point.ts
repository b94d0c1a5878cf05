/**
 * The last change from good to bad, or back, in a list of outcomes, with the lengths of the streaks before and after
 * it.
 */
export type TurningPoint = { at: number; before: number; since: number; to: 'good' | 'bad' };

/** Finds the last change in outcomes, oldest first; undefined if all are the same. */
export function findTurningPoint(goodRuns: readonly boolean[]): TurningPoint | undefined {
  const newestIsGood = goodRuns.at(-1);
  if (newestIsGood === undefined) return undefined;
  const before = goodRuns.lastIndexOf(!newestIsGood);
  if (before === -1) return undefined;
  const start = goodRuns.slice(0, before).lastIndexOf(newestIsGood) + 1;
  return {
    at: before + 1,
    before: before + 1 - start,
    since: goodRuns.length - before - 1,
    to: newestIsGood ? 'good' : 'bad',
  };
}
