import type { ToolMocks } from '../ports/index.ts';
import { castToJson, type JsonObject } from '../values/index.ts';

type MockReply = { type: 'result'; result: unknown } | { type: 'error'; error: string } | { type: 'pass' };

/**
 * Mocks with one function per tool; a call whose function returns undefined never gets an answer. Calls of other tools
 * are errors.
 */
export function fakeToolMocks(
  mocks: Record<string, (args: JsonObject) => MockReply | undefined>,
): ToolMocks & { asked: { name: string; server?: string | undefined; arguments: JsonObject }[] } {
  const calls: { name: string; server?: string | undefined; arguments: JsonObject }[] = [];
  return {
    asked: calls,
    tools: Object.keys(mocks),
    isMocked: ({ name }) => Object.hasOwn(mocks, name),
    async answer(call, signal) {
      calls.push(call);
      const mock = mocks[call.name];
      if (mock === undefined) return { type: 'error', error: `no mock answers ${call.name}` };
      const answer = mock(call.arguments) ?? (await waitForAbort(signal));
      return answer.type === 'result' ? { type: 'result', result: castToJson(answer.result) } : answer;
    },
  };
}

function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
