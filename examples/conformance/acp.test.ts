import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { type AgentsHandle, createAgents } from '../../runner/agents/create-agents.ts';
import { type Message, workspaceConfigSchema } from '../../runner/contract/index.ts';
import { systems } from '../../runner/extensions/registered/systems.ts';
import type { Agent, AgentRequest } from '../../runner/ports/index.ts';
import { agentRequest, listeningContext, neverAborted, testContext } from '../../runner/testing/model-request.ts';
import { createTemporaryWorkspace } from '../../runner/testing/workspace.ts';

const handles: AgentsHandle[] = [];
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

/** An agent built with the official SDK; the message selects its behaviour. */
const official = `
import { appendFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';

const note = (value) => appendFileSync('notes.jsonl', JSON.stringify(value) + '\\n');
const { promise: cancelled, resolve: cancel } = Promise.withResolvers();
agent({ name: 'desk' })
  .onRequest(methods.agent.initialize, ({ params }) => {
    note({ initialize: params });
    return { protocolVersion: 1, agentCapabilities: { promptCapabilities: { image: true }, mcpCapabilities: { http: true } } };
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    note({ opened: params });
    return { sessionId: 's1' };
  })
  .onNotification(methods.agent.session.cancel, () => {
    note('cancelled');
    cancel();
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    note({ prompt: params.prompt, meta: params._meta });
    const [{ text }] = params.prompt;
    const update = (update) => client.notify(methods.client.session.update, { sessionId: 's1', update });
    const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    const read = { toolCallId: 'c1', title: 'read', kind: 'read', status: 'pending', rawInput: { path: 'a.txt' } };
    const remove = { toolCallId: 'c2', title: 'remove', kind: 'delete', status: 'pending', rawInput: { path: 'b.txt' } };
    if (text === 'work') {
      await update({ sessionUpdate: 'plan', entries: [{ content: 'Look', priority: 'high', status: 'pending' }] });
      await update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } });
      await say('Look');
      await say('ing.');
      await update({ sessionUpdate: 'tool_call', ...read });
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed', rawOutput: { lines: 3 } });
      await update({ sessionUpdate: 'tool_call', ...remove });
      const content = [{ type: 'content', content: { type: 'text', text: 'no such file' } }];
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 'c2', status: 'failed', content });
      await say('Done.');
      return { stopReason: 'end_turn', usage: { inputTokens: 7, outputTokens: 3, cachedReadTokens: 2, totalTokens: 10 } };
    }
    if (text === 'ask') {
      await update({ sessionUpdate: 'tool_call', ...remove });
      const options = [
        { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ];
      const { outcome } = await client.request(methods.client.session.requestPermission, { sessionId: 's1', toolCall: remove, options });
      const status = outcome.optionId === 'no' ? 'failed' : 'completed';
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 'c2', status, rawOutput: 'gone' });
      await say('It was: ' + outcome.optionId);
    }
    if (text === 'files') {
      const refusal = await client.request(methods.client.fs.readTextFile, { sessionId: 's1', path: '/etc/passwd' }).catch((error) => error.message);
      await say(String(refusal));
    }
    if (text === 'hang') {
      await say('wait');
      await cancelled;
      return { stopReason: 'cancelled' };
    }
    if (text === 'break') throw new RequestError(-32603, 'no capacity');
    if (text === 'login') throw RequestError.authRequired();
    if (text === 'die') process.exit(3);
    return { stopReason: text === 'long' ? 'max_tokens' : 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
console.error('ready');
`;

async function agentOf(
  source: string,
  entry: object = {},
  settings: object = {},
): Promise<{ agent: Agent; root: string }> {
  const root = await createTemporaryWorkspace({ 'agent.mjs': source });
  await symlink(path.join(import.meta.dirname, 'node_modules'), path.join(root, 'node_modules'), 'dir');
  const agents = { desk: { type: 'acp', command: [process.execPath, 'agent.mjs'], ...entry } };
  const config = workspaceConfigSchema.parse({ agents, ...settings });
  const handle = createAgents({ systems, root, config, variables: process.env });
  handles.push(handle);
  return { agent: await handle.agent({ id: 'desk' }, neverAborted()), root };
}

async function notesIn(root: string): Promise<unknown[]> {
  const written = await readFile(path.join(root, 'notes.jsonl'), 'utf8');
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function watched(): { parts: Partial<AgentRequest>; warnings: string[]; logged: string[]; heard: string[] } {
  const [warnings, logged, heard]: [string[], string[], string[]] = [[], [], []];
  const context = listeningContext({
    warning: ({ text }) => warnings.push(text),
    log: ({ source, text }) => logged.push(`${source}: ${text}`),
    text: ({ text }) => heard.push(text),
  });
  return { parts: { context }, warnings, logged, heard };
}

const user = (content: Message['content']): Message => ({ role: 'user', content });

describe('an acp agent of the official SDK', () => {
  it('answers with the text, calls and usage of its turn, as they come', async () => {
    const { agent } = await agentOf(official, { cost: { input_per_million: 1_000_000, output_per_million: 0 } });
    const { parts, warnings, logged, heard } = watched();
    expect(await agent.invoke(agentRequest('work', parts), neverAborted())).toMatchObject({
      content: 'Looking.\n\nDone.',
      toolCalls: [
        { id: 'c1', tool: 'read', arguments: { path: 'a.txt' }, result: { lines: 3 } },
        { id: 'c2', tool: 'remove', arguments: { path: 'b.txt' }, error: 'no such file' },
      ],
      usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 2, calls: 1, retries: 0 },
    });
    expect(heard.at(-1)).toBe('Looking.\n\nDone.');
    expect(logged).toContain('acp: pending: Look');
    expect(warnings).toEqual([]);
  });

  it('keeps its session, is told what the user says now, and what could not be told is said', async () => {
    const { agent, root } = await agentOf(official);
    const { parts, warnings } = watched();
    const image = { type: 'image' as const, url: 'data:image/png;base64,AAAA' };
    const audio = { type: 'input_audio' as const, input_audio: { data: 'AAAA', format: 'wav' } };
    const first = [
      { role: 'system' as const, content: 'Be brief.' },
      user([{ type: 'text', text: 'see' }, image, audio]),
    ];
    const options = { metadata: { plan: 'gold' }, mode: 'x' };
    await agent.invoke(agentRequest(first, { ...parts, options }), neverAborted());
    await agent.invoke(
      agentRequest([...first, { role: 'assistant', content: '' }, user('more')], parts),
      neverAborted(),
    );
    expect(await notesIn(root)).toMatchObject([
      {
        initialize: {
          protocolVersion: PROTOCOL_VERSION,
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false } },
        },
      },
      { opened: { cwd: root, mcpServers: [] } },
      { prompt: [{ text: 'see' }, { type: 'image', mimeType: 'image/png', data: 'AAAA' }], meta: { plan: 'gold' } },
      { prompt: [{ type: 'text', text: 'more' }] },
    ]);
    expect(warnings).toEqual([
      'options.mode of the case was not passed on: acp has no field for it',
      'ACP sends only what the user says now: one earlier or system message of the case did not reach the agent',
      'the agent accepts no audio in its prompt, so audio of the case was not sent',
    ]);
  });

  it.each([
    ['approve', undefined, 'allow', 1],
    ['reject', undefined, 'no', 0],
    ['scripts:bank.Decide', { option: 'always' }, 'always', 1],
    ['scripts:bank.Decide', false, 'no', 0],
  ])('is answered when it asks for a permission: %s %j', async (interrupts, decision, option, calls) => {
    const { agent } = await agentOf(official, { interrupts });
    const context = { ...testContext, decide: async () => decision ?? null };
    const answer = await agent.invoke(agentRequest('ask', { context }), neverAborted());
    expect(answer).toMatchObject({
      content: `It was: ${option}`,
      interrupts: [{ reason: 'permission', tool: 'remove', arguments: { path: 'b.txt' } }],
    });
    expect(answer.toolCalls).toHaveLength(calls);
  });

  it.each([
    ['Yes, please.', 'allow'],
    ['always', 'always'],
    ['No way', 'no'],
  ])('asks its user, who says %s', async (text, option) => {
    const { agent } = await agentOf(official);
    const first = await agent.invoke(agentRequest('ask'), neverAborted());
    expect(first).toMatchObject({ content: 'remove? (Allow, Always, No)', toolCalls: [] });
    const said = [user('ask'), { role: 'assistant' as const, content: first.content }, user(text)];
    expect(await agent.invoke(agentRequest(said), neverAborted())).toMatchObject({ content: `It was: ${option}` });
  });

  it('gets no files, and the log says that it wanted some', async () => {
    const { agent } = await agentOf(official);
    const { parts, logged } = watched();
    const { content } = await agent.invoke(agentRequest('files', parts), neverAborted());
    expect(content).toContain('this client has no fs/read_text_file');
    expect(logged).toContainEqual(expect.stringContaining('called fs/read_text_file'));
  });

  it('is told when time is up', async () => {
    const { agent, root } = await agentOf(official);
    const stop = new AbortController();
    const context = listeningContext({ text: () => stop.abort(new Error('out of time')) });
    await expect(agent.invoke(agentRequest('hang', { context }), stop.signal)).rejects.toThrow('out of time');
    await Promise.all(handles.splice(0).map((handle) => handle.close()));
    expect(await notesIn(root)).toContain('cancelled');
  });

  it('says where its answer was cut off', async () => {
    const { agent } = await agentOf(official);
    const { parts, warnings } = watched();
    await agent.invoke(agentRequest('long', parts), neverAborted());
    expect(warnings).toEqual(['the answer was cut off: max_tokens']);
  });

  it.each([
    ['break', /refused session\/prompt: no capacity \(-32603\)/],
    ['login', /requires authentication: log in/],
    ['die', /ended with code 3 before it was done; its last lines on standard error:\nready/],
  ])('is an error when it does not answer: %s', async (text, message) => {
    const { agent } = await agentOf(official);
    await expect(agent.invoke(agentRequest(text), neverAborted())).rejects.toThrow(message);
  });
});
