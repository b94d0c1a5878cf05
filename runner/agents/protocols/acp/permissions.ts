import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { castToJson, formatSchemaProblems, isJsonObject, type Json, withoutUndefined } from '../../../values/index.ts';
import { isApproval } from '../decide-interrupts.ts';
import type { InterruptAnswer, OpenInterrupt } from '../protocol.ts';
import type { RpcId } from './json-rpc.ts';
import { type AcpAnswer, callUpdateSchema } from './updates.ts';

const optionSchema = z.object({ optionId: z.string(), name: z.string(), kind: z.string() });
const permissionSchema = z.object({
  toolCall: callUpdateSchema,
  options: z.array(optionSchema).min(1),
  _meta: jsonSchema.optional(),
});

/** A permission request on which the agent waits. */
export type RequestedPermission = {
  id: RpcId;
  callId: string;
  options: z.infer<typeof optionSchema>[];
  interrupt: OpenInterrupt;
};

/**
 * Parses a permission request.
 * @throws an error that says what is wrong with it
 */
export function parsePermissionRequest(id: RpcId, params: Json, answer: AcpAnswer): RequestedPermission {
  const parsed = permissionSchema.safeParse(params);
  if (!parsed.success) throw new Error(formatSchemaProblems(parsed.error));
  const { toolCall, options } = parsed.data;
  const { tool, arguments: args } = answer.call(toolCall);
  const message = `${tool}? (${options.map(({ name }) => name).join(', ')})`;
  const interrupt = { id: String(id), reason: 'permission', message, tool, ...withoutUndefined({ arguments: args }) };
  return { id, callId: toolCall.toolCallId, options, interrupt };
}

/**
 * Chooses the permission option for an answer to the request. This is the option that the answer names; otherwise one
 * that allows or rejects the call, if possible only this time.
 */
export function chooseOutcome(
  { options }: Pick<RequestedPermission, 'options'>,
  answer: InterruptAnswer,
): PermissionOutcome {
  const choice = findOptionOfAnswer(answer);
  const namedOption = options.find(({ optionId, name }) =>
    [optionId, name].some((each) => each.toLowerCase() === choice?.trim().toLowerCase()),
  );
  if (namedOption !== undefined) return createSelectedOutcome(namedOption);
  const kinds = isApproval(answer) ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const fittingOption = kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((each) => each !== undefined);
  // If no option fits, for example because none rejects the call, the agent is told that the request was cancelled.
  return fittingOption === undefined
    ? { isAllowed: false, json: { outcome: { outcome: 'cancelled' } } }
    : createSelectedOutcome(fittingOption);
}

type PermissionOutcome = { isAllowed: boolean; json: Json };

function createSelectedOutcome({ optionId, kind }: z.infer<typeof optionSchema>): PermissionOutcome {
  return { isAllowed: !kind.startsWith('reject'), json: castToJson({ outcome: { outcome: 'selected', optionId } }) };
}

/**
 * Returns the id of the permission option that an answer names. A user's answer is the id as text; a function returns
 * an object such as `{"option": "always"}`.
 */
function findOptionOfAnswer(answer: InterruptAnswer): string | undefined {
  if (answer.kind === 'text') return answer.text;
  if (answer.kind !== 'value' || !isJsonObject(answer.value)) return undefined;
  return typeof answer.value.option === 'string' ? answer.value.option : undefined;
}
