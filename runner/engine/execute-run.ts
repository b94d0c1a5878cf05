import type { AnnouncedCase, PlannedCase, RunPlan } from '../contract/index.ts';
import { messagesOf, type RunEnd, type RunState, stopSignals, textOfContent, totalCost } from '../fold/index.ts';
import type { RunKind } from '../ports/index.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { executeAttempts, MAX_COST } from './execute-attempts.ts';
import { setAsideOf } from './run-attempt.ts';
import { collectResults, type Setup, setUpRun, tearDownRun } from './run-hooks.ts';
import type { RunParts } from './run-parts.ts';
import { takeOverEarlier } from './take-over.ts';

const ANNOUNCED_AT_ONCE = 1000;

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
  const taken = takeOverEarlier(plan, { ports, log });
  const setup = await setUpRun(plan, { ports, log }, signal);
  await executeAttempts(plan, { ports, log, setup, taken }, signal);
  if (setup.ok) await tearDownRun(plan, { ports, log }, { results: results?.inOrder() ?? [], data: setup.data });
  finishRun(plan, { ports, log, setup, startedAt: log.state().startedAt ?? 0, now: ports.clock.now() }, signal);
  return log.state();
}

/** Returns the amount spent, if attempts were left out because of it. */
function overspending({ options: { maxCost } }: RunPlan, { usage, rows }: RunState): RunEnd['overspent'] {
  const leftOut = rows.flatMap(({ attempts }) => attempts).filter(({ reason }) => reason === MAX_COST).length;
  if (maxCost === undefined || leftOut === 0) return undefined;
  return { maxCost, spent: totalCost(usage) ?? 0, leftOut };
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
  return stopSignals.find((name) => name === signal.reason);
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
