import type { AgentRequest } from '../../ports/index.ts';
import { castToJson, type JsonObject, toJsonText } from '../../values/index.ts';

/** The OpenAI API allows only strings as metadata, so other values are sent as JSON. */
export function createUserAndMetadataFields(
  { context, options }: AgentRequest,
  session: string | undefined,
): JsonObject {
  const texts = Object.entries(options.metadata ?? {}).map(([name, value]) => [name, toJsonText(value)]);
  const metadata = { ...Object.fromEntries(texts), ...(session === undefined ? {} : { session_id: session }) };
  const isEmpty = Object.keys(metadata).length === 0;
  return { user: context.environment.userId, ...(isEmpty ? {} : { metadata: castToJson(metadata) }) };
}
