import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type AgentsHandle, createAgents } from '../../runner/agents/create-agents.ts';
import { workspaceConfigSchema } from '../../runner/contract/index.ts';
import { systems } from '../../runner/extensions/registered/systems.ts';
import type { AgentResponse } from '../../runner/ports/index.ts';
import { agentRequest, neverAborted } from '../../runner/testing/model-request.ts';
import { createTemporaryWorkspace } from '../../runner/testing/workspace.ts';

const handles: AgentsHandle[] = [];
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

/** Calls an agent of a workspace that has its own packages. */
async function ask(source: string): Promise<AgentResponse> {
  const root = await createTemporaryWorkspace({ 'agent.ts': source });
  await symlink(path.join(import.meta.dirname, 'node_modules'), path.join(root, 'node_modules'), 'dir');
  const config = workspaceConfigSchema.parse({ agents: { desk: { type: 'module', path: 'agent.ts' } } });
  const handle = createAgents({ systems, root, config, variables: process.env });
  handles.push(handle);
  const agent = await handle.agent({ id: 'desk' }, neverAborted());
  const request = agentRequest('When?', { options: { metadata: { plan: 'pro' } } });
  return agent.invoke(request, neverAborted());
}

describe('objects of frameworks in the process of a module', () => {
  it('are run by the packages of their workspace: the OpenAI Agents SDK', async () => {
    const answer = await ask(`
      import { Agent, tool } from '@openai/agents';
      const plan = tool({
        name: 'plan', description: 'The plan', strict: false,
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
        execute: (_, context) => context.context.plan,
      });
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      const model = {
        async getResponse({ input }) {
          const result = input.find(({ type }) => type === 'function_call_result');
          const output = result === undefined
            ? { type: 'function_call', callId: 'c1', name: 'plan', arguments: '{}', status: 'completed' }
            : { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: result.output.text }] };
          return { usage, output: [output] };
        },
      };
      export default new Agent({ name: 'Desk', model, tools: [plan] });
    `);
    expect(answer).toMatchObject({
      content: 'pro',
      toolCalls: [{ id: 'c1', tool: 'plan', result: 'pro' }],
      usage: { calls: 2 },
    });
  });
});
