import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../../../values/index.ts';
import { isApproval } from '../decide-interrupts.ts';
import type { InterruptAnswer, OpenInterrupt } from '../protocol.ts';

/** An interrupt as the server sends it. Older servers send no id. */
export const interruptSchema = z.object({
  id: z.string().optional(),
  interrupt_id: z.string().optional(),
  value: jsonSchema.default(null),
});
export type GraphInterrupt = z.infer<typeof interruptSchema>;

const actionSchema = z.object({
  name: z.string(),
  args: jsonObjectSchema.optional(),
  arguments: jsonObjectSchema.optional(),
  description: z.string().nullish(),
});

/**
 * The value of an interrupt by LangChain's `humanInTheLoopMiddleware`: a list of calls, each of which needs a decision.
 */
const requestSchemas = [
  z.object({ actionRequests: z.array(actionSchema).min(1) }).transform(({ actionRequests }) => actionRequests),
  z.object({ action_requests: z.array(actionSchema).min(1) }).transform((value) => value.action_requests),
] as const;
const requestsSchema = z.union(requestSchemas);

/** The separator between the id of an interrupt and the index of a question in it. */
const INTERRUPT_ID_SEPARATOR = '#';

/** Splits an interrupt into its questions. */
export function toOpenInterrupts(interrupt: GraphInterrupt, position: number): OpenInterrupt[] {
  const id = interrupt.id ?? interrupt.interrupt_id ?? `interrupt-${position + 1}`;
  const requests = requestsSchema.safeParse(interrupt.value);
  if (!requests.success) return [{ id, reason: 'interrupt', message: formatInterruptQuestion(interrupt.value) }];
  return requests.data.map(({ name, args, arguments: namedArguments, description }, index) => {
    const toolArguments = args ?? namedArguments ?? {};
    const message = description ?? `May ${name} be called with ${JSON.stringify(toolArguments)}?`;
    return {
      id: `${id}${INTERRUPT_ID_SEPARATOR}${index}`,
      reason: 'tool-approval',
      message,
      tool: name,
      arguments: toolArguments,
    };
  });
}

function formatInterruptQuestion(value: Json): string {
  if (typeof value === 'string') return value;
  const { question, message, description } = isJsonObject(value) ? value : {};
  const text = [question, message, description].find((each) => typeof each === 'string');
  return typeof text === 'string' ? text : JSON.stringify(value);
}

/**
 * Creates the command that resumes a run. If there is one answer, it is the value of the command; several answers are
 * listed by interrupt id.
 */
export function createResumeCommand(answers: readonly InterruptAnswer[]): JsonObject {
  const byId = new Map<string, InterruptAnswer[]>();
  for (const answer of answers) {
    const [id = ''] = answer.interrupt.id.split(INTERRUPT_ID_SEPARATOR);
    byId.set(id, [...(byId.get(id) ?? []), answer]);
  }
  const payloads = [...byId].map(([id, interruptAnswers]) => [id, toResumePayload(interruptAnswers)] as const);
  const [only, other] = payloads;
  return { resume: only !== undefined && other === undefined ? only[1] : Object.fromEntries(payloads) };
}

function toResumePayload(answers: readonly InterruptAnswer[]): Json {
  const [first] = answers;
  if (first?.interrupt.tool !== undefined) return { decisions: answers.map(toDecision) };
  if (first === undefined) return null;
  if (first.kind === 'value') return first.value;
  return first.kind === 'text' ? (tryParseJson(first.text) ?? first.text) : isApproval(first);
}

/**
 * Returns true for a decision in LangChain's format, such as `{"type": "edit", "edited_action": …}`, which a user's
 * function may return.
 */
function toDecision(answer: InterruptAnswer): JsonObject {
  if (answer.kind === 'value' && isJsonObject(answer.value) && typeof answer.value.type === 'string')
    return answer.value;
  if (isApproval(answer)) return { type: 'approve' };
  return { type: 'reject', ...withoutUndefined({ message: answer.kind === 'text' ? answer.text : undefined }) };
}
