import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

type SendOneRequest = (request: { [key: string]: Json }) => Promise<Json>;

/**
 * `All`, `Any` and `Race` of `ctx.agent`, `ctx.llm` and `ctx.mcp`: one result per request, in order; null for requests
 * that were not awaited. A result with an `error` is not a success.
 */
export async function callInParallel(
  manner: 'All' | 'Any' | 'Race',
  requests: Json | undefined,
  call: SendOneRequest,
): Promise<Json> {
  if (!Array.isArray(requests)) throw new AgentError(`${manner} needs a list of requests`, 'agent');
  const calls = requests.map(async (request) => {
    if (!isJsonObject(request)) throw new AgentError(`${manner} needs objects in its list`, 'agent');
    return call(request);
  });
  if (manner === 'All') return Promise.all(calls);
  const results: Json[] = requests.map(() => null);
  const settled = calls.map(async (pending, index) => {
    const result = await pending;
    results[index] = result;
    if (manner === 'Any' && isJsonObject(result) && 'error' in result) throw new Error('no request succeeded');
  });
  // Requests still in flight must not cause unhandled rejections.
  await (manner === 'Any' ? Promise.any(settled) : Promise.race(settled)).catch(() => undefined);
  void Promise.allSettled(settled);
  return [...results];
}
