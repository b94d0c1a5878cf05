import { hash } from 'node:crypto';
import type { CaseResult, Usage } from '../../../contract/index.ts';
import { attemptKey, isFailing, type RunState } from '../../../fold/index.ts';
import type { Span } from '../../../traces/index.ts';
import { type JsonObject, withoutUndefined } from '../../../values/index.ts';
import { type Evaluation, listEvaluations } from './evaluation-events.ts';

/**
 * Returns the span of a run, which is the parent of the spans of its attempts. The ids are the same each time the run
 * is exported.
 */
export function createRunSpan(run: RunState): Span {
  const { runId, startedAt = 0, finishedAt = startedAt, suites, status, counts, reason, exitCode } = run;
  const attributes = withoutUndefined({
    'test.suite.name': suites.map(({ key }) => key).join(', '),
    'test.suite.run.status': toOtlpSuiteStatus(run),
    'turntree.run.id': runId,
    'turntree.run.outcome': status,
    'turntree.run.reason': reason,
    'turntree.run.exit_code': exitCode,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [`turntree.attempts.${name}`, count])),
  });
  return buildSpan(run, 'run', { name: 'turntree run', startedAt, endedAt: finishedAt, attributes });
}

/**
 * Returns the spans of an attempt: one for the attempt itself, and one for each call of the agent, with the verdicts on
 * that call.
 */
export function createAttemptSpans(run: RunState, suiteKey: string, result: CaseResult): Span[] {
  const { id, attempt, kind, status, startedAt, durationMs, error } = result;
  const spanPath = attemptKey({ suiteKey, caseId: id, attempt });
  const conversation = `${run.runId} ${spanPath}`;
  const agent = run.suites.find(({ key }) => key === suiteKey)?.agentId ?? 'agent';
  const attributes = withoutUndefined({
    'test.suite.name': suiteKey,
    'test.case.name': id,
    'test.case.result.status': toOtlpCaseStatus(status),
    'gen_ai.conversation.id': conversation,
    'turntree.case.kind': kind,
    'turntree.case.attempt': attempt,
    'turntree.case.status': status,
    'turntree.case.set_aside': result.setAside,
    'turntree.fault.by': result.fault?.by,
    'turntree.fault.kind': result.fault?.kind,
  });
  const endedAt = startedAt + durationMs;
  const errorStatus = status === 'error' || status === 'timeout' ? (error ?? status) : undefined;
  const attemptSpan = { name: `test ${id}`, startedAt, endedAt, attributes, error: errorStatus };
  const parent = buildSpan(run, spanPath, { ...attemptSpan, parent: createSpanId(run.runId, 'run') });
  const invocations = listInvocations(result).map(({ usage, ...asked }, index) =>
    buildSpan(run, `${spanPath} ${index + 1}`, {
      ...asked,
      name: `invoke_agent ${agent}`,
      parent: parent.spanId,
      attributes: createInvocationAttributes({ agent, conversation, usage }),
    }),
  );
  const evaluations = listEvaluations(result);
  for (const evaluation of evaluations)
    addEvaluation(findInvocationSpan(evaluation, invocations) ?? parent, evaluation, endedAt);
  return [parent, ...invocations];
}

type AgentInvocation = { startedAt: number; endedAt: number; error?: string | undefined; usage?: Usage | undefined };

function listInvocations(result: CaseResult): AgentInvocation[] {
  const { input, status, startedAt, durationMs, usage } = result;
  const exchanges = result.turns ?? result.samples;
  if (exchanges !== undefined) {
    return exchanges.map(({ startedAt: exchangeStart, durationMs: took, error, usage: exchangeUsage }) => ({
      startedAt: exchangeStart,
      endedAt: exchangeStart + took,
      error,
      usage: exchangeUsage,
    }));
  }
  if (input === undefined || status === 'skipped') return [];
  return [{ startedAt, endedAt: startedAt + durationMs, usage: usage?.agent }];
}

type InvocationContext = { agent: string; conversation: string; usage: Usage | undefined };

function createInvocationAttributes({ agent, conversation, usage }: InvocationContext): JsonObject {
  return withoutUndefined({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': conversation,
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
  });
}

/**
 * Returns the span of the agent call to which a verdict belongs. A single call has all verdicts; if there are several,
 * a verdict belongs to one of them only if it has a turn.
 */
function findInvocationSpan({ turn }: Evaluation, invocations: readonly Span[]): Span | undefined {
  return turn === undefined && invocations.length === 1 ? invocations[0] : invocations[(turn ?? 0) - 1];
}

function addEvaluation({ events }: Span, { attributes }: Evaluation, at: number): void {
  events.push({ name: 'gen_ai.evaluation.result', attributes, at });
}

/** Returns whether the attempt passed; undefined for a skipped one, which has neither passed nor failed. */
function toOtlpCaseStatus(status: CaseResult['status']): string | undefined {
  if (status === 'passed') return 'pass';
  return isFailing(status) ? 'fail' : undefined;
}

function toOtlpSuiteStatus({ status, rows }: RunState): string {
  if (status === 'passed') return 'success';
  if (status === 'failed') return rows.length === 0 ? 'skipped' : 'failure';
  return status === 'cancelled' || status === 'interrupted' ? 'aborted' : 'in_progress';
}

type SpanParts = Pick<Span, 'name' | 'startedAt' | 'endedAt' | 'attributes' | 'error'> & { parent?: string };

function buildSpan({ runId }: RunState, spanPath: string, { parent, ...parts }: SpanParts): Span {
  const hex = runId.replaceAll('-', '');
  const traceId = /^[0-9a-f]{32}$/.test(hex) ? hex : hash('sha256', runId).slice(0, 32);
  return { traceId, spanId: createSpanId(runId, spanPath), parentSpanId: parent, events: [], ...parts };
}

function createSpanId(runId: string, spanPath: string): string {
  return hash('sha256', `${runId} ${spanPath}`).slice(0, 16);
}
