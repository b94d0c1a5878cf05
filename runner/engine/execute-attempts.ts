import type { CaseResult, PlannedCase, RunEventBody, RunPlan } from '../contract/index.ts';
import { computeTotalCost } from '../fold/index.ts';
import type { AttemptChooser, RemoteAttemptRequest } from '../ports/index.ts';
import type { EventLog } from './event-log.ts';
import { executeRemotely, logDroppedDelivery } from './execute-remotely.ts';
import {
  type AttemptRunner,
  type AttemptToRun,
  executeWithPipelinedCalls,
  splitPlanForPipelining,
} from './pipeline-calls.ts';
import { createCaseDecidedEvent, type ReusedCases } from './reuse-resumed-attempts.ts';
import { findExclusionReason, runAttempt, selectCaseFieldsForResult } from './run-attempt.ts';
import type { RunDeps } from './run-deps.ts';
import type { SetupOutcome } from './run-hooks.ts';

/** The skip reason of attempts that did not start because of the cost limit. */
export const MAX_COST_SKIP_REASON = 'max-cost';

type AttemptsExecution = { ports: RunDeps; log: EventLog; setup: SetupOutcome; reusedCases: ReusedCases };

/** Runs all attempts of a plan. Starts `parallel` loops, each of which takes the next job whenever it is free. */
export async function executeAttempts(plan: RunPlan, execution: AttemptsExecution, signal: AbortSignal): Promise<void> {
  const state = { failedFast: false };
  const runJob = createAttemptRunner(plan, execution, state);
  const { ports, setup, reusedCases } = execution;
  const { remoteExecutor } = ports;
  remoteExecutor?.onDropped((delivery) => {
    logDroppedDelivery(execution.log, delivery);
    if (isOverspent(plan, execution.log)) remoteExecutor.withdraw();
  });
  const runInParallel = async (jobs: Iterable<AttemptToRun>): Promise<void> => {
    const jobIterator = jobs[Symbol.iterator]();
    const runJobsInTurn = async (): Promise<void> => {
      for (let job = jobIterator.next(); job.done !== true; job = jobIterator.next()) {
        await runJob(job.value, signal);
        if (remoteExecutor === undefined) continue;
        if (state.failedFast || isOverspent(plan, execution.log)) remoteExecutor.withdraw();
      }
    };
    await Promise.all(Array.from({ length: remoteExecutor?.atOnce ?? plan.options.parallel }, runJobsInTurn));
  };
  const needsNoCall = ({ planned, attempt }: AttemptToRun): boolean =>
    planned.skipReason !== undefined || !setup.ok || reusedCases.get(planned.case)?.attempts.has(attempt) === true;
  if (ports.chooser !== undefined) {
    await executeChosenAttempts(ports.chooser, { plan, execution, state }, signal);
    return remoteExecutor?.settle();
  }
  for await (const { jobs, window } of splitPlanForPipelining(plan, ports, signal)) {
    if (window === undefined) await runInParallel(jobs);
    else await executeWithPipelinedCalls({ plan, ports, jobs, window, needsNoCall, runJob }, signal);
  }
  await remoteExecutor?.settle();
}

type ChosenAttemptsContext = Pick<AttemptJob, 'plan' | 'execution' | 'state'>;

/**
 * Runs attempts that are selected one at a time: each of the parallel loops requests the next one whenever it is free.
 */
async function executeChosenAttempts(
  chooser: AttemptChooser,
  context: ChosenAttemptsContext,
  signal: AbortSignal,
): Promise<void> {
  const { plan, execution } = context;
  const { log, setup, ports } = execution;
  const canStartNoMoreAttempts = () => signal.aborted || !setup.ok || isOverspent(plan, log);
  const runChosenAttemptsInTurn = async (): Promise<void> => {
    while (!canStartNoMoreAttempts()) {
      const nextAttempt = await chooser.next();
      if (nextAttempt === undefined || canStartNoMoreAttempts()) return;
      const result = await executeAttempt({ ...context, ...nextAttempt, decide: () => undefined }, signal);
      chooser.onResult(nextAttempt, result);
    }
  };
  await Promise.all(
    Array.from({ length: ports.remoteExecutor?.atOnce ?? plan.options.parallel }, runChosenAttemptsInTurn),
  );
}

/**
 * Returns a function that runs a job: one attempt, or attempts of a case one after the other until its result is clear.
 */
function createAttemptRunner(
  plan: RunPlan,
  execution: AttemptsExecution,
  state: { failedFast: boolean },
): AttemptRunner {
  const { autoRuns, failFast } = plan.options;
  const { judge } = execution.ports;
  if (autoRuns === undefined) {
    return async (job, signal) => {
      const result = await executeAttempt({ plan, execution, state, decide: () => undefined, ...job }, signal);
      if (failFast && result !== undefined && judge.isFault(result)) state.failedFast = true;
    };
  }
  return async ({ planned }, signal) => {
    const { endedResults = [], decision } = execution.reusedCases.get(planned.case) ?? {};
    state.failedFast ||= failsFast(plan, planned, decision);
    if (decision !== undefined) return;
    const decideCaseWith = (result: CaseResult) => judge.decide([...endedResults, result], autoRuns);
    for (let attempt = endedResults.length + 1; attempt <= autoRuns.max; attempt += 1) {
      const result = await executeAttempt({ plan, execution, state, decide: decideCaseWith, planned, attempt }, signal);
      if (result === undefined) {
        if (endedResults.length > 0 && !signal.aborted)
          execution.log.append(createCaseDecidedEvent(planned, endedResults, 'inconclusive'));
        return;
      }
      endedResults.push(result);
      if (result.decision === undefined) continue;
      state.failedFast ||= failsFast(plan, planned, result.decision);
      execution.log.append(createCaseDecidedEvent(planned, endedResults, result.decision));
      return;
    }
  };
}

function failsFast({ options }: RunPlan, planned: PlannedCase, decision: CaseResult['decision']): boolean {
  if (!options.failFast || decision === undefined || decision === 'good') return false;
  return findExclusionReason(planned.case) === undefined;
}

type AttemptJob = AttemptToRun & {
  plan: RunPlan;
  execution: AttemptsExecution;
  state: { failedFast: boolean };
  decide: (result: CaseResult) => CaseResult['decision'] | undefined;
};

/** Runs an attempt and returns its result; undefined if it was reused, skipped or stopped. */
async function executeAttempt(job: AttemptJob, signal: AbortSignal): Promise<CaseResult | undefined> {
  const { plan, planned, attempt, execution, state, decide, sentAgent } = job;
  const { ports, log, setup, reusedCases } = execution;
  if (reusedCases.get(planned.case)?.attempts.has(attempt) === true) return undefined;
  const setAside: CaseResult['setAside'] = plan.options.autoRuns !== undefined && attempt > 1 ? 'repeat' : undefined;
  const isOverCostLimit = isOverspent(plan, log);
  const reason = findSkipReason({
    planned,
    setup,
    failedFast: state.failedFast,
    isOverCostLimit,
    isCancelled: signal.aborted,
  });
  if (reason !== undefined) {
    const isUndecided = setAside !== undefined && !signal.aborted;
    log.append(createSkippedAttemptEvent({ planned, attempt, reason, ports }, isUndecided));
    return undefined;
  }
  const request: Omit<RemoteAttemptRequest, 'retries'> = { planned, attempt, setAside };
  const retries = plan.options.retries ?? 0;
  const decideCaseUnlessSkipped = (endedResult: CaseResult) =>
    endedResult.status === 'skipped' ? undefined : decide(endedResult);
  if (ports.remoteExecutor !== undefined) {
    const remoteResult = await executeRemotely(
      ports.remoteExecutor,
      { ...request, retries, log, decide: decideCaseUnlessSkipped },
      signal,
    );
    // If the executor returns no result, the attempt was withdrawn, because there is now a reason to skip it.
    return remoteResult === undefined ? executeAttempt(job, signal) : omitSkippedResult(remoteResult);
  }
  const result = await runAttempt(
    {
      ...request,
      sentAgent,
      runId: plan.runId,
      ports,
      log,
      mayRepeat: (tries) => tries <= retries && !signal.aborted && !isOverspent(plan, log),
      decide: decideCaseUnlessSkipped,
    },
    signal,
  );
  return omitSkippedResult(result);
}

function omitSkippedResult(result: CaseResult): CaseResult | undefined {
  return result.status === 'skipped' ? undefined : result;
}

function isOverspent({ options: { maxCost } }: RunPlan, log: Pick<EventLog, 'state'>): boolean {
  return maxCost !== undefined && (computeTotalCost(log.state().usage) ?? 0) >= maxCost;
}

type StartConditions = {
  planned: PlannedCase;
  setup: SetupOutcome;
  failedFast: boolean;
  isOverCostLimit: boolean;
  isCancelled: boolean;
};

function findSkipReason(conditions: StartConditions): string | undefined {
  if (conditions.planned.skipReason !== undefined) return conditions.planned.skipReason;
  if (conditions.isCancelled) return 'cancelled';
  if (!conditions.setup.ok) return `the BeforeAll hook failed: ${conditions.setup.error}`;
  if (conditions.failedFast) return 'fail-fast';
  return conditions.isOverCostLimit ? MAX_COST_SKIP_REASON : undefined;
}

type EventOf<Type extends RunEventBody['type']> = Extract<RunEventBody, { type: Type }>;

/**
 * Builds the event of a skipped attempt. `isUndecided` is true if some attempts of the case have ended but its result
 * is still not clear, and no further attempts will run.
 */
function createSkippedAttemptEvent(
  { planned, attempt, reason, ports }: AttemptToRun & { reason: string; ports: RunDeps },
  isUndecided: boolean,
): EventOf<'case.finished'> {
  return {
    type: 'case.finished',
    suiteKey: planned.suiteKey,
    caseId: planned.case.id,
    attempt,
    result: {
      ...selectCaseFieldsForResult(planned.case, ports.kinds),
      setAside: findExclusionReason(planned.case),
      attempt,
      status: 'skipped',
      reason,
      ...(isUndecided ? { decision: 'inconclusive' } : {}),
      startedAt: ports.clock.now(),
      durationMs: 0,
      assertions: [],
      toolCalls: [],
    },
  };
}
