import { AIMessage } from '@langchain/core/messages';
import {
  Annotation,
  Command,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { toAgentFunction } from '../../runner/scripts/frameworks/frameworks.ts';

const reader = { shapes: [], importPackage: async () => ({}) };
const context = { signal: new AbortController().signal };
const history = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'hello' },
  { role: 'user', content: 'when?' },
];
const request = {
  messages: history,
  session_id: 's1',
  user_id: 'ada',
  team_id: 't',
  locale: 'en',
  metadata: { plan: 'pro' },
};

describe('a graph of LangGraph.js itself', () => {
  const checkpointers = [undefined, new MemorySaver()];
  it.each(checkpointers)('gets the history of the case once, and what the case says: %s', async (checkpointer) => {
    const seen: unknown[] = [];
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('desk', ({ messages }, { configurable, context }: LangGraphRunnableConfig) => {
        seen.push({ heard: messages.map(({ text }) => text), plan: configurable?.plan, context });
        return { messages: [new AIMessage(`${messages.length}`)] };
      })
      .addEdge(START, 'desk')
      .compile(checkpointer === undefined ? {} : { checkpointer });
    const ask = toAgentFunction(graph, reader);
    expect(await ask?.(request, context)).toMatchObject({ content: '4' });
    const later = [...history, { role: 'assistant', content: '4' }, { role: 'user', content: 'and then?' }];
    expect(await ask?.({ ...request, messages: later }, context)).toMatchObject({ content: '6' });
    const facts = { plan: 'pro', session_id: 's1', user_id: 'ada', team_id: 't', locale: 'en' };
    expect(seen).toMatchObject([
      { heard: ['Be brief.', 'hi', 'hello', 'when?'], plan: 'pro', context: facts },
      { heard: ['Be brief.', 'hi', 'hello', 'when?', '4', 'and then?'] },
    ]);
  });

  it('that stops at an interrupt ends the attempt', async () => {
    const graph = new StateGraph(Annotation.Root({ ...MessagesAnnotation.spec }))
      .addNode('desk', () => new Command({ update: { messages: [new AIMessage(String(interrupt('approve?')))] } }))
      .addEdge(START, 'desk')
      .compile({ checkpointer: new MemorySaver() });
    await expect(toAgentFunction(graph, reader)?.(request, context)).rejects.toThrow(
      /the graph stopped at an interrupt: .*approve\?/,
    );
  });
});
