import type { Counts, RateChange, WorseCase } from '../../contract/index.ts';
import type { FaultCounts, RunState } from '../../fold/index.ts';
import { type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import type { Interval, TrialCounts } from '../../verdict/index.ts';
import {
  computeAgentOnlyRate,
  computeMeanPassHatKs,
  computePassHatKIntervals,
  computePassRateInterval,
  countJudgedTrials,
  describeRateChange,
} from '../../verdict/index.ts';

/**
 * Returns the confidence, stability and change of the pass rate, with JSON file keys, as percentages like `pass_rate`.
 */
export function buildRateReport(state: Pick<RunState, 'rows' | 'summary'>): JsonObject {
  const cases = countJudgedTrials(state);
  if (cases.length === 0) return {};
  const passHat = computeMeanPassHatKs(cases);
  const change = state.summary?.change;
  return withoutUndefined({
    pass_rate_interval: toPercentages(computePassRateInterval(cases)),
    pass_hat_k: passHat.length < 2 ? undefined : passHat.map((rate) => rate * 100),
    pass_hat_k_interval: passHat.length < 2 ? undefined : computePassHatKIntervals(cases).map(toPercentages),
    baseline: change && buildChangeReport(change),
  });
}

/** The pass rate without failures outside the agent, if it differs from the pass rate. */
export function buildAgentOnlyRateReport(counts: Counts, faults: FaultCounts): JsonObject {
  const agentOnly = computeAgentOnlyRate(counts, faults);
  if (agentOnly === undefined) return {};
  const leftOut = agentOnly.leftOut.map(({ by, count }): [string, number] => [by, count]);
  const rate = agentOnly.rate === null ? null : agentOnly.rate * 100;
  return { pass_rate_agent: rate, left_out: Object.fromEntries(leftOut) };
}

export function buildChangeReport(change: RateChange): JsonObject {
  const { runId, cases, edited, before, after, interval, evidence, bestOf, looks, agentChanged } = change;
  const { newlyFailing, newlyFailingCount, failedThisTime, failedThisTimeCount } = change;
  return withoutUndefined({
    run_id: runId,
    cases,
    edited,
    before: computePassRateOfTrials(before),
    after: computePassRateOfTrials(after),
    change_interval: toPercentages(interval),
    verdict: evidence.verdict,
    p: evidence.p,
    words: describeRateChange(change),
    scores: change.scores,
    newly_failing: newlyFailing.map(toWorseCaseReport),
    newly_failing_count: newlyFailingCount,
    failed_this_time: failedThisTime.map(toWorseCaseReport),
    failed_this_time_count: failedThisTimeCount,
    best_of: bestOf,
    looks,
    agent_changed: agentChanged,
  });
}

export function toPercentages({ low, high }: Interval): JsonObject {
  return { low: low * 100, high: high * 100 };
}

function toWorseCaseReport({ suiteKey, id, real }: WorseCase): JsonObject {
  return { suite: suiteKey, id, real };
}

function computePassRateOfTrials({ passed, judged }: TrialCounts): Json {
  return { passed, judged, pass_rate: judged === 0 ? null : (passed / judged) * 100 };
}
