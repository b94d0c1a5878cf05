import type { Span } from '../../../traces/index.ts';

/**
 * The attributes of a span that may contain the conversation id, by the OpenTelemetry conventions and in common tools.
 */
const conversationIdAttributes = [
  'gen_ai.conversation.id',
  'session.id',
  'gcp.vertex.agent.session_id',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.conversation_id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.conversationId',
  'ai.telemetry.metadata.threadId',
];

/** Returns the conversation id of a trace, from the outermost span that has one. */
export function findConversationId(spans: readonly Span[]): { id?: string; why?: string } {
  const ownIds = new Map(spans.map((span) => [span.spanId, findConversationIdInSpan(span)]));
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  const isOutermost = ({ parentSpanId }: Span): boolean => {
    const visited = new Set<string>();
    let parentId = parentSpanId;
    while (parentId !== undefined && !visited.has(parentId)) {
      if (ownIds.get(parentId) !== undefined) return false;
      visited.add(parentId);
      parentId = parents.get(parentId);
    }
    return true;
  };
  const ids = new Set(spans.filter(isOutermost).flatMap((span) => ownIds.get(span.spanId) ?? []));
  const [id] = ids;
  if (ids.size > 1)
    return { why: `the trace is mixed: its spans belong to the conversations ${[...ids].join(' and ')}` };
  return id === undefined ? {} : { id };
}

/** Returns the conversation id in the attributes of a span. */
export function findConversationIdInSpan({ attributes }: Span): string | undefined {
  const id = conversationIdAttributes
    .map((name) => attributes[name])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof id === 'string' ? id : undefined;
}
