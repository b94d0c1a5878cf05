import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { type Connection, parseEventJson, type ServerAnswer } from '../connection.ts';
import { type A2AMethod, buildA2ARequest } from './build-request.ts';
import type { A2AInterface } from './card.ts';

const errorSchema = z.object({ code: z.number(), message: z.string(), data: jsonSchema.optional() });

/** Thrown if the agent does not know the method, so that the call certainly had no effect. */
export class MethodMissingError extends AgentError {}

const METHOD_MISSING_STATUSES = [404, 405, 406, 415, 501];
/** JSON-RPC codes for "method not found" and "operation not supported". */
const METHOD_MISSING_CODES = [-32_601, -32_004];

/** Calls a method of an agent. Yields the results in batches, as they arrive. */
export async function* callAgent(
  { at, connection }: { at: A2AInterface; connection: Connection },
  call: { method: A2AMethod; params: JsonObject },
  signal: AbortSignal,
): AsyncGenerator<Json[]> {
  const id = 1;
  const body = buildA2ARequest(at, { ...call, id });
  const answer = await connection.send({ url: at.url, body, headers: { 'a2a-version': at.version } }, signal);
  if (!answer.isStream) {
    yield [parseJsonRpcResult(await readJsonRpcResponse(answer), id)];
    return;
  }
  for await (const events of answer.events())
    yield events.map((event) => parseJsonRpcResult(parseEventJson(event), id));
}

/**
 * Reads a JSON-RPC response. JSON-RPC errors are accepted with any HTTP status. Any other content with an error status
 * does not come from the agent.
 */
async function readJsonRpcResponse(answer: ServerAnswer): Promise<Json> {
  const { ok, status } = answer.response;
  const Refusal = METHOD_MISSING_STATUSES.includes(status) ? MethodMissingError : AgentError;
  const value = await answer.json().catch((error: unknown) => {
    if (ok) throw error;
    throw new Refusal(`answered ${status}`, 'agent', { cause: error });
  });
  if (ok || (isJsonObject(value) && isJsonObject(value.error))) return value;
  throw new Refusal(`answered ${status}: ${JSON.stringify(value).slice(0, 300)}`, 'agent');
}

function parseJsonRpcResult(value: Json, id: number): Json {
  if (!isJsonObject(value) || value.jsonrpc !== '2.0') {
    throw new AgentError(
      `does not speak A2A: its answer is not JSON-RPC 2.0: ${JSON.stringify(value).slice(0, 200)}`,
      'agent',
    );
  }
  const error = errorSchema.safeParse(value.error);
  if (error.success) {
    const Refusal = METHOD_MISSING_CODES.includes(error.data.code) ? MethodMissingError : AgentError;
    throw new Refusal(`answered with the error ${error.data.code}: ${error.data.message}`, 'agent');
  }
  if (value.error !== undefined) {
    throw new AgentError(`answered with an error: ${JSON.stringify(value.error).slice(0, 300)}`, 'agent');
  }
  if (value.id !== id) {
    throw new AgentError(`answered another request: ${JSON.stringify(value.id ?? null)} instead of ${id}`, 'agent');
  }
  if (value.result !== undefined) return value.result;
  throw new AgentError('answered neither a result nor an error', 'agent');
}
