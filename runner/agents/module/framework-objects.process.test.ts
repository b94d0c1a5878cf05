import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import type { AgentResponse } from '../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { type AgentsHandle, createAgents } from '../create-agents.ts';

const handles: AgentsHandle[] = [];
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

/** Calls an agent in a workspace that has its own copies of packages. */
async function ask(source: string): Promise<{ answer: AgentResponse; heard: string[] }> {
  const root = await createTemporaryWorkspace({ 'agent.ts': source });
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'), 'dir');
  const config = workspaceConfigSchema.parse({ agents: { desk: { type: 'module', path: 'agent.ts' } } });
  const handle = createAgents({ systems, root, config, variables: process.env });
  handles.push(handle);
  const agent = await handle.agent({ id: 'desk' }, neverAborted());
  const texts: string[] = [];
  const request = agentRequest('When?', {
    options: { metadata: { plan: 'pro' } },
    context: listeningContext({ text: ({ text }) => texts.push(text) }),
  });
  return { answer: await agent.invoke(request, neverAborted()), heard: texts };
}

describe('objects of frameworks in the process of a module', () => {
  it('are answers where a function returns them: streamText of the AI SDK', async () => {
    const { answer, heard } = await ask(`
      import { streamText } from 'ai';
      import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
      const chunks = [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Ni' },
        { type: 'text-delta', id: '1', delta: 'ne.' },
        { type: 'text-end', id: '1' },
        {
          type: 'finish', finishReason: { unified: 'stop', raw: 'stop' },
          usage: { inputTokens: { total: 7 }, outputTokens: { total: 3 } },
        },
      ];
      const model = new MockLanguageModelV4({ doStream: async () => ({ stream: simulateReadableStream({ chunks }) }) });
      export default ({ input }) => streamText({ model, prompt: input });
    `);
    expect(answer).toMatchObject({ content: 'Nine.', usage: { inputTokens: 7, outputTokens: 3, calls: 1 } });
    expect(heard).toEqual(['Ni', 'Nine.']);
  });
});
