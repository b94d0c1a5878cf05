import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../testing/yao-workspace.ts';

const opened: YaoWorkspace[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()));
  for (const server of servers.splice(0)) server.close();
});

/** Returns the data from the `Next` hook of an assistant without a model. */
async function readNextData(body: string, files: Record<string, string> = {}): Promise<unknown> {
  const workspace = await createYaoWorkspace({
    'assistants/a/package.yao': formatYaoPackage({ name: '{{ title }}' }),
    'assistants/a/src/index.ts': `function Next(ctx) { ${body} }`,
    ...files,
  });
  opened.push(workspace);
  return (await workspace.ask('a', 'hi', { options: { metadata: { url: serverUrl(servers[0]) } } })).next;
}

function serverUrl(server: Server | undefined): string {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/items` : '';
}

async function listen(): Promise<void> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      if (method === 'DELETE') return response.writeHead(404).end('gone');
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify({ method, url, body, token: headers['x-token'] ?? null }));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

describe('http in a hook', () => {
  it('answers at once, with JSON as values and everything else in base64', async () => {
    await listen();
    const data = await readNextData(`
      const url = ctx.metadata.url;
      const gone = http.Delete(url);
      return { data: {
        got: http.Get(url, { q: 'a b' }, { 'X-Token': 't' }).data,
        posted: http.Post(url, { a: 1 }, null, { q: 1 }).data,
        put: http.Put(url, 'text').data.body,
        form: http.Post(url, { a: 'b c' }, null, null, { 'Content-Type': 'application/x-www-form-urlencoded' }).data.body,
        plain: http.Patch(url, 'text', null, { 'Content-Type': 'text/plain' }).data.body,
        nobody: http.Get('http://127.0.0.1:1/x').status,
        gone: [gone.status, atob(gone.data)],
      } };`);
    expect(data).toEqual({
      got: { method: 'GET', url: '/items?q=a+b', body: '', token: 't' },
      posted: { method: 'POST', url: '/items?q=1', body: '{"a":1}', token: null },
      put: '"text"',
      form: 'a=b+c',
      plain: 'text',
      nobody: 0,
      gone: [404, 'gone'],
    });
    expect(opened[0]?.warnings).toEqual([
      expect.stringMatching(
        /^a: http\.Get: http:\/\/127\.0\.0\.1:1 cannot be reached \(.+\): the script got the status 0, as in Yao$/,
      ),
    ]);
  });
});

describe('memory in a hook', () => {
  it('counts, lists and forgets, also by patterns', async () => {
    const data = await readNextData(`
      const { chat, team } = ctx.memory;
      chat.Set('a:1', { deep: [1] }); chat.Set('a:2', 2); chat.Set('b', 3, 1000);
      const before = [chat.Len(), chat.Keys('a:*'), chat.Get('a:1'), chat.Get('none'), chat.Has('b')];
      chat.Del('a:*');
      const left = chat.Keys();
      chat.Incr('n', 5); chat.Decr('n');
      team.Clear();
      return { data: { before, left, n: chat.GetDel('n'), gone: chat.Get('n') } };`);
    expect(data).toEqual({
      before: [3, ['a:1', 'a:2'], { deep: [1] }, null, true],
      left: ['b'],
      n: 4,
      gone: null,
    });
  });
});

describe('what needs the engine', () => {
  it.each([
    ['ctx.search.Web("x")', 'ctx.search.Web needs the Yao engine and cannot be called here'],
    ['new Plan({})', 'Plan needs the Yao engine; here, call Process() with a handler of your own in runner.config.ts'],
    [
      'new Job("default")',
      'Job needs the Yao engine; here, call Process() with a handler of your own in runner.config.ts',
    ],
  ])('is refused with the line: %s', async (code, message) => {
    await expect(readNextData(`${code};`)).rejects.toThrow(`Next: ${message} (assistants/a/src/index.ts:1:`);
  });

  it('is absent where scripts look for it first', async () => {
    expect(
      await readNextData('return { data: [typeof ctx.computer, typeof ctx.sandbox, typeof fetch, typeof require] };'),
    ).toEqual(Array(4).fill('undefined'));
  });
});

describe('several calls at once', () => {
  it('answer in the order of the requests, with null for those that nobody waited for', async () => {
    const data = await readNextData(
      `const ask = (agent) => ({ agent, messages: [{ role: 'user', content: agent }] });
       const any = ctx.agent.Any([ask('nobody'), ask('b')]);
       return { data: { any: any.find((r) => r && !r.error).content, all: ctx.agent.All([ask('b'), ask('b')]).length } };`,
      { 'assistants/b/package.yao': formatYaoPackage(), 'assistants/b/prompts.yml': '- role: system\n  content: B' },
    );
    expect(data).toEqual({ any: 'model: b', all: 2 });
  });
});

describe('the name of an assistant in its prompts', () => {
  it('is in the language of the one who asks', async () => {
    const workspace = await createYaoWorkspace({
      'assistants/a/package.yao': formatYaoPackage({ name: '{{ title }}' }),
      'assistants/a/prompts.yml': '- role: system\n  content: You are $CTX.ASSISTANT_NAME',
      'assistants/a/locales/en-us.yml': 'title: Greeter',
      'connectors/offline.conn.yao': JSON.stringify({
        type: 'scripted',
        rules: [{ when: { system: '/(?P<system>.+)/' }, answer: '{{system}}' }],
      }),
    });
    opened.push(workspace);
    expect((await workspace.ask('a', 'hi')).content).toBe('You are Greeter');
  });
});
