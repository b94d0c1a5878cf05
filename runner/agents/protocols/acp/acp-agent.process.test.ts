import { afterEach, describe, expect, it } from 'vitest';
import { type Message, workspaceConfigSchema } from '../../../contract/index.ts';
import { systems } from '../../../extensions/registered/systems.ts';
import type { Agent, AgentRequest } from '../../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { type AgentsHandle, createAgents } from '../../create-agents.ts';

const handles: AgentsHandle[] = [];
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

async function openAgent(source: string, entry: object = {}, settings: object = {}): Promise<Agent> {
  const root = await createTemporaryWorkspace({ 'agent.mjs': source });
  const agents = { desk: { type: 'acp', command: [process.execPath, 'agent.mjs'], ...entry } };
  const config = workspaceConfigSchema.parse({ agents, ...settings });
  const handle = createAgents({ systems, root, config, variables: process.env });
  handles.push(handle);
  return handle.agent({ id: 'desk' }, neverAborted());
}

function watched(): { parts: Partial<AgentRequest>; warnings: string[]; logged: string[]; heard: string[] } {
  const [warnings, logged, texts]: [string[], string[], string[]] = [[], [], []];
  const context = listeningContext({
    warning: ({ text }) => warnings.push(text),
    log: ({ source, text }) => logged.push(`${source}: ${text}`),
    text: ({ text }) => texts.push(text),
  });
  return { parts: { context }, warnings, logged, heard: texts };
}

const user = (content: Message['content']): Message => ({ role: 'user', content });

// Conversations with agents of the official SDK are tested in examples/conformance.
describe('an acp agent', () => {
  /** A program that answers each request with the next group of these lines. */
  const raw = (...answers: (object | string)[][]) => `
    import { createInterface } from 'node:readline';
    const answers = ${JSON.stringify(answers)};
    for await (const line of createInterface(process.stdin)) {
      const { id } = JSON.parse(line);
      for (const each of answers.shift() ?? []) {
        process.stdout.write((typeof each === 'string' ? each : JSON.stringify({ jsonrpc: '2.0', ...(each.result ? { id } : {}), ...each })) + '\\n');
      }
    }
  `;
  const handshake = [[{ result: { protocolVersion: 1 } }], [{ result: { sessionId: 's1' } }]];
  const update = (update: object, sessionId = 's1') => ({ method: 'session/update', params: { sessionId, update } });
  const call = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'read' };
  const endOfTurn = { result: { stopReason: 'end_turn' } };
  it.each<[string, (object | string)[][], RegExp]>([
    [
      'a call twice',
      [...handshake, [update(call), update(call), endOfTurn]],
      /wrote an invalid or unexpected message: there is already a call "c1"/,
    ],
    [
      'news of no call',
      [...handshake, [update({ ...call, sessionUpdate: 'tool_call_update' })]],
      /there is no open call "c1" to update/,
    ],
    [
      'another session',
      [...handshake, [update(call, 's2')]],
      /the message belongs to the session s2, which does not exist/,
    ],
    [
      'an answer twice',
      [...handshake, [endOfTurn, endOfTurn], []],
      /the line answers the request 3, which is not waiting for an answer/,
    ],
    [
      'half a message',
      [...handshake, ['{"jsonrpc":"2.0",']],
      /wrote an invalid or unexpected message: the line is not JSON, or it was cut off: {"jsonrpc":"2.0",/,
    ],
    ['an update without its fields', [...handshake, [update({ sessionUpdate: 'tool_call' })]], /toolCallId/],
    ['a huge line', [...handshake, [update({ ...call, title: 'x'.repeat(5000) })]], /max_answer/],
    ['another version', [[{ result: { protocolVersion: 7 } }]], /speaks version 7 of ACP, not 1/],
    ['another protocol', [[{ result: { tools: [] } }]], /does not speak ACP: .*protocolVersion/s],
    ['no reason to stop', [...handshake, [{ result: { done: true } }]], /does not speak ACP: .*stopReason/s],
  ])('is an error when it says %s', async (_what, answers, message) => {
    const agent = await openAgent(raw(...answers), {}, { max_answer: '4 KB' });
    const first = agent.invoke(agentRequest('hi'), neverAborted());
    const second = first.then(() => agent.invoke(agentRequest([user('hi'), user('more')]), neverAborted()));
    await expect(second).rejects.toThrow(message);
  });

  it('may print to its output beside its messages', async () => {
    const agent = await openAgent(raw(['Loading…', ...(handshake[0] ?? [])], handshake[1] ?? [], [endOfTurn]));
    const { parts, logged } = watched();
    await agent.invoke(agentRequest('hi', parts), neverAborted());
    expect(logged).toContain('stdout: Loading…');
  });

  it('needs a program', async () => {
    await expect(openAgent('', { command: ['./nowhere'] })).rejects.toThrow('its command "./nowhere" is not a program');
  });
});
