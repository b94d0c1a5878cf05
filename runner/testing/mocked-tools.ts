import { expect, it } from 'vitest';
import type { MockAnswer } from '../ports/index.ts';
import { toAgentFunction } from '../scripts/frameworks/frameworks.ts';
import { type AskMocks, createModuleTools } from '../scripts/module-tools.ts';
import type { ObjectRecognizer } from '../scripts/user-objects.ts';

type Tool = { execute: (input: unknown, options?: unknown) => unknown };
export type Tools = Record<string, Tool>;

/** An agent that calls its tool `get`, like agents of the AI SDK, and answers with the result. */
export async function answerWithToolResult(tools: Tools, id: string) {
  await Promise.resolve();
  try {
    return { text: JSON.stringify(await tools.get?.execute({ id }, { toolCallId: `call-${id}` })) };
  } catch (error) {
    return { text: `failed: ${error instanceof Error ? error.message : ''}` };
  }
}

export function createAskMocks(
  answer: (id: string | undefined) => MockAnswer,
  recordedQuestions: unknown[] = [],
): AskMocks {
  return (call) => {
    recordedQuestions.push(call);
    return Promise.resolve(answer(call.id));
  };
}

/** Returns the agent's answer when asked for `id` with a case's mocks. */
export async function askAgentWithMocks(
  { agent, shapes }: { agent: unknown; shapes: readonly ObjectRecognizer[] },
  id: string,
  askMocks?: AskMocks,
): Promise<string> {
  const answer = toAgentFunction(agent, { shapes, importPackage: async () => ({}) });
  const request = { messages: [{ role: 'user', content: id }] };
  const answerText = await answer?.(request, {
    tools: createModuleTools(askMocks),
    signal: new AbortController().signal,
  });
  return typeof answerText === 'object' && answerText !== null && 'content' in answerText
    ? String(answerText.content)
    : '';
}

export const createRealTools = (): Tools => ({ get: { execute: () => 'real' } });

/** Tests that the tools of a framework's agent are mocked according to the case. */
export function defineMockedToolsTest(makeAgent: () => unknown, recognizers: readonly ObjectRecognizer[]): void {
  it('ask the mocks of their own call, and nobody in a case without any', async () => {
    const agent = { agent: makeAgent(), shapes: recognizers };
    const recordedQuestions: unknown[] = [];
    const answerTexts = await Promise.all([
      askAgentWithMocks(
        agent,
        'a',
        createAskMocks((id) => ({ type: 'result', result: `mock of ${id}` }), recordedQuestions),
      ),
      askAgentWithMocks(agent, 'b'),
      askAgentWithMocks(
        agent,
        'c',
        createAskMocks(() => ({ type: 'error', error: 'down' })),
      ),
      askAgentWithMocks(
        agent,
        'd',
        createAskMocks(() => ({ type: 'pass' })),
      ),
    ]);
    expect(answerTexts).toEqual(['"mock of call-a"', '"real"', 'failed: down', '"real"']);
    expect(recordedQuestions).toEqual([{ id: 'call-a', name: 'get', arguments: { id: 'a' } }]);
    expect(await askAgentWithMocks(agent, 'e')).toBe('"real"');
  });
}
