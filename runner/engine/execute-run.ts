import type { AnnouncedCase, CaseResult, PlannedCase, RateChange, RunEventBody, RunPlan } from '../contract/index.ts';
import {
  conditionOf,
  finishedRow,
  isFailing,
  messagesOf,
  type RunState,
  textOfContent,
  totalCost,
} from '../fold/index.ts';
import type { RunnerPorts } from '../ports/index.ts';
import {
  cancelledVerdict,
  compareRuns,
  isOnlyLow,
  passRate,
  type RunEnding,
  rateChange,
  type StopSignal,
  verdictOf,
} from '../verdict/index.ts';
import { caseFacts } from './case-facts.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { runAttempt } from './run-attempt.ts';
import { collectResults, type Setup, setUpRun, tearDownRun } from './run-hooks.ts';

const ANNOUNCED_AT_ONCE = 1000;
const MAX_COST = 'max-cost';

/**
 * Executes a plan and folds its events. Never throws for what agents, scripts or observers do. When `signal` aborts,
 * work in flight is aborted, the rest is skipped, and the run ends as cancelled; its reason may name the signal.
 */
export async function executeRun(plan: RunPlan, ports: RunnerPorts, signal: AbortSignal): Promise<RunState> {
  const results = plan.options.after === undefined ? undefined : collectResults(plan.cases);
  const observers = results === undefined ? ports.observers : [results, ...ports.observers];
  const log = createEventLog({ runId: plan.runId, ...ports, observers });
  log.append({
    type: 'run.started',
    suites: plan.suites,
    total: plan.cases.length,
    cases: plan.cases.slice(0, ANNOUNCED_AT_ONCE).map(announce),
    options: plan.options,
    environment: plan.environment,
    toolVersion: plan.toolVersion,
    ...(plan.gitCommit === undefined ? {} : { gitCommit: plan.gitCommit }),
  });
  for (let next = ANNOUNCED_AT_ONCE; next < plan.cases.length; next += ANNOUNCED_AT_ONCE) {
    log.append({ type: 'cases.announced', cases: plan.cases.slice(next, next + ANNOUNCED_AT_ONCE).map(announce) });
  }
  const setup = await setUpRun(plan, { ports, log }, signal);
  await executeAttempts(plan, { ports, log, setup }, signal);
  if (setup.ok) await tearDownRun(plan, { ports, log }, { results: results?.inOrder() ?? [], data: setup.data });
  finishRun(plan, { ports, log, setup, startedAt: log.state().startedAt ?? 0, now: ports.clock.now() }, signal);
  return log.state();
}

type Attempt = { planned: PlannedCase; attempt: number };
type Execution = { ports: RunnerPorts; log: EventLog; setup: Setup };

/** As many lanes as `parallel`, each taking the next attempt when it is free: no batches, no queue of promises. */
async function executeAttempts(plan: RunPlan, { ports, log, setup }: Execution, signal: AbortSignal): Promise<void> {
  const attempts = attemptsOf(plan);
  const minAccuracy = plan.options.gates?.minAccuracy ?? 1;
  let failedFast = false;

  const lane = async (): Promise<void> => {
    for (const { planned, attempt } of attempts) {
      const earlier = planned.skipReason === undefined ? ports.earlier?.find(planned, attempt) : undefined;
      if (earlier !== undefined) {
        for (const body of earlier) log.append(body);
        continue;
      }
      const overspent = isOverspent(plan, log.state());
      const skipReason = reasonToSkip({ planned, setup, failedFast, overspent, cancelled: signal.aborted });
      if (skipReason !== undefined) {
        log.append(skipped({ planned, attempt, reason: skipReason, at: ports.clock.now() }));
        continue;
      }
      const result = await runAttempt({ runId: plan.runId, planned, attempt, minAccuracy, ports, log }, signal);
      if (plan.options.failFast && isFault(plan, result)) failedFast = true;
    }
  };
  await Promise.all(Array.from({ length: plan.options.parallel }, lane));
}

/** A low accuracy is one only where a threshold asks for more. */
function isFault({ options: { gates } }: RunPlan, result: CaseResult): boolean {
  if (!isFailing(result.status)) return false;
  const row = { status: result.status, ...finishedRow(result) };
  return gates?.minAccuracy !== undefined || !isOnlyLow(result, row);
}

function isOverspent({ options: { maxCost } }: RunPlan, { usage }: RunState): boolean {
  return maxCost !== undefined && (totalCost(usage) ?? 0) >= maxCost;
}

/** What was spent when attempts were left out for it. */
function overspending({ options: { maxCost } }: RunPlan, { usage, rows }: RunState): RunEnding['overspent'] {
  const leftOut = rows.flatMap(({ attempts }) => attempts).filter(({ reason }) => reason === MAX_COST).length;
  if (maxCost === undefined || leftOut === 0) return undefined;
  return { maxCost, spent: totalCost(usage) ?? 0, leftOut };
}

function* attemptsOf(plan: RunPlan): Generator<Attempt> {
  for (const planned of plan.cases) {
    for (let attempt = 1; attempt <= plan.options.attempts; attempt += 1) yield { planned, attempt };
  }
}

type Now = { planned: PlannedCase; setup: Setup; failedFast: boolean; overspent: boolean; cancelled: boolean };

function reasonToSkip(now: Now): string | undefined {
  if (now.planned.skipReason !== undefined) return now.planned.skipReason;
  if (now.cancelled) return 'cancelled';
  if (!now.setup.ok) return `before all failed: ${now.setup.error}`;
  if (now.failedFast) return 'fail-fast';
  return now.overspent ? MAX_COST : undefined;
}

type FinishedEvent = Extract<RunEventBody, { type: 'case.finished' }>;

function skipped({ planned, attempt, reason, at }: Attempt & { reason: string; at: number }): FinishedEvent {
  return {
    type: 'case.finished',
    suiteKey: planned.suiteKey,
    caseId: planned.case.id,
    attempt,
    result: {
      ...caseFacts(planned.case),
      attempt,
      status: 'skipped',
      reason,
      startedAt: at,
      durationMs: 0,
      assertions: [],
      toolCalls: [],
    },
  };
}

function changeSince(baseline: RunnerPorts['baseline'], state: RunState): RateChange | undefined {
  const before = baseline?.(state);
  return before === undefined ? undefined : rateChange(compareRuns(before, state));
}

type Ending = { ports: RunnerPorts; log: EventLog; setup: Setup; startedAt: number; now: number };

function finishRun(plan: RunPlan, run: Ending, signal: AbortSignal): void {
  const state = run.log.state();
  const { counts, usage } = state;
  const { gates, exitCodes } = plan.options;
  const change = signal.aborted ? undefined : changeSince(run.ports.baseline, state);
  const setupError = run.setup.ok ? undefined : run.setup.error;
  const { outcome, exitCode, reason } = signal.aborted
    ? cancelledVerdict(stopSignalOf(signal))
    : verdictOf({
        counts,
        rows: state.rows,
        gates,
        change,
        setupError,
        overspent: overspending(plan, state),
        detailed: exitCodes === 'detailed',
      });
  run.log.append({
    type: 'run.finished',
    outcome,
    exitCode,
    reason,
    summary: {
      total: plan.cases.length,
      attempts: plan.options.attempts,
      counts,
      passRate: passRate(counts),
      durationMs: run.now - run.startedAt,
      usage,
      ...(change === undefined ? {} : { change }),
    },
  });
}

function stopSignalOf(signal: AbortSignal): StopSignal | undefined {
  return signal.reason === 'SIGINT' || signal.reason === 'SIGTERM' ? signal.reason : undefined;
}

const PREVIEW_LENGTH = 120;

function announce({ suiteKey, case: testCase }: PlannedCase): AnnouncedCase {
  const { id, kind, hash, name, line, tags } = testCase;
  const preview = previewOf(testCase.input);
  return {
    suiteKey,
    id,
    kind,
    hash,
    ...(name === undefined ? {} : { name }),
    ...(line === undefined ? {} : { line }),
    ...(tags === undefined ? {} : { tags }),
    ...(preview === '' ? {} : { preview }),
    ...(testCase.kind === 'dynamic' ? announceConversation(testCase) : {}),
    ...(testCase.kind === 'consistency' ? { test: testCase.test, samples: testCase.samples } : {}),
    ...(testCase.kind === 'experiment' ? announceRow(testCase) : {}),
  };
}

function announceConversation(testCase: Extract<PlannedCase['case'], { kind: 'dynamic' }>): Partial<AnnouncedCase> {
  const { simulator } = testCase;
  return {
    maxTurns: testCase.maxTurns,
    checkpoints: testCase.checkpoints.map(({ id, description, after, required, assert }) => ({
      id,
      after,
      required,
      conditions: assert.map(conditionOf),
      ...(description === undefined ? {} : { description }),
    })),
    ...(simulator === undefined
      ? {}
      : {
          simulator: {
            use: simulator.use,
            ...(simulator.options?.metadata === undefined ? {} : { metadata: simulator.options.metadata }),
            ...(simulator.options?.connector === undefined ? {} : { connector: simulator.options.connector }),
          },
        }),
  };
}

function announceRow(testCase: Extract<PlannedCase['case'], { kind: 'experiment' }>): Partial<AnnouncedCase> {
  const { range, scorers, metadata } = testCase;
  return { range, scorers, ...(metadata === undefined ? {} : { metadata }) };
}

function previewOf(input: PlannedCase['case']['input']): string {
  const last = messagesOf(input).at(-1);
  if (last === undefined) return '';
  return textOfContent(last.content).replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH);
}
