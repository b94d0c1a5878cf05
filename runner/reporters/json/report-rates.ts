import type { Counts, RateChange, WorseCase } from '../../contract/index.ts';
import type { FaultCounts, RunState } from '../../fold/index.ts';
import { type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import type { Interval, PassedTrials } from '../../verdict/index.ts';
import {
  agentOnlyRate,
  judgedTrials,
  passHatKIntervals,
  passHatKs,
  passRateBand,
  rateChangeWords,
} from '../../verdict/index.ts';

/**
 * Returns the confidence, stability and change of the pass rate, with JSON file keys, as percentages like `pass_rate`.
 */
export function rateReport(state: Pick<RunState, 'rows' | 'summary'>): JsonObject {
  const cases = judgedTrials(state);
  if (cases.length === 0) return {};
  const passHat = passHatKs(cases);
  const change = state.summary?.change;
  return withoutUndefined({
    pass_rate_interval: percentages(passRateBand(cases)),
    pass_hat_k: passHat.length < 2 ? undefined : passHat.map((rate) => rate * 100),
    pass_hat_k_interval: passHat.length < 2 ? undefined : passHatKIntervals(cases).map(percentages),
    baseline: change && changeReport(change),
  });
}

/** The pass rate without failures outside the agent, if it differs. */
export function agentOnlyRateReport(counts: Counts, faults: FaultCounts): JsonObject {
  const agentOnly = agentOnlyRate(counts, faults);
  if (agentOnly === undefined) return {};
  const leftOut = agentOnly.leftOut.map(({ by, count }): [string, number] => [by, count]);
  const rate = agentOnly.rate === null ? null : agentOnly.rate * 100;
  return { pass_rate_agent: rate, left_out: Object.fromEntries(leftOut) };
}

export function changeReport(change: RateChange): JsonObject {
  const { runId, cases, edited, before, after, interval, evidence, bestOf, looks, agentChanged } = change;
  const { newlyFailing, newlyFailingCount, failedThisTime, failedThisTimeCount } = change;
  return withoutUndefined({
    run_id: runId,
    cases,
    edited,
    before: passRateFromTrials(before),
    after: passRateFromTrials(after),
    change_interval: percentages(interval),
    verdict: evidence.verdict,
    p: evidence.p,
    words: rateChangeWords(change),
    scores: change.scores,
    newly_failing: newlyFailing.map(worseCase),
    newly_failing_count: newlyFailingCount,
    failed_this_time: failedThisTime.map(worseCase),
    failed_this_time_count: failedThisTimeCount,
    best_of: bestOf,
    looks,
    agent_changed: agentChanged,
  });
}

export function percentages({ low, high }: Interval): JsonObject {
  return { low: low * 100, high: high * 100 };
}

function worseCase({ suiteKey, id, real }: WorseCase): JsonObject {
  return { suite: suiteKey, id, real };
}

function passRateFromTrials({ passed, judged }: PassedTrials): Json {
  return { passed, judged, pass_rate: judged === 0 ? null : (passed / judged) * 100 };
}
