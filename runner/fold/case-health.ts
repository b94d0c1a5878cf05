export const caseHealthStates = ['fine', 'new', 'broken', 'back', 'flaky', 'unknown'] as const;
/**
 * The state of a case over several runs. `fine`: it passes. `new`: it fails in the newest run and passed before.
 * `broken`: it has failed for longer. `back`: it failed for a while and passes again, but not yet long enough to be
 * `fine`. `flaky`: it sometimes passes and sometimes fails with the same agent. `unknown`: it was never judged.
 */
export type CaseHealthState = (typeof caseHealthStates)[number];

/** `startedAt` is in milliseconds since 1970, UTC. */
export type RunReference = { runId: string; startedAt: number };

/**
 * A period in which several cases failed together, as shown for one of these cases. `cases` is the number of affected
 * cases.
 */
export type CaseOutage = {
  /**
   * Why the failures count as an outage. `infra`: the infrastructure failed. `came_back`: the cases passed again
   * although the agent had not changed.
   */
  reason?: 'infra' | 'came_back';
  from: RunReference;
  to: RunReference;
  /** The run in which the cases passed again; undefined while the outage lasts. */
  over?: RunReference;
  cases: number;
};

export type CaseHealth = {
  state: CaseHealthState;
  /** The first run in which the case had this state. Set for `new`, `broken` and `back`. */
  since?: RunReference;
  /** The outage to which the case's newest failures belong. */
  event?: CaseOutage;
  /** The first run of an earlier series of failures, after which the case passed before it failed again. */
  again?: RunReference;
  /**
   * `passed` and `judged` are the numbers of attempts from which the state was determined: attempts since the run
   * `since` if it is set, otherwise all attempts that count.
   */
  passed: number;
  judged: number;
  /** The bounds of the true pass rate, from 0 to 1. Each is an exact one-sided bound with 95% confidence. */
  bounds: { low: number; high: number };
};
