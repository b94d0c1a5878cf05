import { describe, expect, it } from 'vitest';
import { shapes as mastraShapes } from '../../extensions/mastra/mastra-objects.ts';
import type { MockAnswer } from '../../ports/index.ts';
import { moduleTools, type ToolDesk } from '../module-tools.ts';
import { functionOfFrameworkAgent } from './frameworks.ts';

type Tool = { execute: (input: unknown, options?: unknown) => unknown };
type Tools = Record<string, Tool>;

/** Calls its tool `get`, as agents of the AI SDK do, and says what came back. */
async function sayWhatToolAnswers(tools: Tools, id: string) {
  await Promise.resolve();
  try {
    return { text: JSON.stringify(await tools.get?.execute({ id }, { toolCallId: `call-${id}` })) };
  } catch (error) {
    return { text: `failed: ${error instanceof Error ? error.message : ''}` };
  }
}

function sdkAgent(tools: Tools) {
  const generate = ({ messages }: { messages: { content: string }[] }) =>
    sayWhatToolAnswers(tools, messages[0]?.content ?? '');
  return { tools, generate, stream: () => undefined };
}

/** Its tools are made anew for every call. */
function mastraAgent(make: () => Tools) {
  return {
    getInstructions: () => '',
    getModel: () => undefined,
    listTools: async () => make(),
    async generate(messages: { content: string }[]) {
      return sayWhatToolAnswers(await this.listTools(), messages[0]?.content ?? '');
    },
  };
}

function answering(answer: (id: string | undefined) => MockAnswer, asked: unknown[] = []): ToolDesk {
  return (call) => {
    asked.push(call);
    return Promise.resolve(answer(call.id));
  };
}

async function ask(agent: unknown, id: string, desk?: ToolDesk): Promise<string> {
  const answer = functionOfFrameworkAgent(agent, { shapes: [mastraShapes], importPackage: async () => ({}) });
  const request = { messages: [{ role: 'user', content: id }] };
  const said = await answer?.(request, { tools: moduleTools(desk), signal: new AbortController().signal });
  return typeof said === 'object' && said !== null && 'content' in said ? String(said.content) : '';
}

const real = (): Tools => ({ get: { execute: () => 'real' } });

describe.each([
  ['the AI SDK', () => sdkAgent(real())],
  ['Mastra', () => mastraAgent(real)],
])('the tools of an agent of %s', (_, make) => {
  it('ask the mocks of their own call, and nobody in a case without any', async () => {
    const agent = make();
    const asked: unknown[] = [];
    const said = await Promise.all([
      ask(
        agent,
        'a',
        answering((id) => ({ type: 'result', result: `mock of ${id}` }), asked),
      ),
      ask(agent, 'b'),
      ask(
        agent,
        'c',
        answering(() => ({ type: 'error', error: 'down' })),
      ),
      ask(
        agent,
        'd',
        answering(() => ({ type: 'pass' })),
      ),
    ]);
    expect(said).toEqual(['"mock of call-a"', '"real"', 'failed: down', '"real"']);
    expect(asked).toEqual([{ id: 'call-a', name: 'get', arguments: { id: 'a' } }]);
    expect(await ask(agent, 'e')).toBe('"real"');
  });
});

describe('a tool', () => {
  it('that gives several results passes the last one on', async () => {
    async function* many() {
      yield 1;
      yield 2;
    }
    const agent = sdkAgent({ get: { execute: many } });
    expect(
      await ask(
        agent,
        'a',
        answering(() => ({ type: 'pass' })),
      ),
    ).toBe('2');
  });

  it('that cannot be wrapped is an error, not a real call', async () => {
    const agent = sdkAgent({ get: Object.freeze({ execute: () => 'real' }) });
    await expect(
      ask(
        agent,
        'a',
        answering(() => ({ type: 'result', result: 1 })),
      ),
    ).rejects.toThrow('the tool "get" cannot be mocked');
  });
});

describe('the tools of a module agent', () => {
  it('are called by name or as members; a real one where no mock has to answer', async () => {
    const asked: unknown[] = [];
    const tools = moduleTools(answering(() => ({ type: 'result', result: 1 }), asked));
    expect(await tools.call('get', { id: 1 })).toBe(1);
    expect(await tools.refund?.({ id: 2 })).toBe(1);
    expect(asked).toEqual([
      { name: 'get', arguments: { id: 1 } },
      { name: 'refund', arguments: { id: 2 } },
    ]);
    const without = moduleTools(undefined);
    expect(await without.call('get', { id: 1 }, ({ id }) => `real ${id}`)).toBe('real 1');
    await expect(without.call('get')).rejects.toThrow('no mock answers "get"');
    expect(await Promise.resolve(tools)).toBe(tools);
  });
});
