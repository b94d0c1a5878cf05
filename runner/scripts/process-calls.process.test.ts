import { afterEach, describe, expect, it } from 'vitest';
import { systems } from '../extensions/registered/systems.ts';
import { AgentError, type AgentResponse, type ScriptAgentQuestion, type ScriptServices } from '../ports/index.ts';
import { neverAborted } from '../testing/model-request.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import type { Json } from '../values/index.ts';
import { createScriptHost } from './create-script-host.ts';

type Host = ReturnType<typeof createScriptHost>;
const hosts: Host[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

type Setting = { files: Record<string, string>; config?: { text: string; names: string[] }; pingMs?: number };

/** A ping interval so long that a busy machine cannot make a worker look stuck. */
const A_LONG_TIME = 10_000;

async function createHost({ files, config, pingMs = 50 }: Setting): Promise<Host> {
  const root = await createTemporaryWorkspace({ ...files, 'runner.config.ts': config?.text ?? '' });
  const handlers = config === undefined ? undefined : { file: `${root}/runner.config.ts`, names: config.names };
  const host = createScriptHost({ systems, root, handlers, variables: {}, workers: { pingMs } });
  hosts.push(host);
  return host;
}

type CallOptions = { askAgent?: (question: ScriptAgentQuestion) => Promise<AgentResponse>; lines?: string[] };

function call(
  host: Host,
  reference: string,
  values: Json[] = [],
  { askAgent, lines = [] }: CallOptions = {},
): Promise<Json> {
  const services: ScriptServices = {
    report(fact) {
      if (fact.type === 'log') lines.push(`${fact.source}: ${fact.text}`);
      if (fact.type === 'warning') lines.push(fact.text);
    },
    askAgent: askAgent ?? (() => Promise.reject(new AgentError('agent not found', 'configuration'))),
  };
  const place = { baseDir: 'tests', agentId: 'greeter' };
  return host.runFunction({ reference, ...place, arguments: values, services }, neverAborted());
}

const store = {
  names: ['models.*', 'models.clock.Now', 'slow'],
  text: `
    const users: unknown[] = [];
    export default {
      processes: {
        'models.*': (name: string, user: unknown) => {
          if (name === 'models.user.Create') users.push(user);
          if (name === 'models.user.Fail') throw new Error('no such table');
          return { name, count: users.length };
        },
        'models.clock.Now': () => 12,
        slow: async (value: number) => { await Promise.resolve(); return value * 2; },
      },
    };`,
};

describe('Process() in a script', () => {
  it('calls handlers by name and by prefix, and has their result at once', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `
          export function Run() {
            const first = Process('models.user.Create', { name: 'Ada' });
            return [first, Process('models.clock.Now'), Process('slow', 21)];
          }`,
      },
      config: store,
    });
    expect(await call(host, 'scripts.a.Run')).toEqual([{ name: 'models.user.Create', count: 1 }, 12, 42]);
  });

  it('shares what handlers keep between all calls of a run', async () => {
    const host = await createHost({
      files: { 'scripts/a.ts': `export const Run = () => Process('models.user.Create', {}).count;` },
      config: store,
    });
    const counts = await Promise.all([1, 2, 3].map(() => call(host, 'scripts.a.Run')));
    expect(counts.toSorted()).toEqual([1, 2, 3]);
  });

  it('throws what the handler threw, with the lines of both', async () => {
    const host = await createHost({
      files: { 'scripts/a.ts': `export function Run() {\n  return Process('models.user.Fail');\n}` },
      config: store,
    });
    await expect(call(host, 'scripts.a.Run')).rejects.toThrow(
      /no such table \(runner\.config\.ts:7:\d+\) \(scripts\/a\.ts:2:10\)/,
    );
  });

  it('lets the script catch that', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `export function Run() { try { Process('models.user.Fail'); } catch (error) { return 'caught'; } }`,
      },
      config: store,
    });
    expect(await call(host, 'scripts.a.Run')).toBe('caught');
  });

  it('calls functions of other scripts, and of its own file', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `
          export function Fact(n) { return n < 2 ? 1 : n * Process('scripts.a.Fact', n - 1); }
          export function There() { return Process('scripts.b.Back') + '!'; }
          export function Here() { return 'here'; }`,
        'scripts/b.ts': `export async function Back() { return Process('scripts.a.Here'); }`,
      },
    });
    expect(await call(host, 'scripts.a.Fact', [4])).toBe(24);
    expect(await call(host, 'scripts.a.There')).toBe('here!');
  });

  it('ends a script that calls itself without end', async () => {
    const host = await createHost({
      files: { 'scripts/a.ts': `export function Again() { return Process('scripts.a.Again'); }` },
    });
    await expect(call(host, 'scripts.a.Again')).rejects.toThrow('Process calls are nested more than 16 levels deep');
  });

  it('lets handlers call scripts and each other', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `export const Run = (name) => Process(name);\nexport const Ten = () => 10;`,
      },
      config: {
        names: ['outer', 'inner', 'script', 'impatient', 'later', 'circle'],
        text: `export default { processes: {
          outer: () => Process('inner') + 1,
          inner: () => 1,
          script: () => Process('scripts.a.Ten'),
          later: async () => 1,
          impatient: () => Process('later'),
          circle: () => Process('scripts.a.Run', 'inner'),
        } };`,
      },
    });
    expect(await call(host, 'scripts.a.Run', ['outer'])).toBe(2);
    expect(await call(host, 'scripts.a.Run', ['script'])).toBe(10);
    await expect(call(host, 'scripts.a.Run', ['impatient'])).rejects.toThrow('"later" is asynchronous');
    await expect(call(host, 'scripts.a.Run', ['circle'])).rejects.toThrow(
      'the handler of "circle" waits for this very call (circle → scripts.a.Run → inner)',
    );
  });

  it('says how to register what nobody answers, at the line of the script', async () => {
    const host = await createHost({
      files: { 'scripts/a.ts': `\nexport const Run = () => Process('model.user.Create');` },
      config: { names: ['models.user.Create'], text: store.text },
    });
    await expect(call(host, 'scripts.a.Run')).rejects.toThrow(
      /Process\("model\.user\.Create"\): no process has this name\. Did you mean "models\.user\.Create"\? Register it in runner\.config\.ts: .*Registered: models\.user\.Create \(scripts\/a\.ts:2:26\)/,
    );
  });

  it('warns of a misspelt name whose error a script catches', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `
          export function Run(name: string) {
            try { return Process(name); } catch { return null; }
          }`,
      },
      config: {
        names: ['models.user.Create', 'models.user.Fail'],
        text: store.text.replace('models.*', 'models.user.Fail'),
      },
    });
    const lines: string[] = [];
    for (const name of [
      'models.user.Craete',
      'Models.user.create',
      'models.team.Delete',
      'models.user.Fail',
      'utils.now.Date',
    ])
      await call(host, 'scripts.a.Run', [name], { lines });
    expect(lines).toEqual([
      'no process has the name "models.user.Craete", so the call fails (did you mean "models.user.Create"?)',
      'no process has the name "Models.user.create", so the call fails (did you mean "models.user.Create"?)',
    ]);
  });

  it('is of no use while a file is loaded', async () => {
    const host = await createHost({
      files: { 'scripts/a.ts': `const now = Process('x');\nexport const Run = () => now;` },
    });
    await expect(call(host, 'scripts.a.Run')).rejects.toThrow('not while the script is loaded');
  });
});

describe('Process("agents.…")', () => {
  it('calls a function of an assistant, and what is built in', async () => {
    const host = await createHost({
      files: {
        'assistants/shop/front/package.yao': '{"name": "Shop"}',
        'assistants/shop/front/src/prices.ts': 'function Gross(net: number) { return net * 1.2; }',
        'scripts/a.ts':
          "export const Run = () => [Process('agents.shop.front.prices.Gross', 100), Process('crypto.Hash', 'SHA1', 'abc')];",
      },
    });
    expect(await call(host, 'scripts.a.Run')).toEqual([120, 'a9993e364706816aba3e25717850c26c9cd0d89d']);
  });

  it('asks an agent by agent.Call', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts':
          "export const Run = () => Process('agent.Call', { assistant_id: 'judge', messages: [{ role: 'user', content: 'hi' }] });",
      },
    });
    const askAgent = async ({ agentId, messages }: ScriptAgentQuestion) => ({
      content: `${agentId}: ${String(messages[0]?.content)}`,
      toolCalls: [],
    });
    expect(await call(host, 'scripts.a.Run', [], { askAgent })).toMatchObject({
      agent_id: 'judge',
      content: 'judge: hi',
      response: { completion: { content: 'judge: hi' }, next: null },
    });
  });

  const files = {
    'scripts/a.ts': `
      export const Ask = (name, ...values) => Process(name, ...values);`,
  };

  it.each<[string, Json[], object]>([
    ['a text', ['Hello'], { messages: [{ role: 'user', content: 'Hello' }], options: {} }],
    [
      'a context and messages',
      [{ metadata: { plan: 'pro' } }, [{ role: 'user', content: 'Hello' }]],
      { messages: [{ role: 'user', content: 'Hello' }], options: { metadata: { plan: 'pro' } } },
    ],
    ['a message', [{}, { content: 'Hello' }], { messages: [{ role: 'user', content: 'Hello' }], options: {} }],
  ])('asks the agent with %s', async (_what, values, question) => {
    const host = await createHost({ files });
    const questions: unknown[] = [];
    const askAgent = async ({ agentId, ...rest }: ScriptAgentQuestion) => {
      if (agentId !== 'tests.greeter') throw new AgentError(`no agent ${agentId}`, 'configuration');
      questions.push(rest);
      return { content: 'Hi', toolCalls: [{ tool: 'wave', arguments: {} }], next: { mood: 'good' } };
    };
    expect(await call(host, 'scripts.a.Ask', ['agents.tests.greeter.Stream', ...values], { askAgent })).toEqual({
      content: 'Hi',
      tool_calls: [{ tool: 'wave', arguments: {} }],
      next: { mood: 'good' },
    });
    expect(questions).toEqual([question]);
  });

  it('says that it needs messages, and which agent there is not', async () => {
    const host = await createHost({ files });
    await expect(call(host, 'scripts.a.Ask', ['agents.greeter', {}])).rejects.toThrow('needs messages');
    await expect(call(host, 'scripts.a.Ask', ['agents.greeter', 'Hi'])).rejects.toThrow('agent not found');
  });

  it('does not count a script that waits as stuck, however long the agent thinks', async () => {
    const host = await createHost({ files: { ...files, 'scripts/b.ts': 'export const Run = () => 1;' } });
    const thinking = Promise.withResolvers<AgentResponse>();
    const first = call(host, 'scripts.a.Ask', ['agents.one', 'Hi'], { askAgent: () => thinking.promise });
    const second = call(host, 'scripts.a.Ask', ['agents.two', 'Hi'], {
      askAgent: async () => ({ content: '2', toolCalls: [] }),
    });
    const patience = setTimeout(() => thinking.resolve({ content: '1', toolCalls: [] }), 400);
    expect(await Promise.all([first, second])).toMatchObject([{ content: '1' }, { content: '2' }]);
    clearTimeout(patience);
  });

  it('ends with the deadline of the call, and the next one runs in the same worker', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `
          let calls = 0;
          export const Ask = (name, text) => { calls += 1; return Process(name, text); };
          export const Calls = () => calls;`,
      },
      pingMs: A_LONG_TIME,
    });
    const stop = new AbortController();
    const agentCall = Promise.withResolvers<void>();
    const services = {
      askAgent: () => {
        agentCall.resolve();
        return new Promise<AgentResponse>(() => undefined);
      },
    };
    const place = { baseDir: 'tests', agentId: 'greeter', services };
    const waiting = host.runFunction(
      { reference: 'scripts.a.Ask', ...place, arguments: ['agents.greeter', 'Hi'] },
      stop.signal,
    );
    const ended = expect(waiting).rejects.toThrow('too late');
    await agentCall.promise;
    stop.abort(new Error('too late'));
    await ended;
    expect(await call(host, 'scripts.a.Calls')).toBe(1);
  });
});

describe('what scripts print', () => {
  it('is told with what printed it', async () => {
    const host = await createHost({
      files: {
        'scripts/a.ts': `
          export function Run() { console.log('one', { two: 2 }); Process('loud'); console.error('three'); }`,
      },
      config: { names: ['loud'], text: `export default { processes: { loud: () => console.log('LOUD') } };` },
    });
    const lines: string[] = [];
    await call(host, 'scripts.a.Run', [], { lines });
    expect(lines).toEqual(['script a.Run: one { two: 2 }', 'process loud: LOUD', 'script a.Run: three']);
  });
});
