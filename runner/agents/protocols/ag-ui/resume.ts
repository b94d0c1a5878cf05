import type { ToolCall } from '../../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../../../values/index.ts';
import { isApproval } from '../decide-interrupts.ts';
import type { InterruptAnswer, OpenInterrupt } from '../protocol.ts';
import type { AgUiInterrupt } from './events.ts';
import { LANGGRAPH_INTERRUPT } from './read-run.ts';

/** Converts an interrupt, with the tool call that waits for the answer. */
export function toOpenInterrupt(interrupt: AgUiInterrupt, calls: readonly ToolCall[]): OpenInterrupt {
  const { id, reason, message, responseSchema, toolCallId } = interrupt;
  const call = calls.find((each) => each.id === toolCallId);
  return {
    id,
    reason,
    message: message ?? reason,
    ...withoutUndefined({ schema: responseSchema ?? undefined, tool: call?.tool, arguments: call?.arguments }),
  };
}

/** Returns the fields of the request that answer interrupts. */
export function buildResumeInput(answers: readonly InterruptAnswer[] = []): {
  resume?: JsonObject[];
  command?: JsonObject;
} {
  const langGraph = answers.filter(({ interrupt }) => interrupt.reason === LANGGRAPH_INTERRUPT);
  const ownAnswers = answers.filter((answer) => !langGraph.includes(answer));
  const [first] = langGraph;
  return {
    ...(first === undefined ? {} : { command: { resume: toResumeCommandPayload(first) } }),
    ...(ownAnswers.length === 0 ? {} : { resume: ownAnswers.map(buildResumeEntry) }),
  };
}

/**
 * Builds the answer to one interrupt. Its status is also `resolved` for a rejection, because `cancelled` would mean
 * that nobody answered.
 */
function buildResumeEntry(answer: InterruptAnswer): JsonObject {
  return { interruptId: answer.interrupt.id, status: 'resolved', payload: toPayload(answer) };
}

/**
 * Converts an answer to the type that the agent's schema requires. For a text, this is only possible in simple cases.
 */
function toPayload(answer: InterruptAnswer): Json {
  if (answer.kind === 'value') return answer.value;
  const json = answer.kind === 'text' ? tryParseJson(answer.text) : undefined;
  if (json !== undefined) return json;
  const { schema, reason = '' } = answer.interrupt;
  const { type, properties } = isJsonObject(schema) ? schema : {};
  if (type === 'boolean') return isApproval(answer);
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  if (fields.some(([name]) => name === 'approved')) return { approved: isApproval(answer) };
  if (answer.kind !== 'text') return { approved: isApproval(answer) };
  const [text, other] = fields.filter(([, field]) => isJsonObject(field) && field.type === 'string');
  if (text !== undefined && other === undefined) return { [text[0]]: answer.text };
  const isQuestion = schema === undefined && ['tool_call', 'confirmation'].includes(reason);
  return isQuestion ? { approved: isApproval(answer) } : answer.text;
}

function toResumeCommandPayload(answer: InterruptAnswer): Json {
  if (answer.kind === 'value') return answer.value;
  return answer.kind === 'text' ? (tryParseJson(answer.text) ?? answer.text) : isApproval(answer);
}
