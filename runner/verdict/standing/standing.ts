import type { AgentParts } from '../../contract/index.ts';
import type { Trials } from '../statistics/fisher-exact.ts';
import type { Interval } from '../statistics/wilson-interval.ts';

export const standingStates = ['fine', 'new', 'broken', 'back', 'flaky', 'unknown'] as const;
/**
 * `new`: it fails in the newest run and passed before. `broken`: it has failed for longer. `back`: it failed for a while
 * and passes again, not long enough to be `fine`. `flaky`: it passes and fails with the same agent. `unknown`: never judged.
 */
export type StandingState = (typeof standingStates)[number];

/** Times are milliseconds since 1970, UTC. */
export type RunMark = { runId: string; startedAt: number };

/** The attempts of a case in a run; `infra` of those that failed did so by a certain fault of the infrastructure. */
export type CaseTally = Trials & { hash: string; infra: number; isGood?: boolean };

/** A whole run of a series, with what is recorded of its agents. Cases are found by their keys. */
export type StandingRun = RunMark & {
  agents: readonly { agentId: string; parts?: AgentParts | undefined }[];
  gitCommit: string | null;
  cases: ReadonlyMap<string, CaseTally>;
};

/**
 * Runs one after the other in which most cases fell together. An `outage` has nothing to do with the agent: the
 * infrastructure failed, or the cases came back although the agent stayed the same. Else it is a `regression`.
 */
export type SeriesEvent = {
  kind: 'outage' | 'regression';
  reason?: 'infra' | 'came_back';
  /** Oldest first. */
  runs: readonly RunMark[];
  /** The run in which the cases passed again; nothing while it lasts. */
  over?: RunMark;
  /** The cases that fell, by their keys. */
  cases: ReadonlySet<string>;
};

export type CaseStanding = {
  state: StandingState;
  /** The first run in which it was so, for `new`, `broken` and `back`. */
  since?: RunMark;
  /** The outage that its newest failures are part of. */
  event?: SeriesEvent;
  /** The first run of the failures before that had come to an end: it broke again. */
  again?: RunMark;
  /** The attempts that the words are about: those since then, else all that count. */
  passed: number;
  judged: number;
  /** The exact one-sided bounds of the true share that passes, 0 to 1, each with 95% confidence. */
  bounds: Interval;
};

export type SeriesStandings = { events: readonly SeriesEvent[]; cases: ReadonlyMap<string, CaseStanding> };
