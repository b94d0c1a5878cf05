export const standingStates = ['fine', 'new', 'broken', 'back', 'flaky', 'unknown'] as const;
/**
 * `new`: it fails in the newest run and passed before. `broken`: it has failed for longer. `back`: it failed for a while
 * and passes again, not long enough to be `fine`. `flaky`: it passes and fails with the same agent. `unknown`: never judged.
 */
export type StandingState = (typeof standingStates)[number];

/** Times are milliseconds since 1970, UTC. */
export type RunMark = { runId: string; startedAt: number };

/** An outage, as a case names it: `cases` is their number. */
export type OutageMark = {
  /** The infrastructure failed, or the cases came back although the agent stayed the same. */
  reason?: 'infra' | 'came_back';
  from: RunMark;
  to: RunMark;
  /** The run in which the cases passed again; nothing while it lasts. */
  over?: RunMark;
  cases: number;
};

export type CaseStanding = {
  state: StandingState;
  /** The first run in which it was so, for `new`, `broken` and `back`. */
  since?: RunMark;
  /** The outage that its newest failures are part of. */
  event?: OutageMark;
  /** The first run of the failures before that had come to an end: it broke again. */
  again?: RunMark;
  /** The attempts that the words are about: those since then, else all that count. */
  passed: number;
  judged: number;
  /** The exact one-sided bounds of the true share that passes, 0 to 1, each with 95% confidence. */
  bounds: { low: number; high: number };
};
