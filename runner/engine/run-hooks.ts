import type { CaseResult, PlannedCase, RunPlan } from '../contract/index.ts';
import { caseKey } from '../fold/index.ts';
import type { ReportFact, RunKind, RunObserver, ScriptServices } from '../ports/index.ts';
import { createScriptContext, type Deadline, StoppedError, startDeadline, startStopwatch } from '../ports/index.ts';
import { formatGoDuration, type Json, toErrorMessage } from '../values/index.ts';
import type { EventLog } from './event-log.ts';
import type { RunDeps } from './run-deps.ts';

export type SetupOutcome = { ok: true; data: Json } | { ok: false; error: string };

type HookExecution = { ports: RunDeps; log: EventLog };
type RunHook = { reference: string; phase: 'before' | 'after'; arguments: Json[] };

/** Runs the BeforeAll hook, if there is one, with the context of the run and all its cases, including skipped ones. */
export async function setUpRun(plan: RunPlan, execution: HookExecution, signal: AbortSignal): Promise<SetupOutcome> {
  const reference = plan.options.before;
  if (reference === undefined) return { ok: true, data: null };
  const { kinds } = execution.ports;
  const values = [plan.cases.map((planned) => toAuthoredCase(kinds[planned.case.kind], planned))];
  return callHook({ plan, execution, hook: { reference, phase: 'before', arguments: values } }, signal);
}

/** Runs the AfterAll hook, if there is one, with the context, all results, and what BeforeAll returned. */
export async function tearDownRun(
  plan: RunPlan,
  execution: HookExecution,
  { results, data }: { results: readonly CaseResult[]; data: Json },
): Promise<void> {
  const reference = plan.options.after;
  if (reference === undefined) return;
  const values = [
    results.map((result) => reportResult(execution.ports.kinds[result.kind], result)),
    ...(data === null ? [] : [data]),
  ];
  // The AfterAll hook does not get the aborted signal, so that it can clean up after a cancellation.
  const signal = new AbortController().signal;
  await callHook({ plan, execution, hook: { reference, phase: 'after', arguments: values } }, signal);
}

function reportResult(kind: RunKind, result: CaseResult): Json {
  return kind.report(result);
}

function toAuthoredCase(kind: RunKind, planned: PlannedCase): Json {
  return kind.toAuthoredCase(planned.case);
}

export type ResultCollector = RunObserver & { resultsInPlanOrder(): CaseResult[] };

/** Collects all results for AfterAll. Returns them in the order of the plan. */
export function collectResults(cases: RunPlan['cases']): ResultCollector {
  const positions = new Map(cases.map((planned, position) => [caseKey(planned.suiteKey, planned.case.id), position]));
  const results: { position: number; result: CaseResult }[] = [];
  return {
    name: 'results for AfterAll',
    onEvent(event) {
      if (event.type !== 'case.finished') return;
      results.push({ position: positions.get(caseKey(event.suiteKey, event.caseId)) ?? 0, result: event.result });
    },
    resultsInPlanOrder: () =>
      results
        .sort((left, right) => left.position - right.position || left.result.attempt - right.result.attempt)
        .map(({ result }) => result),
  };
}

type HookCallOptions = { plan: RunPlan; execution: HookExecution; hook: RunHook };

async function callHook({ plan, execution, hook }: HookCallOptions, signal: AbortSignal): Promise<SetupOutcome> {
  const { ports, log } = execution;
  const { reference, phase } = hook;
  const elapsedMs = startStopwatch(ports.clock);
  const deadline = startDeadline(ports.clock, plan.options.timeoutMs, signal);
  const logHookFinished = (error?: string) =>
    log.append({
      type: 'hook.finished',
      scope: 'run',
      phase,
      durationMs: elapsedMs(),
      error,
    });
  let hangLocation: Promise<string | undefined> | undefined;
  const report: ReportFact = (fact) => {
    if (fact.type === 'hang') hangLocation = fact.location;
    else if (fact.type === 'log') log.append({ type: 'log.written', source: fact.source, text: fact.text });
  };
  try {
    const hookArguments = [
      createScriptContext({ environment: plan.environment, chatId: buildRunSessionId(plan) }),
      ...hook.arguments,
    ];
    const services = createScriptServices({ plan, execution, deadline, report });
    const data = await deadline.run((stopSignal) =>
      ports.scripts.runHook(
        { reference, scope: 'run', phase, ...findHookLocation(plan), arguments: hookArguments, services },
        stopSignal,
      ),
    );
    logHookFinished();
    return { ok: true, data };
  } catch (error) {
    const message = describeHookError(error, { timeoutMs: plan.options.timeoutMs, hangLocation: await hangLocation });
    logHookFinished(message);
    return { ok: false, error: message };
  } finally {
    deadline.dispose();
  }
}

type HookContext = { plan: RunPlan; execution: HookExecution; deadline: Deadline; report: ReportFact };

/**
 * Returns the context of the run's hooks and of the agents that they call. It contains no case, because they belong to
 * none.
 */
function createScriptServices({ plan, execution: { ports }, deadline, report }: HookContext): ScriptServices {
  const { runId, environment } = plan;
  const noCase = { suiteKey: '', caseId: '', attempt: 1, turn: 1, role: 'agent' as const };
  const context = { ...noCase, runId, environment };
  // Only log lines are recorded of agents that the run's hooks call, because all other facts belong to attempts.
  const reportLogLinesOnly: ReportFact = (fact) => (fact.type === 'log' ? report(fact) : undefined);
  const sessionId = `${buildRunSessionId(plan)}:run`;
  return {
    report,
    caller: { context, sessionId },
    askAgent: ({ agentId, connector, messages, options }) =>
      deadline.run(async (signal) => {
        const agent = await ports.agents.agent({ id: agentId, connector }, signal);
        return agent.invoke(
          { messages, options, context: { ...context, report: reportLogLinesOnly }, sessionId },
          signal,
        );
      }),
  };
}

function buildRunSessionId({ runId, environment }: RunPlan): string {
  return environment.chatId ?? runId;
}

/** If there are several suites, the hooks are searched in the location of the first one. */
export function findHookLocation({ cases: [firstCase], suites: [firstSuite] }: RunPlan): {
  baseDir: string;
  agentId: string;
} {
  return { baseDir: firstCase?.baseDir ?? '.', agentId: firstCase?.agentId ?? firstSuite?.agentId ?? '' };
}

/** `hangLocation` is the position in the code where the hook was still running at the timeout. */
function describeHookError(
  error: unknown,
  { timeoutMs, hangLocation }: { timeoutMs: number; hangLocation: string | undefined },
): string {
  if (!(error instanceof StoppedError)) return toErrorMessage(error);
  if (error.stopCause !== 'timeout') return 'cancelled';
  return `timeout after ${formatGoDuration(timeoutMs)}: waiting for the hook${hangLocation === undefined ? '' : `, still running at ${hangLocation}`}`;
}
