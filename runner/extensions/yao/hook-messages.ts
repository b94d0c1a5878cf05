import * as z from 'zod';
import { messageSchema } from '../../contract/index.ts';
import { isJsonObject, type JsonObject, withoutUndefined } from '../../values/index.ts';

/** Parses messages that a script returned. Unknown keys are dropped, as in Yao. */
export const looseMessageSchema = z.preprocess(
  (value) => (isJsonObject(value) ? pickMessageKeys(value) : value),
  messageSchema,
);

function pickMessageKeys(message: JsonObject): JsonObject {
  const { role, content = null, name, tool_call_id, tool_calls, refusal } = message;
  return withoutUndefined({ role, content, name, tool_call_id, tool_calls, refusal });
}
