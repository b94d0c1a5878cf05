import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

type SendOneRequest = (request: { [key: string]: Json }) => Promise<Json>;

/**
 * Implements `All`, `Any` and `Race` of `ctx.agent`, `ctx.llm` and `ctx.mcp`. Returns one result per request, in order;
 * null for a request that had not ended. For `Any`, a result with an `error` does not count as a success.
 */
export async function callInParallel(
  mode: 'All' | 'Any' | 'Race',
  requests: Json | undefined,
  call: SendOneRequest,
): Promise<Json> {
  if (!Array.isArray(requests)) throw new AgentError(`${mode} needs a list of requests`, 'agent');
  const calls = requests.map(async (request) => {
    if (!isJsonObject(request)) throw new AgentError(`${mode} needs objects in its list`, 'agent');
    return call(request);
  });
  if (mode === 'All') return Promise.all(calls);
  const results: Json[] = requests.map(() => null);
  const settledCalls = calls.map(async (pending, index) => {
    const result = await pending;
    results[index] = result;
    if (mode === 'Any' && isJsonObject(result) && 'error' in result) throw new Error('no request succeeded');
  });
  // Requests that end later with an error must not cause unhandled rejections.
  await (mode === 'Any' ? Promise.any(settledCalls) : Promise.race(settledCalls)).catch(() => undefined);
  void Promise.allSettled(settledCalls);
  return [...results];
}
