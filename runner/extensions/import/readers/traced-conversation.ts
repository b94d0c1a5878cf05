import type { ToolCall, Usage } from '../../../contract/index.ts';
import { addUsage } from '../../../fold/index.ts';
import type { FinishedToolCall, ModelCall } from '../../../ports/index.ts';
import { collectCallsInSpans, type Span } from '../../../traces/index.ts';
import { isJsonObject, type Json, withoutUndefined } from '../../../values/index.ts';
import type { ImportedTurn } from './conversation.ts';
import {
  listOutermostAgentTurns,
  listRequestMessages,
  listTurnsInHistory,
  type PlainMessage,
} from './traced-messages.ts';

/** The turns of a trace, or the reason why there are none. */
export type TracedTurns = { ok: true; turns: ImportedTurn[]; history: ImportedTurn[] } | { ok: false; why: string };

type SpanTiming = { spanId: string; startedAt: number; endedAt: number };
type ModelSpan = SpanTiming & { call: ModelCall };
type ToolSpan = SpanTiming & { call: FinishedToolCall };

/**
 * Reconstructs the turns of a trace from its model requests. Model calls inside a tool belong to the tool. `history`
 * contains the turns before the first one of the trace.
 */
export function reconstructTurns(tracedSpans: readonly Span[]): TracedTurns {
  const missingParentCount = countMissingParents(tracedSpans);
  if (missingParentCount > 0)
    return {
      ok: false,
      why: `the trace is truncated: ${missingParentCount} of its spans have parents that are not in the file`,
    };
  const spans = copyModelContentFromParents(tracedSpans);
  const { models, tools } = collectCalls(spans);
  const userCalls = models.filter(({ call }) => findLastUserText(call) !== undefined);
  const mainModelSpans = userCalls.filter((model) => !tools.some((tool) => isWithinSpan(model, tool)));
  if (mainModelSpans.length === 0) return reconstructTurnsFromAgentSpans(spans, { models, tools });
  const groups = groupTurns(mainModelSpans);
  const turns: ImportedTurn[] = [];
  for (const [index, group] of groups.entries()) {
    const from = index === 0 ? Number.NEGATIVE_INFINITY : (group[0]?.startedAt ?? 0);
    const to = groups[index + 1]?.[0]?.startedAt ?? Number.POSITIVE_INFINITY;
    const isWithinTurn = ({ startedAt }: SpanTiming): boolean => startedAt >= from && startedAt < to;
    const turn = toTurn(group, { models: models.filter(isWithinTurn), tools: tools.filter(isWithinTurn) });
    if (typeof turn === 'string') return { ok: false, why: turn };
    turns.push(turn);
  }
  const [first] = mainModelSpans;
  return { ok: true, turns, history: listTurnsInHistory(listRequestMessages(first?.call)) };
}

/**
 * Counts the missing parts of a trace by its missing parents. If the trace has no root, one parent may be outside of
 * it.
 */
function countMissingParents(spans: readonly Span[]): number {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const orphans = spans.flatMap(({ parentSpanId }) =>
    parentSpanId === undefined || ids.has(parentSpanId) ? [] : [parentSpanId],
  );
  const hasRoot = spans.some(({ parentSpanId }) => parentSpanId === undefined);
  return new Set(orphans).size > (hasRoot ? 0 : 1) ? orphans.length : 0;
}

/** In traces of ADK, the span around a model call contains the request and the response. */
function copyModelContentFromParents(spans: readonly Span[]): Span[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  return spans.map((span) => {
    const parentAttributes = byId.get(span.parentSpanId ?? '')?.attributes;
    if (span.attributes['gen_ai.operation.name'] !== 'generate_content' || parentAttributes === undefined) return span;
    const names = ['gcp.vertex.agent.llm_request', 'gcp.vertex.agent.llm_response'];
    const inheritedNames = names.flatMap((name): [string, Json][] =>
      parentAttributes[name] === undefined ? [] : [[name, parentAttributes[name]]],
    );
    return inheritedNames.length === 0
      ? span
      : { ...span, attributes: { ...Object.fromEntries(inheritedNames), ...span.attributes } };
  });
}

function collectCalls(spans: readonly Span[]): { models: ModelSpan[]; tools: ToolSpan[] } {
  const byStart = [...spans].sort((one, other) => one.startedAt - other.startedAt);
  const models: ModelSpan[] = [];
  const tools: ToolSpan[] = [];
  // Sorts inner spans before outer ones, which is the order in which exporters send them.
  for (const tracedCall of collectCallsInSpans(byStart.toReversed())) {
    const { startedAt, durationMs } = tracedCall.call;
    const at = { spanId: tracedCall.span.spanId, startedAt, endedAt: startedAt + durationMs };
    if (tracedCall.kind === 'model') models.push({ ...at, call: tracedCall.call });
    else tools.push({ ...at, call: tracedCall.call });
  }
  return { models: models.toReversed(), tools: tools.toReversed() };
}

function isWithinSpan(inner: SpanTiming, outer: SpanTiming): boolean {
  return inner.startedAt >= outer.startedAt && inner.endedAt <= outer.endedAt && outer.endedAt > outer.startedAt;
}

function groupTurns(mainModelSpans: readonly ModelSpan[]): ModelSpan[][] {
  const groups: ModelSpan[][] = [];
  let lastUser: { text: string | undefined; count: number } | undefined;
  for (const model of mainModelSpans) {
    const count = listRequestMessages(model.call).filter(({ role }) => role === 'user').length;
    const text = findLastUserText(model.call);
    if (lastUser === undefined || text !== lastUser.text || count > lastUser.count) groups.push([]);
    groups.at(-1)?.push(model);
    lastUser = { text, count };
  }
  return groups;
}

function findLastUserText(call: ModelCall): string | undefined {
  return listRequestMessages(call).findLast(({ role }) => role === 'user')?.text;
}

type SpanCalls = { models: readonly ModelSpan[]; tools: readonly ToolSpan[] };

function toTurn(group: readonly ModelSpan[], { models, tools }: SpanCalls): ImportedTurn | string {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return 'no model was called';
  const { answer, error } = last.call;
  const isOpen = answer !== undefined && answer.content === '' && answer.toolCalls.length > 0;
  if (error === undefined && answer === undefined) return 'the answer of its last model call is missing';
  if (error === undefined && isOpen) {
    return `the trace is truncated: it ends with a call to ${formatToolNames(answer.toolCalls)} that has no result`;
  }
  const ended = [...models, ...tools].reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0);
  return {
    input: findLastUserText(first.call) ?? '',
    ...(error === undefined
      ? { response: { content: answer?.content ?? '', toolCalls: collectToolCalls(group, tools) } }
      : { error }),
    ...createTurnMetadata({ models, startedAt: first.startedAt, ended }),
  };
}

function createTurnMetadata({
  models,
  startedAt,
  ended,
}: {
  models: readonly ModelSpan[];
  startedAt: number;
  ended: number;
}) {
  const usage = models.reduce<Usage | undefined>((sum, { call }) => addUsage(sum, call.usage), undefined);
  const modelCalls = models.map(({ call }) => call);
  return {
    startedAt,
    durationMs: Math.max(0, Math.round(ended - startedAt)),
    modelCalls,
    ...withoutUndefined({ usage }),
  };
}

function formatToolNames(calls: readonly Json[]): string {
  return calls.map((call) => (isJsonObject(call) ? String(call.tool) : '?')).join(' and ');
}

/**
 * Returns the tool calls from tool spans, because these have the most details. If there are none, takes the calls from
 * the models' answers and the results from later requests.
 */
function collectToolCalls(group: readonly ModelSpan[], tools: readonly ToolSpan[]): ToolCall[] {
  if (tools.length > 0) {
    return tools.map(({ call: { startedAt: _, ...call } }) => withoutUndefined(call));
  }
  const results = new Map(
    group
      .flatMap(({ call }) => listRequestMessages(call))
      .flatMap((message): [string, Json][] => toToolResultEntries(message)),
  );
  return group.flatMap(({ call }) =>
    (call.answer?.toolCalls ?? []).filter(isJsonObject).map((request): ToolCall => {
      const result = results.get(String(request.id));
      return { tool: String(request.tool), ...withoutUndefined({ arguments: request.arguments, result }) };
    }),
  );
}

function toToolResultEntries({ role, toolCallId, text }: PlainMessage): [string, Json][] {
  return role === 'tool' && toolCallId !== undefined ? [[toolCallId, text]] : [];
}

function reconstructTurnsFromAgentSpans(spans: readonly Span[], { models, tools }: SpanCalls): TracedTurns {
  const agentSpans = listOutermostAgentTurns(spans);
  if (agentSpans.length === 0) {
    const isAny = models.length > 0 || spans.some(({ attributes }) => isAgentOrModelSpan(attributes));
    const why = isAny
      ? 'the spans contain no messages; most SDKs record contents only when that is enabled'
      : 'the trace contains no answer of an agent or a model';
    return { ok: false, why };
  }
  const turns = agentSpans.map(({ span, input, output }, index): ImportedTurn => {
    const to = agentSpans[index + 1]?.span.startedAt ?? Number.POSITIVE_INFINITY;
    const startsWithinAgentSpan = ({ startedAt }: SpanTiming): boolean => startedAt >= span.startedAt && startedAt < to;
    const toolCalls = tools
      .filter(startsWithinAgentSpan)
      .map(({ call: { startedAt: _, ...call } }): ToolCall => withoutUndefined(call));
    const answer = span.error === undefined ? { response: { content: output, toolCalls } } : { error: span.error };
    return {
      input,
      ...answer,
      ...createTurnMetadata({
        models: models.filter(startsWithinAgentSpan),
        startedAt: span.startedAt,
        ended: span.endedAt,
      }),
    };
  });
  return { ok: true, turns, history: [] };
}

function isAgentOrModelSpan(attributes: Span['attributes']): boolean {
  const kinds = [attributes['openinference.span.kind'], attributes['gen_ai.operation.name']];
  return kinds.some((kind) => kind === 'LLM' || kind === 'AGENT' || kind === 'chat' || kind === 'invoke_agent');
}
