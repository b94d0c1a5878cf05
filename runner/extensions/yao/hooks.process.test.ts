import { afterEach, describe, expect, it } from 'vitest';
import { listeningContext } from '../../testing/model-request.ts';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../testing/yao-workspace.ts';

const opened: YaoWorkspace[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()));
});

type More = { files?: Record<string, string>; options?: Parameters<typeof createYaoWorkspace>[1]; fields?: object };

/** Creates a workspace with an assistant `a` that has prompts and these hooks. */
async function assistant(hooks: string, { files = {}, options, fields }: More = {}): Promise<YaoWorkspace> {
  const workspace = await createYaoWorkspace(
    {
      'assistants/a/package.yao': formatYaoPackage(fields),
      'assistants/a/prompts.yml': '- role: system\n  content: "Be kind to $CTX.persona in $CTX.LOCALE."',
      'assistants/a/src/index.ts': hooks,
      ...files,
    },
    options,
  );
  opened.push(workspace);
  return workspace;
}

/** A test model that answers with the system prompts and the conversation that it received. */
const parrot = {
  'connectors/offline.conn.yao': JSON.stringify({
    type: 'scripted',
    rules: [
      { when: { system: '/(?P<system>.+)/s', text: '/(?P<said>.+)/s' }, answer: '{{system}} | {{said}}' },
      { answer: 'no prompt | {{input}}' },
    ],
  }),
};

describe('the prompts of a simulator', () => {
  it('have what it is asked with in the place of the names that stand for it', async () => {
    const prompts = '- role: system\n  content: "{{persona}} wants {{ goal }}, not {{goals}}"';
    const workspace = await assistant('', { files: { ...parrot, 'assistants/a/prompts.yml': prompts } });
    const metadata = { persona: 'Ada', goal: 'tea' };
    const simulatorRequest = { options: { metadata: { ...metadata, test_mode: 'simulator' } } };
    expect(await workspace.ask('a', 'hi', simulatorRequest)).toMatchObject({
      content: 'Ada wants tea, not {{goals}} | hi',
    });
    const agent = await workspace.ask('a', 'hi', { options: { metadata } });
    expect(agent.content).toContain('{{persona}} wants');
  });
});

describe('Create', () => {
  it('need not be exported, and what it does not say stays as it is', async () => {
    const workspace = await assistant('function Create(ctx: agent.Context, messages: unknown[]) { return null; }');
    expect(await workspace.ask('a', 'hi')).toMatchObject({ content: 'model: hi', toolCalls: [] });
    expect(workspace.warnings).toEqual([]);
  });

  it('replaces the conversation, the preset, the metadata and the locale', async () => {
    const workspace = await assistant(
      `import { agent } from '@yao/runtime';
       import { greet } from './words';
       export function Create(ctx: agent.Context, messages: agent.Message[]): agent.Create {
         const said = messages[messages.length - 1].content;
         return { messages: [{ role: 'user', content: greet(said) }], prompt_preset: 'chat.friendly', locale: 'de-de',
           metadata: { persona: 'Ada' } };
       }`,
      {
        files: {
          ...parrot,
          'assistants/a/src/words.ts': 'export const greet = (text: string) => "<" + text + ">";',
          'assistants/a/prompts/chat/friendly.yml':
            '- role: system\n  content: Friendly to $CTX.persona in $CTX.LOCALE',
        },
      },
    );
    expect((await workspace.ask('a', 'hi')).content).toBe('Friendly to Ada in de-de | <hi>');
  });

  it('chooses a connector, unless the run has chosen one', async () => {
    const other = '{"type": "scripted", "rules": [{"answer": "other"}]}';
    const workspace = await assistant("function Create() { return { connector: 'other' }; }", {
      files: { 'connectors/other.conn.yao': other },
    });
    expect((await workspace.ask('a', 'hi')).content).toBe('other');
    expect((await workspace.ask('a', 'hi', { connector: 'offline' })).content).toBe('model: hi');
  });

  it('says when a preset does not exist, and Yao takes the default prompts', async () => {
    const workspace = await assistant("function Create() { return { prompt_preset: 'chat' }; }", {
      files: { ...parrot, 'assistants/a/prompts/chat/prompts.yml': '- role: system\n  content: Chat' },
    });
    expect((await workspace.ask('a', 'hi')).content).toMatch(/^Be kind to {2}in en-us\. \| hi$/);
    expect(workspace.warnings).toEqual([
      'a: there is no prompt preset "chat" (known presets: chat.prompts): Yao takes prompts.yml instead',
    ]);
  });

  it('hands over to another assistant, whose answer is the answer', async () => {
    const workspace = await assistant(
      "function Create(ctx, messages) { return { delegate: { agent_id: 'b', messages } }; } function Next() { return { data: 1 }; }",
      {
        files: {
          'assistants/b/package.yao': formatYaoPackage(),
          'assistants/b/src/index.ts':
            'function Next(ctx) { return { data: { by: ctx.assistant_id, chat: ctx.chat_id } }; }',
        },
      },
    );
    const answer = await workspace.ask('a', 'hi');
    expect(answer).toMatchObject({ content: '', next: { by: 'b', chat: 'session-1' } });
  });

  it.each([
    ['{ temperature: "0.7" }', /^Create returned what Yao cannot read: .*temperature/],
    ['{ messages: [{ role: "user", content: 3 }] }', /^Create returned what Yao cannot read: .*messages\[0\]\.content/],
  ])('that returns %s is an error', async (returned, message) => {
    const workspace = await assistant(`function Create() { return ${returned}; }`);
    await expect(workspace.ask('a', 'hi')).rejects.toThrow(message);
  });
});

describe('Next', () => {
  it('gets the conversation, the completion and no error, and its data is what is judged', async () => {
    const workspace = await assistant(
      'function Next(ctx, payload, options) { return { data: { payload, options, ctx: ctx.metadata } }; }',
    );
    const { next, content } = await workspace.ask('a', 'hi', { options: { metadata: { tier: 'gold' } } });
    expect(content).toBe('model: hi');
    expect(next).toMatchObject({
      payload: {
        messages: [{ role: 'user', content: 'hi' }],
        completion: { role: 'assistant', content: 'model: hi', finish_reason: 'stop', model: 'offline' },
        tools: null,
        error: '',
      },
      options: { metadata: { tier: 'gold' } },
      ctx: { tier: 'gold' },
    });
  });

  it.each([
    ['null', undefined],
    ['undefined', undefined],
    ['{}', {}],
    ['{ metadata: { a: 1 } }', { metadata: { a: 1 } }],
    ['{ data: null, metadata: {} }', { data: null, metadata: {} }],
    ['{ data: 0 }', 0],
  ])('that returns %s leaves %j', async (returned, next) => {
    const workspace = await assistant(`function Next() { return ${returned}; }`);
    const answer = await workspace.ask('a', 'hi');
    expect(answer.next).toEqual(next);
    expect('next' in answer).toBe(next !== undefined);
  });

  it('without prompts answers alone: no model is asked', async () => {
    const workspace = await createYaoWorkspace({
      'assistants/a/package.yao': '{"name": "A", "connector": "nowhere"}',
      'assistants/a/src/index.ts': 'function Next(ctx, { completion }) { return { data: { completion } }; }',
    });
    opened.push(workspace);
    expect(await workspace.ask('a', 'hi')).toEqual({ content: '', toolCalls: [], next: { completion: null } });
  });
});

describe('ctx', () => {
  it('says who is talking, from where and in which session', async () => {
    const workspace = await assistant(`function Next(ctx) {
      const { chat_id, assistant_id, locale, theme, referer, accept, route, client, authorized, metadata } = ctx;
      return { data: { chat_id, assistant_id, locale, theme, referer, accept, route, client, authorized, metadata } };
    }`);
    expect((await workspace.ask('a', 'hi')).next).toMatchObject({
      chat_id: 'session-1',
      assistant_id: 'a',
      locale: 'en-us',
      authorized: { user_id: 'test-user', team_id: 'test-team' },
      metadata: {},
      client: { type: expect.any(String) },
    });
  });

  it('sends messages, which are in the log with their ids', async () => {
    const workspace = await assistant(`function Create(ctx) {
      const id = ctx.SendStream('Hel');
      ctx.Append(id, 'lo');
      ctx.End(id);
      const block = ctx.BlockID();
      const other = ctx.Send({ type: 'loading', props: { message: '…' } }, block);
      ctx.Replace(other, { type: 'text', props: { content: 'Done' } });
      return { metadata: { ids: [id, other, block, ctx.MessageID(), ctx.ThreadID()].join() } };
    }
    function Next(ctx) { return { data: ctx.metadata.ids }; }`);
    expect((await workspace.ask('a', 'hi')).next).toBe('M1,M2,B1,M3,T1');
    expect(workspace.log.filter((line) => line.startsWith('sent'))).toEqual([
      'sent a: SendStream M1 "Hel"',
      'sent a: Append M1 "lo"',
      'sent a: End M1',
      'sent a: Send M2 {"type":"loading","props":{"message":"…"}}',
      'sent a: Replace M2 "Done"',
    ]);
  });

  it('refuses a message without a type, where the script can catch it', async () => {
    const workspace = await assistant(`function Next(ctx) {
      try { ctx.Merge('M1', { progress: 50 }, 'props'); } catch (error) {
        return { data: { message: error.message, isError: error instanceof Error } };
      }
    }`);
    expect((await workspace.ask('a', 'hi')).next).toEqual({
      message: expect.stringContaining('message.type is required'),
      isError: true,
    });
  });

  it('remembers: the chat for a session, the context for a turn, variables for nothing', async () => {
    const workspace = await assistant(`let calls = 0;
      function Create(ctx) { calls += 1; ctx.memory.context.Set('here', 1); ctx.memory.chat.Incr('turns'); }
      function Next(ctx) {
        calls += 1;
        const { context, chat } = ctx.memory;
        const here = context.GetDel('here');
        return { data: { calls, here, gone: context.Has('here'), turns: chat.Get('turns'), keys: chat.Keys('t*') } };
      }`);
    const first = { calls: 1, here: 1, gone: false, turns: 1, keys: ['turns'] };
    expect((await workspace.ask('a', 'hi')).next).toEqual(first);
    expect((await workspace.ask('a', 'again')).next).toEqual({ ...first, turns: 2 });
    expect((await workspace.ask('a', 'hi', { sessionId: 'other' })).next).toEqual(first);
  });

  it('asks other agents and models, one or several, and tells of failures in their place', async () => {
    const workspace = await assistant(
      `function Next(ctx) {
        const chunks = [];
        const one = ctx.agent.Call('b', [{ role: 'user', content: 'x' }], { onChunk: (part) => chunks.push(part.props.content) });
        const all = ctx.agent.All([{ agent: 'b', messages: 'y' }, { agent: 'nobody', messages: 'y' }]);
        const model = ctx.llm.Stream('offline', [{ role: 'user', content: 'z' }], { temperature: 0 });
        return { data: { one, chunks, all: all.map(({ content, error }) => content ?? error.split('\\n')[0]), model: model.content } };
      }`,
      {
        files: {
          'assistants/b/package.yao': formatYaoPackage(),
          'assistants/b/prompts.yml': '- role: system\n  content: B',
        },
      },
    );
    const { next, usage } = await workspace.ask('a', 'hi');
    expect(next).toMatchObject({
      one: { agent_id: 'b', content: 'model: x', response: { completion: { content: 'model: x' } } },
      chunks: ['model: x'],
      all: ['model: y', 'agent "nobody" not found'],
      model: 'model: z',
    });
    expect(usage?.calls).toBe(4);
    expect(workspace.warnings).toEqual([expect.stringContaining('the agent "nobody", which a script asked, failed')]);
  });

  it('records traces and lines of the log', async () => {
    const workspace = await assistant(`function Create(ctx) {
      const node = ctx.trace.Add({ q: 1 }, { label: 'Look up' });
      node.Info('found').Complete({ n: 2 });
      log.Info('%s has %d', 'Ada', 3);
      console.log('plain', { a: 1 });
    }`);
    await workspace.ask('a', 'hi');
    expect(workspace.log).toEqual(
      expect.arrayContaining([
        'hook Create trace: Look up (1) {"q":1}',
        'hook Create trace: Info (1) found',
        'hook Create trace: Complete (1) {"n":2}',
        'hook Create log.Info: Ada has 3',
        'hook Create console.log: plain { a: 1 }',
      ]),
    );
  });

  it('stops agents that ask each other without end', async () => {
    const workspace = await assistant("function Create() { return { delegate: { agent_id: 'a' } }; }");
    await expect(workspace.ask('a', 'hi')).rejects.toThrow(/more than 16 levels deep: … a → a → a → a/);
  });
});

describe('a hook with a mistake', () => {
  it('that Yao ignores is switched off, with a warning that names the line', async () => {
    const workspace = await assistant('function Create() {\n  return { messages: mesages };\n}');
    expect((await workspace.ask('a', 'hi')).content).toBe('model: hi');
    expect(workspace.warnings).toEqual([
      'a: Create had no effect: it threw an error that Yao ignores: mesages is not defined (assistants/a/src/index.ts:2:22)',
    ]);
  });

  it('that uses Node is such a one: nothing of Node is there in Yao', async () => {
    const workspace = await assistant('function Create() { process.exit(3); }');
    expect((await workspace.ask('a', 'hi')).content).toBe('model: hi');
    expect(workspace.warnings[0]).toMatch(/process is not defined \(assistants\/a\/src\/index\.ts:1:\d+\)$/);
  });

  it('that throws ends the turn, with the line', async () => {
    const workspace = await assistant("import { check } from './check';\nfunction Next() { check(); }", {
      files: { 'assistants/a/src/check.ts': 'export function check() {\n  throw new Exception("no stock", 409);\n}' },
    });
    await expect(workspace.ask('a', 'hi')).rejects.toThrow('Next: no stock (assistants/a/src/check.ts:2:9)');
  });

  it('that is asynchronous counts as {}, with a warning that names its line', async () => {
    const workspace = await assistant(
      '\nasync function Next(ctx) { await null; ctx.Send("late"); return { data: 1 }; }',
    );
    expect((await workspace.ask('a', 'hi')).next).toEqual({});
    expect(workspace.warnings).toEqual([
      'a: Next is asynchronous (assistants/a/src/index.ts:2): Yao does not wait for it and uses {} as its answer',
    ]);
    expect(workspace.log).toContain('sent a: Send M1 "late"');
  });

  it('that loops is stopped with its turn, and others go on', async () => {
    const workspace = await assistant(
      "function Next(ctx) { ctx.Send('begun'); while (ctx.metadata.loop) {} return { data: 'fine' }; }",
    );
    const deadline = new AbortController();
    const context = listeningContext({
      log({ source, text }) {
        if (text.includes('begun')) deadline.abort(new Error(`the deadline of ${source}`));
      },
    });
    const looping = { options: { metadata: { loop: true } }, signal: deadline.signal, context };
    await expect(workspace.ask('a', 'hi', looping)).rejects.toThrow('the deadline of sent a');
    expect((await workspace.ask('a', 'hi')).next).toBe('fine');
  });

  it('that fills the memory loses its worker, and others go on', async () => {
    const workspace = await assistant(`function Next(ctx) {
      const all = [];
      while (ctx.metadata.fill) all.push(new Array(1e6).fill(all.length));
      return { data: 'fine' };
    }`);
    const filling = workspace.ask('a', 'hi', { options: { metadata: { fill: true } } });
    await expect(filling).rejects.toThrow(
      /^Next \(assistants\/a\/src\/index\.ts:1\) ended during the call: it ran out of memory/,
    );
    expect((await workspace.ask('a', 'hi')).next).toBe('fine');
  });

  it.each([
    ['function Create( {', /src\/index\.ts:\d+:\d+: /],
    ["import fs from 'node:fs'; fs;", /src\/index\.ts:1:\d+: Could not resolve "node:fs"/],
    ["import chalk from 'chalk'; chalk;", /"chalk" is a package: scripts of an assistant import files only, as in Yao/],
    ["import { x } from './gone'; x;", /src\/index\.ts:1:\d+: Could not resolve "\.\/gone"/],
  ])('that cannot be read is refused before anything runs: %s', async (hooks, message) => {
    const workspace = await assistant(hooks);
    await expect(workspace.ask('a', 'hi')).rejects.toThrow(message);
  });

  it('that only sends its answer is told that nobody judges it', async () => {
    const workspace = await createYaoWorkspace({
      'assistants/a/package.yao': formatYaoPackage(),
      'assistants/a/src/index.ts': "function Next(ctx) { ctx.Send('Hello!'); }",
    });
    opened.push(workspace);
    await workspace.ask('a', 'hi');
    expect(workspace.warnings).toEqual([expect.stringContaining('text that ctx.Send shows to a user is not judged')]);
  });
});
