import type { AnnouncedCase, PlannedCase, RunEventBody, RunPlan } from '../contract/index.ts';
import { messagesOf, type RunEnd, type RunState, textOfContent, totalCost } from '../fold/index.ts';
import type { RunKind } from '../ports/index.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { caseFacts, runAttempt, setAsideOf } from './run-attempt.ts';
import { collectResults, type Setup, setUpRun, tearDownRun } from './run-hooks.ts';
import type { RunParts } from './run-parts.ts';

const ANNOUNCED_AT_ONCE = 1000;
const MAX_COST = 'max-cost';

/**
 * Executes a plan and folds its events. Never throws for what agents, scripts or observers do. When `signal` aborts,
 * work in flight is aborted, the rest is skipped, and the run ends as cancelled; its reason may name the signal.
 */
export async function executeRun(plan: RunPlan, ports: RunParts, signal: AbortSignal): Promise<RunState> {
  const announced = (planned: PlannedCase): AnnouncedCase => announce(planned, ports.kinds[planned.case.kind]);
  const results = plan.options.after === undefined ? undefined : collectResults(plan.cases);
  const observers = results === undefined ? ports.observers : [results, ...ports.observers];
  const log = createEventLog({ runId: plan.runId, ...ports, observers });
  log.append({
    type: 'run.started',
    suites: plan.suites,
    total: plan.cases.length,
    cases: plan.cases.slice(0, ANNOUNCED_AT_ONCE).map(announced),
    options: plan.options,
    environment: plan.environment,
    toolVersion: plan.toolVersion,
    gitCommit: plan.gitCommit,
  });
  for (let next = ANNOUNCED_AT_ONCE; next < plan.cases.length; next += ANNOUNCED_AT_ONCE) {
    log.append({ type: 'cases.announced', cases: plan.cases.slice(next, next + ANNOUNCED_AT_ONCE).map(announced) });
  }
  const setup = await setUpRun(plan, { ports, log }, signal);
  await executeAttempts(plan, { ports, log, setup }, signal);
  if (setup.ok) await tearDownRun(plan, { ports, log }, { results: results?.inOrder() ?? [], data: setup.data });
  finishRun(plan, { ports, log, setup, startedAt: log.state().startedAt ?? 0, now: ports.clock.now() }, signal);
  return log.state();
}

type Attempt = { planned: PlannedCase; attempt: number };
type Execution = { ports: RunParts; log: EventLog; setup: Setup };

/** As many lanes as `parallel`, each taking the next attempt when it is free: no batches, no queue of promises. */
async function executeAttempts(plan: RunPlan, { ports, log, setup }: Execution, signal: AbortSignal): Promise<void> {
  const attempts = attemptsOf(plan);
  const minAccuracy = plan.options.gates?.minAccuracy ?? 1;
  const rules = plan.options.rules ?? 2;
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
        log.append(skipped({ planned, attempt, reason: skipReason, ports }));
        continue;
      }
      const result = await runAttempt({ runId: plan.runId, planned, attempt, minAccuracy, rules, ports, log }, signal);
      if (plan.options.failFast && ports.judge.isFault(result, plan.options.gates)) failedFast = true;
    }
  };
  await Promise.all(Array.from({ length: plan.options.parallel }, lane));
}

function isOverspent({ options: { maxCost } }: RunPlan, { usage }: RunState): boolean {
  return maxCost !== undefined && (totalCost(usage) ?? 0) >= maxCost;
}

/** Returns the amount spent, if attempts were left out because of it. */
function overspending({ options: { maxCost } }: RunPlan, { usage, rows }: RunState): RunEnd['overspent'] {
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

function skipped({ planned, attempt, reason, ports }: Attempt & { reason: string; ports: RunParts }): FinishedEvent {
  return {
    type: 'case.finished',
    suiteKey: planned.suiteKey,
    caseId: planned.case.id,
    attempt,
    result: {
      ...caseFacts(planned.case, ports.kinds),
      attempt,
      status: 'skipped',
      reason,
      startedAt: ports.clock.now(),
      durationMs: 0,
      assertions: [],
      toolCalls: [],
    },
  };
}

type Ending = { ports: RunParts; log: EventLog; setup: Setup; startedAt: number; now: number };

function finishRun(plan: RunPlan, run: Ending, signal: AbortSignal): void {
  const state = run.log.state();
  const { counts, usage } = state;
  const conclusion = run.ports.judge.conclude(state, endOf(plan, run, signal));
  const { outcome, exitCode, reason, missed, passRate, change } = conclusion;
  run.log.append({
    type: 'run.finished',
    outcome,
    exitCode,
    reason,
    ...(missed === undefined ? {} : { missed: [...missed] }),
    summary: {
      total: plan.cases.length,
      attempts: plan.options.attempts,
      counts,
      passRate,
      durationMs: run.now - run.startedAt,
      usage,
      change,
    },
  });
}

function endOf(plan: RunPlan, { log, setup }: Ending, signal: AbortSignal): RunEnd {
  return {
    cancelled: signal.aborted ? { by: stopSignalOf(signal) } : undefined,
    setupError: setup.ok ? undefined : setup.error,
    overspent: overspending(plan, log.state()),
  };
}

function stopSignalOf(signal: AbortSignal): NonNullable<RunEnd['cancelled']>['by'] {
  return signal.reason === 'SIGINT' || signal.reason === 'SIGTERM' ? signal.reason : undefined;
}

const PREVIEW_LENGTH = 120;

function announce({ suiteKey, case: testCase }: PlannedCase, kind: RunKind): AnnouncedCase {
  const { id, kind: name, hash, line, tags } = testCase;
  const preview = previewOf(testCase.input);
  return {
    suiteKey,
    id,
    kind: name,
    hash,
    name: testCase.name,
    line,
    tags,
    preview: preview === '' ? undefined : preview,
    setAside: setAsideOf(testCase),
    ...kind.announce?.(testCase),
  };
}

function previewOf(input: PlannedCase['case']['input']): string {
  const last = messagesOf(input).at(-1);
  if (last === undefined) return '';
  return textOfContent(last.content).replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH);
}
