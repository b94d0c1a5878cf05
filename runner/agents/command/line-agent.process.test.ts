import { afterEach, describe, expect, it, vi } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { isAlive } from '../../testing/is-alive.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createAgents } from '../create-agents.ts';

/**
 * A program that answers each line with the value of the expression `answer`, which may use the request and the number
 * of requests so far.
 */
const program = (answer: string) => `
  import { createInterface } from 'node:readline';
  let asked = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    asked += 1;
    ${answer}
  }`;
const counting = program('console.log(JSON.stringify({ content: request.input + asked, next: process.pid }));');

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function openAgent(source: string, isolate: 'case' | 'suite' = 'case') {
  const root = await createTemporaryWorkspace({ 'agent.mjs': source });
  const entry = { type: 'command', command: [process.execPath, 'agent.mjs'], isolate };
  const config = workspaceConfigSchema.parse({ agents: { desk: entry } });
  const agents = createAgents({ systems, root, config, variables: { PATH: process.env.PATH ?? '' } });
  closing.push(agents.close);
  const agent = await agents.agent({ id: 'desk' }, neverAborted());
  const [log, warnings]: [string[], string[]] = [[], []];
  const context = listeningContext({
    warning: ({ text }) => warnings.push(text),
    log: ({ source, text }) => log.push(`${source}: ${text}`),
  });
  const ask = (input: string, sessionId = 'one', signal = neverAborted()) =>
    agent.invoke(agentRequest(input, { sessionId, context }), signal);
  return { agents, agent, ask, log, warnings };
}

describe('a command agent that stays', () => {
  it('is one process for the turns of an attempt, which ends with it', async () => {
    const { agents, ask } = await openAgent(counting);
    const first = await ask('a');
    const second = await ask('b');
    const other = await ask('c', 'two');
    expect([first, second, other].map(({ content }) => content)).toEqual(['a1', 'b2', 'c1']);
    expect(second.next).toBe(first.next);
    await agents.waitForLateReports?.('one', neverAborted());
    await vi.waitUntil(() => !isAlive(Number(first.next)), { timeout: 60_000 });
    expect(isAlive(Number(other.next))).toBe(true);
    await agents.close();
    await vi.waitUntil(() => !isAlive(Number(other.next)), { timeout: 60_000 });
  });

  it('is one process for a run, and answers one after the other', async () => {
    const { agents, ask } = await openAgent(counting, 'suite');
    const answers = await Promise.all(['a', 'b', 'c'].map((input) => ask(input, input)));
    await agents.waitForLateReports?.('a', neverAborted());
    const last = await ask('d', 'd');
    expect([...answers, last].map(({ content }) => content)).toEqual(['a1', 'b2', 'c3', 'd4']);
    expect(new Set([...answers, last].map(({ next }) => next)).size).toBe(1);
  });

  it('has what it prints beside its answers as its log', async () => {
    const { ask, log } = await openAgent(
      program(`
        console.log('looking', request.input);
        console.log('{"level": "info"}');
        console.error('hm');
        console.log(JSON.stringify('so ' + request.input));`),
    );
    expect((await ask('a')).content).toBe('so a');
    expect((await ask('b')).content).toBe('so b');
    expect(log.filter((line) => line.startsWith('stdout'))).toEqual([
      ...['stdout: looking a', 'stdout: {"level": "info"}'],
      ...['stdout: looking b', 'stdout: {"level": "info"}'],
    ]);
  });

  it('gets the address of the mocks of its case', async () => {
    const { agent } = await openAgent(
      program('console.log(JSON.stringify(String(request.mocks_url === process.env.TURNTREE_MOCKS_URL)));'),
    );
    const mocks = fakeToolMocks({ get_order: () => ({ type: 'result', result: {} }) });
    expect((await agent.invoke(agentRequest('7', { mocks }), neverAborted())).content).toBe('true');
  });

  it.each([
    [
      'it ends',
      'console.error("no ledger"); process.exit(3);',
      /its command ended with code 3 without an answer;.*\nno ledger$/,
    ],
    ['its answer is none', 'console.log(\'{"content": 1}\');', /answered \{"content": 1\}, which is neither/],
    [
      'its line has no end',
      'const part = "x".repeat(1 << 20); const write = () => process.stdout.write(part, write); write(); await new Promise(() => {});',
      /wrote to a line of standard output more than the 16 MB/,
    ],
  ])('is a clear error when %s', async (_what, answer, message) => {
    const { ask } = await openAgent(program(answer));
    await expect(ask('a')).rejects.toMatchObject({ name: 'AgentError', kind: 'agent' });
    await expect((await openAgent(program(answer))).ask('a')).rejects.toThrow(message);
  });

  it('is started anew after it has ended, and says what that means', async () => {
    const { ask, warnings } = await openAgent(
      program('if (request.input === "end") process.exit(1); console.log(JSON.stringify(request.input + asked));'),
      'suite',
    );
    expect((await ask('a')).content).toBe('a1');
    await expect(ask('end')).rejects.toThrow('ended with code 1');
    expect((await ask('b')).content).toBe('b1');
    expect(warnings).toEqual(['agent "desk": its command had ended and was restarted, so its earlier state is lost']);
  });

  it('is killed at the deadline, which those who wait for it have too', async () => {
    const { agent, ask } = await openAgent(
      program('if (request.input === "go") console.log(\'"gone"\'); else console.log("busy");'),
      'suite',
    );
    const [first, second] = [new AbortController(), new AbortController()];
    const busy = Promise.withResolvers<string>();
    const slow = agent.invoke(
      agentRequest('wait', { context: listeningContext({ log: ({ text }) => busy.resolve(text) }) }),
      first.signal,
    );
    const slowly = expect(slow).rejects.toThrow('first deadline');
    expect(await busy.promise).toBe('busy');
    const waiting = expect(ask('go', 'two', second.signal)).rejects.toThrow('second deadline');
    const patient = ask('go', 'three');
    second.abort(new Error('second deadline'));
    await waiting;
    first.abort(new Error('first deadline'));
    await slowly;
    expect((await patient).content).toBe('gone');
  });
});
