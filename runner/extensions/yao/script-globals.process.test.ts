import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neverAborted } from '../../testing/model-request.ts';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../testing/yao-workspace.ts';
import type { Json } from '../../values/index.ts';

let workspace: YaoWorkspace;
beforeAll(async () => {
  workspace = await createYaoWorkspace({
    'app.yao': '{"name": "Shop"}',
    '.env': 'SECRET=hidden',
    'data/notes/one.txt': 'eins',
    'models/bread.mod.yao': `{"name": "Bread", "description": "What is sold", // comments are allowed
      "columns": [{"name": "id", "type": "ID"}, {"name": "kind", "type": "string"}]}`,
    'scripts/run.ts': 'export function Run(code) { return new Function("return " + code)(); }',
    'langs/EN-us/global.yml': 'Bread: Loaf\nCount: 7\nEmpty:\n',
    'langs/EN-us/models/bread.yml': 'Flour: never read',
    'langs/zh-cn/global.yml': 'Bread: 面包',
    'langs/fr-fr/global.yml': 'Bread: Pain\nDeep:\n  inner: x\n',
    'langs/de-de/global.yml': 'Bread: "Brot',
    'assistants/desk/package.yao': formatYaoPackage(),
    'assistants/desk/src/index.ts': `
      export function Create() { return { locale: 'zh-cn' }; }
      export function Next() { return { data: $L('Bread') }; }`,
    'assistants/desk/src/words_test.ts': 'export function TestWords(t) { t.log($L("::Bread")); }',
    'assistants/desk/pages/home/home.config': '{"title": "Home"}',
    'assistants/desk/pages/home/home.backend.ts': `
      export function ApiGet(status) { return { status, who: Authorized().user_id }; }
      export function Draw(params, request) { return { ...params, method: request.method, who: request.authorized?.user_id ?? null }; }
      export function ApiFail() { throw new Exception('no', 403); }`,
    'assistants/desk/pages/home/home.backend_test.ts': `
      export function TestCalls(t, ctx) {
        t.assert.Equal(ctx.call('Get', 'open'), { status: 'open', who: 'ada' });
        ctx.setAuthorized({ user_id: 'eve' });
        t.assert.Equal(ctx.call('Get').who, 'eve');
        t.assert.Equal(ctx.callWithRequest('Draw', { page: 2 }), { page: 2, method: 'GET', who: 'eve' });
        ctx.reset();
        t.assert.Equal(ctx.callWithRequest('Draw', {}).who, null);
        t.assert.Equal(ctx.request.method, 'GET');
        t.assert.Panic(() => ctx.call('Fail'));
      }
      export function TestMissing(t, ctx) { ctx.call('Gat'); }`,
    'assistants/desk/pages/bare/bare.backend_test.ts': 'export function TestBare(t, ctx) { ctx.call("Get"); }',
  });
  mkdirSync(path.join(workspace.root, 'elsewhere'));
  writeFileSync(path.join(workspace.root, 'elsewhere/secret.txt'), 'hidden');
  symlinkSync('../elsewhere', path.join(workspace.root, 'data/link'));
  symlinkSync('../nowhere', path.join(workspace.root, 'data/dangling'));
});
afterAll(() => workspace.close());

/** Evaluates an expression in a script of an assistant. */
function evaluate(code: string): Promise<Json> {
  const call = { reference: 'scripts.run.Run', baseDir: 'scripts', agentId: '', arguments: [code] };
  return workspace.scripts.runFunction(call, neverAborted());
}

async function test(functionName: string, page = 'home') {
  const failed: string[] = [];
  const passed: string[] = [];
  const ending = await workspace.scripts.runTest(
    {
      module: `assistants/desk/pages/${page}/${page}.backend_test.ts`,
      functionName,
      baseDir: 'assistants/desk',
      agentId: 'desk',
      context: { user_id: 'ada', authorized: { user_id: 'ada' } },
      onAssertion: ({ type, status, message }) =>
        status === 'passed' ? void passed.push(type) : void failed.push(`${type}: ${message}`),
      onLog: () => undefined,
      judge: async ({ type }) => ({ type, status: 'passed' }),
    },
    neverAborted(),
  );
  return { ending, passed, failed };
}

async function wordIn(locale: string): Promise<string> {
  const words: string[] = [];
  await workspace.scripts.runTest(
    {
      module: 'assistants/desk/src/words_test.ts',
      functionName: 'TestWords',
      baseDir: 'assistants/desk',
      agentId: 'desk',
      context: { locale },
      onAssertion: () => undefined,
      onLog: (_source, text) => void words.push(text),
      judge: async ({ type }) => ({ type, status: 'passed' }),
    },
    neverAborted(),
  );
  return words.join();
}

describe('FS', () => {
  it.each<[string, Json]>([
    ['new FS("data").ReadFile("notes/one.txt")', 'eins'],
    ['new FS("system").ReadFile("/notes/one.txt")', 'eins'],
    ['Process("fs.data.ReadFile", "notes/one.txt")', 'eins'],
    ['new FS("data").ReadFileBase64("notes/one.txt")', 'ZWlucw=='],
    ['new FS("data").WriteFile("new/two.txt", "zwei") + new FS("data").AppendFile("new/two.txt", "!")', 5],
    ['[new FS("data").Size("new/two.txt"), new FS("data").ReadDir("new")]', [5, ['/new/two.txt']]],
    ['new FS("data").Glob("n*/*.txt")', ['/new/two.txt', '/notes/one.txt']],
    [
      '[new FS("data").Exists("new"), new FS("data").IsFile("new"), new FS("data").Exists("old")]',
      [true, false, false],
    ],
    [
      '(new FS("data").Move("new/two.txt", "new/three.txt"), new FS("data").ReadDir("/", true))',
      ['/new', '/new/three.txt', '/notes', '/notes/one.txt'],
    ],
    ['(new FS("data").RemoveAll("new"), new FS("data").Exists("new/three.txt"))', false],
    ['["BaseName", "DirName", "ExtName"].map((name) => new FS("data")[name]("a/b.txt"))', ['b.txt', '/a', 'txt']],
  ])('has the data folder of the application: %s', async (code, value) => {
    expect(await evaluate(code)).toEqual(value);
  });

  it.each([
    ['new FS("data").ReadFile("../.env")', 'FS("data").ReadFile: "../.env" is outside of the data folder'],
    ['new FS("data").ReadFile("link/secret.txt")', '"link/secret.txt" is outside of the data folder'],
    ['new FS("data").WriteFile("link/secret.txt", "x")', '"link/secret.txt" is outside of the data folder'],
    ['new FS("data").WriteFile("dangling", "x")', '"dangling" is outside of the data folder'],
    ['new FS("data").Copy("notes/one.txt", "../one.txt")', '"../one.txt" is outside of the data folder'],
    [
      'new FS("app").ReadFile(".env")',
      'FS("app").ReadFile: scripts can only use the data folder of the application here',
    ],
    ['Process("fs.app.ReadFile", ".env")', 'scripts can only use the data folder of the application here'],
    ['new FS("data").Zip("notes", "notes.zip")', 'FS("data").Zip is not available here; available: Exists, IsDir'],
    ['new FS("data").Remove("notes")', '/notes is not empty'],
    ['new FS("data").RemoveAll("/")', 'the data folder itself cannot be removed'],
  ])('has nothing else, and says so: %s', async (code, message) => {
    await expect(evaluate(code)).rejects.toThrow(message);
    expect(readFileSync(path.join(workspace.root, 'elsewhere/secret.txt'), 'utf8')).toBe('hidden');
    expect(existsSync(path.join(workspace.root, 'nowhere'))).toBe(false);
  });
});

describe('other names of the engine', () => {
  it.each<[string, Json]>([
    ['Process("model.list")', [{ id: 'bread', name: 'Bread', description: 'What is sold' }]],
    ['Process("model.list", { columns: true })[0].columns.kind.type', 'string'],
    ['Process("model.dsl", "Bread", { metadata: true }).metadata.columns.length', 2],
    ['[Process("model.exists", "bread"), Process("model.exists", "cake")]', [true, false]],
    [
      '(new Store("l").Push("k", 1, 2, 3), new Store("l").Pop("k", 1), new Store("l").AddToSet("k", 2, 4), new Store("l").ArrayAll("k"))',
      [1, 2, 4],
    ],
    ['(new Store("m").Push("k", 1, 2, 1), new Store("m").Pull("k", 1), new Store("m").ArrayGet("k", 0))', 2],
    [
      '(new Store("n").Push("k", 1, 2, 3, 4), new Store("n").PullAll("k", 1, 9), new Store("n").ArrayPage("k", 2, 2))',
      [4],
    ],
    ['(new Store("o").Push("k", 1, 2), new Store("o").ArraySet("k", 1, 7), new Store("o").ArraySlice("k", 1, 5))', [7]],
    ['[new Store("p").ArrayLen("k"), new Store("p").Has("k")]', [0, false]],
    [
      '(Process("models.bread.Save", { kind: "dark" }), new Query("default").First({ select: ["kind as title"], from: "bread", wheres: [{ ":kind": "its kind", "=": "dark" }] }))',
      { title: 'dark' },
    ],
    ['(new Store("a").Set("k", 1), new Store("a").Incr("k"), new Store("a").Get("k"))', 2],
  ])('are there: %s', async (code, value) => {
    expect(await evaluate(code)).toEqual(value);
  });

  it.each([
    ['new Store("a").Shift("k", 1)', 'Shift is not available here: memory and stores have Get, Set'],
    ['(new Store("q").Set("k", "text"), new Store("q").Pop("k", 1))', 'Pop("k"): the stored value is not a list'],
    ['new Store("r").Pop("k", 1)', 'the list is empty'],
    ['Process("model.dsl", "bred")', 'there is no model "bred" below models; did you mean "bread"?'],
    ['new Query("default").Get({})', 'Query over models in memory: '],
    ['new Query("default").Get({ select: [":COUNT(id)"], from: "bread" })', '":COUNT(id)" is not a column'],
    ['new Query("default").Get({ select: ["id"], from: "cake" })', 'there is no model with the table "cake"'],
    ['new Query("default").Lint({ select: ["id"], from: "bread" })', 'Query.Lint is not available here'],
    ['new Job()', 'Job needs the Yao engine'],
  ])('are errors, and never absent: %s', async (code, message) => {
    await expect(evaluate(code)).rejects.toThrow(message);
  });
});

describe('$L', () => {
  it.each<[string, Json]>([
    ['$L("Bread")', 'Loaf'],
    ['$L("::Bread")', 'Loaf'],
    ['[$L("Count"), $L("Empty")]', ['7', '']],
    ['[$L("Cake"), $L("::Cake"), $L("Flour"), $L("toString")]', ['Cake', 'Cake', 'Flour', 'toString']],
    ['[$L(5), $L(null), $L({ a: 1 }), typeof $L()]', [5, null, { a: 1 }, 'undefined']],
  ])('has the global words of the language, and else the text itself: %s', async (code, value) => {
    expect(await evaluate(code)).toEqual(value);
  });

  it.each([
    ['zh-CN', '面包'],
    ['en-us', 'Loaf'],
    ['nl-nl', 'Bread'],
  ])('speaks the language of a test: %s', async (locale, word) => {
    expect(await wordIn(locale)).toBe(word);
  });

  it('speaks the language of the one who asks, and the one that a hook chose', async () => {
    expect((await workspace.ask('desk', 'hi')).next).toBe('面包');
  });

  it.each([
    ['fr-fr', /langs\/fr-fr\/global\.yml: "Deep" must be a text/],
    ['de-de', /langs\/de-de\/global\.yml:\d+:\d+: broken YAML/],
  ])('fails by the file that cannot be read: %s', async (locale, message) => {
    await expect(wordIn(locale)).rejects.toThrow(message);
  });
});

describe('tests beside the script of a page', () => {
  it('call it as the browser and the page do', async () => {
    const { failed, passed } = await test('TestCalls');
    expect(failed).toEqual([]);
    expect(passed).toHaveLength(6);
  });

  it('fail by the name of what is not there', async () => {
    await expect(test('TestMissing')).rejects.toThrow(
      /home\.backend\.ts has no function "ApiGat"; it has ApiGet, Draw, ApiFail\. Did you mean "ApiGet"\?/,
    );
    await expect(test('TestBare', 'bare')).rejects.toThrow('there is no bare.backend.ts beside its test');
  });
});
