export const caseHealthStates = ['fine', 'new', 'broken', 'back', 'flaky', 'unknown'] as const;
/**
 * The state of a case over several runs. `new`: it fails in the newest run and passed before. `broken`: it has failed
 * for longer. `back`: it failed for a while and passes again, but not yet long enough to be `fine`. `flaky`: it passes
 * and fails with the same agent. `unknown`: never judged.
 */
export type CaseHealthState = (typeof caseHealthStates)[number];

/** Times are milliseconds since 1970, UTC. */
export type RunReference = { runId: string; startedAt: number };

/**
 * An outage (several cases failed together for a time) as shown for one of its cases; `cases` is the number of affected
 * cases.
 */
export type CaseOutage = {
  /**
   * The reason for an outage. `infra`: the infrastructure failed. `came_back`: the cases passed again although the
   * agent had not changed.
   */
  reason?: 'infra' | 'came_back';
  from: RunReference;
  to: RunReference;
  /** The run in which the cases passed again; absent while the outage lasts. */
  over?: RunReference;
  cases: number;
};

export type CaseHealth = {
  state: CaseHealthState;
  /** The first run with this state, for `new`, `broken` and `back`. */
  since?: RunReference;
  /** The outage to which the case's newest failures belong. */
  event?: CaseOutage;
  /** The first run of an earlier series of failures. That series had ended: the case passed, and then failed again. */
  again?: RunReference;
  /**
   * The numbers of attempts from which the state was determined: those since `since` if it is set, otherwise all
   * attempts that count.
   */
  passed: number;
  judged: number;
  /** The bounds of the true pass rate, 0 to 1. Each is an exact one-sided bound with 95% confidence. */
  bounds: { low: number; high: number };
};
