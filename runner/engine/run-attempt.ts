import type {
  AnnouncedCase,
  CaseKind,
  CaseResult,
  CaseStatus,
  PlannedCase,
  ResultByKind,
  TestCase,
} from '../contract/index.ts';
import { hasEndedWithoutVerdict } from '../fold/index.ts';
import type { AgentWithSentRequest, AttemptContext, HookCall, Outcome, RunKind, RunKinds } from '../ports/index.ts';
import { createAttemptScriptContext, StoppedError, startDeadline, startStopwatch } from '../ports/index.ts';
import { type Json, toErrorMessage } from '../values/index.ts';
import { createAttemptContext } from './attempt-context.ts';
import type { EventLog } from './event-log.ts';
import type { RunDeps } from './run-deps.ts';

export type AttemptRun = {
  runId: string;
  planned: PlannedCase;
  attempt: number;
  ports: RunDeps;
  log: Pick<EventLog, 'append' | 'reportText'>;
  /**
   * Returns true if the attempt may be tried again after a failure outside the agent. `tries` is the number of tries so
   * far.
   */
  mayRepeat(tries: number): boolean;
  /**
   * Decides, from this result and those of earlier attempts, whether the result of the case is clear; undefined if it
   * is not.
   */
  decide(result: CaseResult): CaseResult['decision'] | undefined;
  /** Why the attempt is excluded from rates; used if the case itself gives no reason. */
  setAside?: CaseResult['setAside'];
  /** The agent that has already received the request of the first try, if it was sent before the attempt began. */
  sentAgent?: AgentWithSentRequest | undefined;
};

/**
 * Runs one attempt, from the event `case.started` to `case.finished`. After a failure outside the agent, it may be
 * tried again. The log contains all tries; the last one counts.
 */
export async function runAttempt(run: AttemptRun, signal: AbortSignal): Promise<CaseResult> {
  const { planned, attempt, ports, log } = run;
  const attemptAddress = { suiteKey: planned.suiteKey, caseId: planned.case.id, attempt };
  log.append({ type: 'case.started', ...attemptAddress });
  const earlierTries: CaseResult[] = [];
  let result = await runSingleTry(run, earlierTries, signal);
  while (ports.judge.deservesRetry(result) && run.mayRepeat(earlierTries.length + 1)) {
    log.append({ type: 'case.repeated', ...attemptAddress, result });
    earlierTries.push(result);
    result = await runSingleTry(run, earlierTries, signal);
  }
  const decision = run.decide(result);
  if (decision !== undefined) result.decision = decision;
  log.append({ type: 'case.finished', ...attemptAddress, result });
  return result;
}

/** Runs the before hook and the case within one deadline, and then the after hook within another. */
async function runSingleTry(
  run: AttemptRun,
  earlierTries: readonly CaseResult[],
  signal: AbortSignal,
): Promise<CaseResult> {
  const { planned, attempt, ports, log } = run;
  const attemptAddress = { suiteKey: planned.suiteKey, caseId: planned.case.id, attempt };
  const startedAt = ports.clock.now();
  const elapsedMs = startStopwatch(ports.clock);
  const deadline = startDeadline(ports.clock, planned.timeoutMs, signal);
  const kind: RunKind = ports.kinds[planned.case.kind];
  let isOver = false;
  const context = createAttemptContext({
    ...run,
    deadline,
    tries: earlierTries.length + 1,
    sentAgent: earlierTries.length === 0 ? run.sentAgent : undefined,
    emit(body) {
      // Calls that a script did not await may end after the attempt. Only their log lines are recorded.
      if (!isOver || body.type === 'log.written') log.append({ ...body, ...attemptAddress });
    },
    streamText(turn, text) {
      if (!isOver) log.reportText({ ...attemptAddress, turn }, text);
    },
  });
  const execution = { context, kind };
  const beforeHook = await runBeforeHook(execution);
  const outcome = beforeHook.ok ? await executeCase(execution) : beforeHook.outcome;
  deadline.dispose();
  const result = toResult({ run, outcome, startedAt, durationMs: elapsedMs(), context });
  Object.assign(result, ports.judge.faultsOf(result, context.findings().faults));
  const warning = beforeHook.ok ? await runAfterHook(execution, result, beforeHook.data) : undefined;
  await ports.agents.waitForLateReports?.(context.sessionId, signal);
  ports.agents.endSession?.(context.sessionId);
  const warnings = [
    ...(result.warnings ?? []),
    ...earlierTries.map(describeRepeatedTry),
    ...describeUnexpectedStatus(planned.case, result),
    ...(warning === undefined ? [] : [warning]),
  ];
  if (warnings.length > 0) result.warnings = warnings;
  isOver = true;
  return result;
}

/** Adds the note about retries to the result that counts, so that every report contains it. */
function describeRepeatedTry({ status, error, fault }: CaseResult, index: number): string {
  const faultText = fault === undefined ? '' : ` (${fault.by}: ${fault.kind})`;
  return `this is try ${index + 2}, because try ${index + 1} ended with ${error ?? status}${faultText}`;
}

function describeUnexpectedStatus(testCase: TestCase, { status }: CaseResult): string[] {
  if (findExclusionReason(testCase) !== 'expect_fail' || !hasEndedWithoutVerdict(status)) return [];
  return [
    `"expect": "fail" only covers wrong answers, not ${status === 'error' ? 'an error' : 'a timeout'}, which still counts`,
  ];
}

type AttemptExecution = { context: AttemptContext; kind: RunKind };
type BeforeHookOutcome = { ok: true; data: Json } | { ok: false; outcome: Outcome };

async function runBeforeHook(execution: AttemptExecution): Promise<BeforeHookOutcome> {
  const { context } = execution;
  const reference = context.planned.case.before;
  if (reference === undefined) return { ok: true, data: null };
  const hookOutcome = await runHook(execution, { reference, phase: 'before' });
  if (hookOutcome.ok) return hookOutcome;
  const { error, message } = hookOutcome;
  if (error instanceof StoppedError) return { ok: false, outcome: await createStoppedOutcome(context, error) };
  return {
    ok: false,
    outcome: { status: 'error', error: `before script failed: ${message}`, endReason: 'hook_error' },
  };
}

async function executeCase({ context, kind }: AttemptExecution): Promise<Outcome> {
  try {
    return await kind.execute(context, context.planned.case);
  } catch (error) {
    if (error instanceof StoppedError) return createStoppedOutcome(context, error);
    return { status: 'error', error: toErrorMessage(error), endReason: 'agent_error' };
  }
}

async function createStoppedOutcome(context: AttemptContext, { stopCause }: StoppedError): Promise<Outcome> {
  if (stopCause === 'cancelled') return { status: 'skipped', reason: 'cancelled', endReason: 'cancelled' };
  const { text, fault } = await context.timeout();
  context.report({ type: 'fault', fault });
  return { status: 'timeout', error: text, endReason: 'timeout' };
}

async function runAfterHook(
  { context, kind }: AttemptExecution,
  result: CaseResult,
  data: Json,
): Promise<string | undefined> {
  const { planned, ports } = context;
  const reference = planned.case.after;
  if (reference === undefined) return undefined;
  // The after hook has its own deadline and is not aborted with the run, so that it can clean up after a timeout or a
  // cancellation.
  const deadline = startDeadline(ports.clock, planned.timeoutMs, new AbortController().signal);
  const extraArguments: Json[] = [kind.report(result), ...(data === null ? [] : [data])];
  const hookOutcome = await runHook(
    { context: { ...context, deadline }, kind },
    { reference, phase: 'after', extraArguments },
  );
  deadline.dispose();
  return hookOutcome.ok ? undefined : `after script failed: ${hookOutcome.message}`;
}

type CaseHook = { reference: string; phase: 'before' | 'after'; extraArguments?: Json[] };
type HookOutcome = { ok: true; data: Json } | { ok: false; error: unknown; message: string };

async function runHook(
  { context, kind }: AttemptExecution,
  { reference, phase, extraArguments = [] }: CaseHook,
): Promise<HookOutcome> {
  const { planned, ports, deadline } = context;
  context.report({ type: 'hook', phase });
  const elapsedMs = startStopwatch(ports.clock);
  const emitHookFinished = (error?: string): void =>
    context.emit({ type: 'hook.finished', scope: 'case', phase, durationMs: elapsedMs(), error });
  const { baseDir, agentId } = planned;
  try {
    const call: HookCall = {
      reference,
      scope: 'case',
      phase,
      baseDir,
      agentId,
      arguments: [createAttemptScriptContext(context), kind.toAuthoredCase(planned.case), ...extraArguments],
      services: context.services(context.findings().progress.turns?.length || 1),
    };
    const data = await deadline.run((signal) => ports.scripts.runHook(call, signal));
    emitHookFinished();
    context.report({ type: 'answered' });
    return { ok: true, data };
  } catch (error) {
    const message = await describeError(error, context);
    emitHookFinished(message);
    return { ok: false, error, message };
  }
}

function toResult({
  run: { planned, attempt, ports, setAside },
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
  const { usage, warnings, connectors, progress } = context.findings();
  const kind: RunKind = ports.kinds[planned.case.kind];
  const result: ResultByKind[CaseKind] = {
    ...selectCaseFieldsForResult(planned.case, ports.kinds),
    setAside: findExclusionOfResult(planned.case, outcome.status) ?? setAside,
    attempt,
    ...kind.expectedFields?.(planned.case),
    startedAt,
    durationMs,
    assertions: [],
    toolCalls: [],
    connector: connectors.size === 0 ? undefined : [...connectors].join(', '),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(warnings.size === 0 ? {} : { warnings: [...warnings] }),
    ...progress,
    ...outcome,
  };
  return result;
}

/** Returns the fields of a result that are copied from the case, whatever the outcome is. */
export function selectCaseFieldsForResult(
  testCase: TestCase,
  kinds: RunKinds,
): Pick<CaseResult, 'id' | 'hash' | 'kind' | 'name' | 'tags' | 'input' | 'metadata'> {
  const { id, hash, kind: name, tags, input, metadata } = testCase;
  const kind: RunKind = kinds[name];
  return {
    id,
    hash,
    kind: name,
    name: testCase.name,
    tags: tags?.length === 0 ? undefined : tags,
    ...kind.resultFields?.(testCase),
    input,
    metadata,
  };
}

/** Returns why the result of a case is excluded from the outcome of the run; undefined if it is not. */
export function findExclusionReason({ quarantine, expect }: TestCase): AnnouncedCase['setAside'] {
  if (quarantine === true) return 'quarantine';
  return expect === 'fail' ? 'expect_fail' : undefined;
}

/**
 * Only a wrong answer counts as the expected failure. An attempt that ended with an error is treated as for any other
 * case.
 */
export function findExclusionOfResult(testCase: TestCase, status: CaseStatus): AnnouncedCase['setAside'] {
  const setAside = findExclusionReason(testCase);
  return setAside === 'expect_fail' && hasEndedWithoutVerdict(status) ? undefined : setAside;
}

async function describeError(error: unknown, context: AttemptContext): Promise<string> {
  if (!(error instanceof StoppedError)) return toErrorMessage(error);
  return error.stopCause === 'timeout' ? (await context.timeout()).text : 'cancelled';
}
