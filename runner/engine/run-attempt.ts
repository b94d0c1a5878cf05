import type { CaseResult, PlannedCase } from '../contract/index.ts';
import { type AttemptContext, createAttemptContext } from '../kinds/attempt/attempt-context.ts';
import type { Outcome } from '../kinds/attempt/outcome.ts';
import { scriptServices } from '../kinds/attempt/script-services.ts';
import { authoredCase } from '../kinds/authored-case.ts';
import { executeCase } from '../kinds/execute-case.ts';
import { reportResult } from '../kinds/report/report-result.ts';
import { scriptContext } from '../kinds/script/script-context.ts';
import type { RunnerPorts } from '../ports/index.ts';
import { Stopped, startDeadline, startStopwatch } from '../ports/index.ts';
import type { Json } from '../values/index.ts';
import { caseFacts } from './case-facts.ts';
import type { EventLog } from './event-log.ts';

export type AttemptRun = {
  runId: string;
  planned: PlannedCase;
  attempt: number;
  /** What accuracy of a consistency case passes, from 0 to 1. */
  minAccuracy: number;
  ports: RunnerPorts;
  log: EventLog;
};

/** One attempt from `case.started` to `case.finished`: Before, the case under its deadline, After on a fresh one. */
export async function runAttempt(run: AttemptRun, signal: AbortSignal): Promise<CaseResult> {
  const { planned, attempt, ports, log } = run;
  const place = { suiteKey: planned.suiteKey, caseId: planned.case.id, attempt };
  const startedAt = ports.clock.now();
  const elapsed = startStopwatch(ports.clock);
  const deadline = startDeadline(ports.clock, planned.timeoutMs, signal);
  const context = createAttemptContext({ ...run, deadline, emit: (body) => log.append({ ...body, ...place }) });

  log.append({ type: 'case.started', ...place });
  const before = await runBefore(context);
  const outcome = before.ok ? await settle(context) : before.outcome;
  deadline.dispose();
  const result = resultOf({ run, outcome, startedAt, durationMs: elapsed(), context });
  const warning = before.ok ? await runAfter(context, result, before.data) : undefined;
  if (warning !== undefined) result.warnings = [...(result.warnings ?? []), warning];
  log.append({ type: 'case.finished', ...place, result });
  return result;
}

type Before = { ok: true; data: Json } | { ok: false; outcome: Outcome };

async function runBefore(context: AttemptContext): Promise<Before> {
  const { planned, ports, deadline } = context;
  const reference = planned.case.before;
  if (reference === undefined) return { ok: true, data: null };
  const elapsed = startStopwatch(ports.clock);
  try {
    const data = await deadline.run((signal) =>
      ports.scripts.runHook(hookCall(context, { reference, phase: 'before' }), signal),
    );
    finishHook(context, { phase: 'before', durationMs: elapsed() });
    return { ok: true, data };
  } catch (error) {
    if (error instanceof Stopped) await context.hangKnown();
    const message = messageOf(error, context);
    finishHook(context, { phase: 'before', durationMs: elapsed(), error: message });
    if (error instanceof Stopped) return { ok: false, outcome: stoppedOutcome(context, error) };
    return {
      ok: false,
      outcome: { status: 'error', error: `before script failed: ${message}`, endReason: 'hook_error' },
    };
  }
}

async function settle(context: AttemptContext): Promise<Outcome> {
  try {
    return await executeCase(context);
  } catch (error) {
    if (error instanceof Stopped) await context.hangKnown();
    if (error instanceof Stopped) return stoppedOutcome(context, error);
    return { status: 'error', error: messageOf(error, context), endReason: 'agent_error' };
  }
}

function stoppedOutcome(context: AttemptContext, { stopCause }: Stopped): Outcome {
  if (stopCause === 'cancelled') return { status: 'skipped', reason: 'cancelled', endReason: 'cancelled' };
  return { status: 'timeout', error: context.timeoutText(), endReason: 'timeout' };
}

async function runAfter(context: AttemptContext, result: CaseResult, data: Json): Promise<string | undefined> {
  const { planned, ports } = context;
  const reference = planned.case.after;
  if (reference === undefined) return undefined;
  const elapsed = startStopwatch(ports.clock);
  // Cleaning up must work after a timeout and after a cancel, so neither the old deadline nor the cancel reaches it.
  const deadline = startDeadline(ports.clock, planned.timeoutMs, new AbortController().signal);
  try {
    const extra: Json[] = [reportResult([result]), ...(data === null ? [] : [data])];
    await deadline.run((signal) =>
      ports.scripts.runHook(hookCall({ ...context, deadline }, { reference, phase: 'after', extra }), signal),
    );
    finishHook(context, { phase: 'after', durationMs: elapsed() });
    return undefined;
  } catch (error) {
    if (error instanceof Stopped) await context.hangKnown();
    const message = messageOf(error, context);
    finishHook(context, { phase: 'after', durationMs: elapsed(), error: message });
    return `after script failed: ${message}`;
  } finally {
    deadline.dispose();
  }
}

function hookCall(
  context: AttemptContext,
  { reference, phase, extra = [] }: { reference: string; phase: 'before' | 'after'; extra?: Json[] },
): Parameters<RunnerPorts['scripts']['runHook']>[0] {
  const { planned } = context;
  return {
    reference,
    scope: 'case',
    phase,
    baseDir: planned.baseDir,
    agentId: planned.agentId,
    arguments: [hookContext(context), authoredCase(planned.case), ...extra],
    services: scriptServices(context, context.progress().turns?.length || 1),
  };
}

function hookContext({ planned, sessionId }: AttemptContext): Json {
  return scriptContext({ environment: planned.environment, chatId: sessionId, metadata: planned.case.metadata });
}

function finishHook(
  context: AttemptContext,
  hook: { phase: 'before' | 'after'; durationMs: number; error?: string },
): void {
  context.emit({ type: 'hook.finished', scope: 'case', ...hook });
}

function resultOf({
  run: { planned, attempt },
  outcome,
  startedAt,
  durationMs,
  context,
}: {
  run: AttemptRun;
  outcome: Outcome;
  startedAt: number;
  durationMs: number;
  context: AttemptContext;
}): CaseResult {
  const usage = context.usage();
  const warnings = context.warnings();
  return {
    ...caseFacts(planned.case),
    attempt,
    ...expectedOf(planned.case),
    startedAt,
    durationMs,
    assertions: [],
    toolCalls: [],
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...context.progress(),
    ...outcome,
  };
}

function expectedOf(testCase: PlannedCase['case']): Pick<CaseResult, 'expected' | 'groundTruth'> {
  if (testCase.kind === 'experiment') {
    const { expectedOutput: expected, groundTruth } = testCase;
    return { expected, ...(groundTruth === undefined ? {} : { groundTruth }) };
  }
  if (testCase.kind !== 'standard' && testCase.kind !== 'consistency') return {};
  return testCase.expected === undefined ? {} : { expected: testCase.expected };
}

function messageOf(error: unknown, context: AttemptContext): string {
  if (error instanceof Stopped) return error.stopCause === 'timeout' ? context.timeoutText() : 'cancelled';
  return error instanceof Error ? error.message : String(error);
}
