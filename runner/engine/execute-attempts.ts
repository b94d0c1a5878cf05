import type { CaseResult, PlannedCase, RunEventBody, RunPlan } from '../contract/index.ts';
import { totalCost } from '../fold/index.ts';
import type { AttemptChooser, RemoteAttemptRequest } from '../ports/index.ts';
import type { EventLog } from './event-log.ts';
import {
  type AttemptRunner,
  type AttemptToRun,
  executeWithPipelinedCalls,
  splitPlanForPipelining,
} from './execute-ahead.ts';
import { executeRemotely, logDroppedDelivery } from './execute-elsewhere.ts';
import { createCaseDecidedEvent, type ReusedCases } from './reuse-resumed-attempts.ts';
import { exclusionReason, runAttempt, selectCaseFieldsForResult } from './run-attempt.ts';
import type { RunDeps } from './run-deps.ts';
import type { SetupOutcome } from './run-hooks.ts';

/** Skip reason of attempts left out because of the cost limit. */
export const MAX_COST = 'max-cost';

type AttemptsExecution = { ports: RunDeps; log: EventLog; setup: SetupOutcome; taken: ReusedCases };

/**
 * Runs `parallel` loops, each of which takes the next job when it is free. Needs no batches and no queue of promises.
 */
export async function executeAttempts(plan: RunPlan, execution: AttemptsExecution, signal: AbortSignal): Promise<void> {
  const state = { failedFast: false };
  const runJob = createAttemptRunner(plan, execution, state);
  const { ports, setup, taken } = execution;
  const { elsewhere } = ports;
  elsewhere?.onDropped((dropped) => {
    logDroppedDelivery(execution.log, dropped);
    if (isOverspent(plan, execution.log)) elsewhere.withdraw();
  });
  const runInLanes = async (jobs: Iterable<AttemptToRun>): Promise<void> => {
    const next = jobs[Symbol.iterator]();
    const runLane = async (): Promise<void> => {
      for (let job = next.next(); job.done !== true; job = next.next()) {
        await runJob(job.value, signal);
        if (elsewhere === undefined) continue;
        if (state.failedFast || isOverspent(plan, execution.log)) elsewhere.withdraw();
      }
    };
    await Promise.all(Array.from({ length: elsewhere?.atOnce ?? plan.options.parallel }, runLane));
  };
  const needsNoCall = ({ planned, attempt }: AttemptToRun): boolean =>
    planned.skipReason !== undefined || !setup.ok || taken.get(planned.case)?.attempts.has(attempt) === true;
  if (ports.chooser !== undefined) {
    await executeChosenAttempts(ports.chooser, { plan, execution, state }, signal);
    return elsewhere?.settle();
  }
  for await (const { jobs, window } of splitPlanForPipelining(plan, ports, signal)) {
    if (window === undefined) await runInLanes(jobs);
    else await executeWithPipelinedCalls({ plan, ports, jobs, window, needsNoCall, runJob }, signal);
  }
  await elsewhere?.settle();
}

type ChosenAttemptsContext = Pick<AttemptJob, 'plan' | 'execution' | 'state'>;

/** Runs attempts that are chosen one by one. Each parallel loop requests the next attempt when it is free. */
async function executeChosenAttempts(
  chooser: AttemptChooser,
  context: ChosenAttemptsContext,
  signal: AbortSignal,
): Promise<void> {
  const { plan, execution } = context;
  const { log, setup, ports } = execution;
  const canStartNoMoreAttempts = () => signal.aborted || !setup.ok || isOverspent(plan, log);
  const runLane = async (): Promise<void> => {
    while (!canStartNoMoreAttempts()) {
      const chosen = await chooser.next();
      if (chosen === undefined || canStartNoMoreAttempts()) return;
      const result = await executeAttempt({ ...context, ...chosen, decide: () => undefined }, signal);
      chooser.onResult(chosen, result);
    }
  };
  await Promise.all(Array.from({ length: ports.elsewhere?.atOnce ?? plan.options.parallel }, runLane));
}

/** Runs a job: one attempt, or one attempt after the other until the case is decided. */
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
    const { ended = [], decision } = execution.taken.get(planned.case) ?? {};
    state.failedFast ||= failsFast(plan, planned, decision);
    if (decision !== undefined) return;
    const decideCaseWith = (result: CaseResult) => judge.decide([...ended, result], autoRuns);
    for (let attempt = ended.length + 1; attempt <= autoRuns.max; attempt += 1) {
      const result = await executeAttempt({ plan, execution, state, decide: decideCaseWith, planned, attempt }, signal);
      if (result === undefined) {
        if (ended.length > 0 && !signal.aborted)
          execution.log.append(createCaseDecidedEvent(planned, ended, 'inconclusive'));
        return;
      }
      ended.push(result);
      if (result.decision === undefined) continue;
      state.failedFast ||= failsFast(plan, planned, result.decision);
      execution.log.append(createCaseDecidedEvent(planned, ended, result.decision));
      return;
    }
  };
}

function failsFast({ options }: RunPlan, planned: PlannedCase, decision: CaseResult['decision']): boolean {
  if (!options.failFast || decision === undefined || decision === 'good') return false;
  return exclusionReason(planned.case) === undefined;
}

type AttemptJob = AttemptToRun & {
  plan: RunPlan;
  execution: AttemptsExecution;
  state: { failedFast: boolean };
  decide: (result: CaseResult) => CaseResult['decision'] | undefined;
};

/** Returns the result, or undefined if the attempt was reused, skipped or stopped. */
async function executeAttempt(job: AttemptJob, signal: AbortSignal): Promise<CaseResult | undefined> {
  const { plan, planned, attempt, execution, state, decide, sent } = job;
  const { ports, log, setup, taken } = execution;
  if (taken.get(planned.case)?.attempts.has(attempt) === true) return undefined;
  const setAside: CaseResult['setAside'] = plan.options.autoRuns !== undefined && attempt > 1 ? 'repeat' : undefined;
  const overspent = isOverspent(plan, log);
  const reason = findSkipReason({ planned, setup, failedFast: state.failedFast, overspent, cancelled: signal.aborted });
  if (reason !== undefined) {
    const isUndecided = setAside !== undefined && !signal.aborted;
    log.append(createSkippedAttemptEvent({ planned, attempt, reason, ports }, isUndecided));
    return undefined;
  }
  const order: Omit<RemoteAttemptRequest, 'retries'> = { planned, attempt, setAside };
  const retries = plan.options.retries ?? 0;
  const decideCaseUnlessSkipped = (ended: CaseResult) => (ended.status === 'skipped' ? undefined : decide(ended));
  if (ports.elsewhere !== undefined) {
    const delivered = await executeRemotely(
      ports.elsewhere,
      { ...order, retries, log, decide: decideCaseUnlessSkipped },
      signal,
    );
    // The other machine gave the attempt back, so there is now a reason to skip it.
    return delivered === undefined ? executeAttempt(job, signal) : resultUnlessSkipped(delivered);
  }
  const result = await runAttempt(
    {
      ...order,
      sent,
      runId: plan.runId,
      ports,
      log,
      mayRepeat: (tries) => tries <= retries && !signal.aborted && !isOverspent(plan, log),
      decide: decideCaseUnlessSkipped,
    },
    signal,
  );
  return resultUnlessSkipped(result);
}

function resultUnlessSkipped(result: CaseResult): CaseResult | undefined {
  return result.status === 'skipped' ? undefined : result;
}

function isOverspent({ options: { maxCost } }: RunPlan, log: Pick<EventLog, 'state'>): boolean {
  return maxCost !== undefined && (totalCost(log.state().usage) ?? 0) >= maxCost;
}

type StartConditions = {
  planned: PlannedCase;
  setup: SetupOutcome;
  failedFast: boolean;
  overspent: boolean;
  cancelled: boolean;
};

function findSkipReason(now: StartConditions): string | undefined {
  if (now.planned.skipReason !== undefined) return now.planned.skipReason;
  if (now.cancelled) return 'cancelled';
  if (!now.setup.ok) return `the BeforeAll hook failed: ${now.setup.error}`;
  if (now.failedFast) return 'fail-fast';
  return now.overspent ? MAX_COST : undefined;
}

type EventOf<Type extends RunEventBody['type']> = Extract<RunEventBody, { type: Type }>;

/**
 * `undecided` means that some attempts of the case have ended and no more will follow, but the case has no decision.
 */
function createSkippedAttemptEvent(
  { planned, attempt, reason, ports }: AttemptToRun & { reason: string; ports: RunDeps },
  undecided: boolean,
): EventOf<'case.finished'> {
  return {
    type: 'case.finished',
    suiteKey: planned.suiteKey,
    caseId: planned.case.id,
    attempt,
    result: {
      ...selectCaseFieldsForResult(planned.case, ports.kinds),
      setAside: exclusionReason(planned.case),
      attempt,
      status: 'skipped',
      reason,
      ...(undecided ? { decision: 'inconclusive' } : {}),
      startedAt: ports.clock.now(),
      durationMs: 0,
      assertions: [],
      toolCalls: [],
    },
  };
}
