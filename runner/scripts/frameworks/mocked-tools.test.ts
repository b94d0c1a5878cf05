import { describe, expect, it } from 'vitest';
import {
  answerWithToolResult,
  askAgentWithMocks,
  createAskMocks,
  createRealTools,
  defineMockedToolsTest,
  type Tools,
} from '../../testing/mocked-tools.ts';
import { createModuleTools } from '../module-tools.ts';

function sdkAgent(tools: Tools) {
  const generate = ({ messages }: { messages: { content: string }[] }) =>
    answerWithToolResult(tools, messages[0]?.content ?? '');
  return { tools, generate, stream: () => undefined };
}

describe('the tools of an agent of the AI SDK', () => defineMockedToolsTest(() => sdkAgent(createRealTools()), []));

describe('a tool', () => {
  it('that gives several results passes the last one on', async () => {
    async function* many() {
      yield 1;
      yield 2;
    }
    const agent = { agent: sdkAgent({ get: { execute: many } }), shapes: [] };
    expect(
      await askAgentWithMocks(
        agent,
        'a',
        createAskMocks(() => ({ type: 'pass' })),
      ),
    ).toBe('2');
  });

  it('that cannot be wrapped is an error, not a real call', async () => {
    const agent = { agent: sdkAgent({ get: Object.freeze({ execute: () => 'real' }) }), shapes: [] };
    await expect(
      askAgentWithMocks(
        agent,
        'a',
        createAskMocks(() => ({ type: 'result', result: 1 })),
      ),
    ).rejects.toThrow('the tool "get" cannot be mocked');
  });
});

describe('the tools of a module agent', () => {
  it('are called by name or as members; a real one where no mock has to answer', async () => {
    const calls: unknown[] = [];
    const tools = createModuleTools(createAskMocks(() => ({ type: 'result', result: 1 }), calls));
    expect(await tools.call('get', { id: 1 })).toBe(1);
    expect(await tools.refund?.({ id: 2 })).toBe(1);
    expect(calls).toEqual([
      { name: 'get', arguments: { id: 1 } },
      { name: 'refund', arguments: { id: 2 } },
    ]);
    const without = createModuleTools(undefined);
    expect(await without.call('get', { id: 1 }, ({ id }) => `real ${id}`)).toBe('real 1');
    await expect(without.call('get')).rejects.toThrow('no mock answers "get"');
    expect(await Promise.resolve(tools)).toBe(tools);
  });
});
