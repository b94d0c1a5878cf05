import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systems } from '../extensions/registered/systems.ts';
import { neverAborted } from '../testing/model-request.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import type { Json } from '../values/index.ts';
import { createScriptHost } from './create-script-host.ts';

type Host = ReturnType<typeof createScriptHost>;
const hosts: Host[] = [];
const roots: string[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

async function createHost(files: Record<string, string>): Promise<Host> {
  const root = await createTemporaryWorkspace({ 'assistants/expense/package.yao': '{"name": "Expense"}', ...files });
  roots.push(root);
  const host = createScriptHost({ systems, root, variables: { CURRENCY: 'EUR' }, workers: { pingMs: 50 } });
  hosts.push(host);
  return host;
}

const inSuite = { baseDir: 'assistants/expense/tests', agentId: 'expense' };

function hook(
  host: Host,
  reference: string,
  values: Json[] = [],
  place: { baseDir: string; agentId: string } = inSuite,
) {
  return host.runHook({ reference, ...place, scope: 'case', phase: 'before', arguments: values }, neverAborted());
}

function check(host: Host, reference: string, values: Json[] = [], signal: AbortSignal = neverAborted()) {
  return host.runFunction({ reference, ...inSuite, arguments: values }, signal);
}

const envTest = `
  interface Context { user: string }
  function Before(ctx: Context, testCase: { id: string }) {
    return { data: { user: ctx.user, id: testCase.id, currency: process.env.CURRENCY } };
  }
  export const After = async () => { await Promise.resolve(); };
  const Plain = () => 'plain';`;

describe('hooks', () => {
  it.each([
    'env_test.Before',
    'src/env_test.Before',
    'src.env_test.Before',
    'env.Before',
    'scripts:env_test.Before',
    'scripts.env.Before',
    'env_test.ts.Before',
    'src/env_test/Before',
  ])('are found as %s, exported or not, and their data is unwrapped', async (reference) => {
    const host = await createHost({ 'assistants/expense/src/env_test.ts': envTest });
    expect(await hook(host, reference, [{ user: 'ada' }, { id: 'T1' }])).toEqual({
      user: 'ada',
      id: 'T1',
      currency: 'EUR',
    });
  });

  it('are what a file exports by default where its name is no name of a function', async () => {
    const host = await createHost({
      'assistants/expense/src/tests/validate-expense.ts': 'export default (output: string) => output.length > 2;',
    });
    expect(await check(host, 'scripts:tests.validate-expense', ['yes'])).toBe(true);
    await expect(check(host, 'scripts:tests.validate-trip')).rejects.toThrow(
      'script "scripts:tests.validate-trip" not found; looked for assistants/expense/src/tests/validate-trip.ts',
    );
  });

  it('may return nothing, or something without data', async () => {
    const host = await createHost({ 'assistants/expense/src/env_test.ts': envTest });
    expect(await hook(host, 'env_test.After')).toBeNull();
    expect(await hook(host, 'env_test.Plain')).toBe('plain');
  });

  it('belong to the folder above the case file, else to the agent, else to the workspace', async () => {
    const host = await createHost({
      'assistants/other/package.yao': '{"name": "Other"}',
      'assistants/other/src/env_test.ts': 'const Before = () => "other";',
      'assistants/expense/src/env_test.ts': 'const Before = () => "expense";',
      'src/env_test.ts': 'const Before = () => "workspace";',
    });
    expect(
      await hook(host, 'env_test.Before', [], { baseDir: 'assistants/other/tests/deep', agentId: 'expense' }),
    ).toBe('other');
    expect(await hook(host, 'env_test.Before', [], { baseDir: 'suites', agentId: 'assistants.expense' })).toBe(
      'expense',
    );
    expect(await hook(host, 'env_test.Before', [], { baseDir: 'suites', agentId: 'a-module' })).toBe('workspace');
  });

  it('keep what they set up between calls', async () => {
    const host = await createHost({
      'assistants/expense/src/env_test.ts':
        'const made = []; function Before() { made.push(1); } function After() { return made.length; }',
    });
    await hook(host, 'env_test.Before');
    await hook(host, 'env_test.Before');
    expect(await hook(host, 'env_test.After')).toBe(2);
  });

  it('are told from words in comments and names inside functions', async () => {
    const host = await createHost({
      'assistants/expense/src/env_test.ts':
        '// let in the function this const class of var new\nfunction Before() { const inner = () => 1; return inner(); }',
    });
    expect(await hook(host, 'env_test.Before')).toBe(1);
    await expect(hook(host, 'env_test.inner')).rejects.toThrow('has no function "inner"; it has Before');
  });

  it('fail with the words and the line of the source', async () => {
    const host = await createHost({
      'assistants/expense/src/env_test.ts':
        'type Nothing = undefined;\n\nasync function Before() {\n  throw new Error("no database");\n}',
    });
    await expect(hook(host, 'env_test.Before')).rejects.toThrow('no database (assistants/expense/src/env_test.ts:4:9)');
  });
});

describe('script assertions', () => {
  it('are found in the agent and in the scripts of the workspace; the agent comes first', async () => {
    const host = await createHost({
      'assistants/expense/src/checks.ts':
        'export function Check(output, input, value) { return { pass: output === value, message: input }; }',
      'scripts/checks.ts': 'export function Check() { return false; }',
      'scripts/deep/more.js': 'export const Check = () => true;',
    });
    expect(await check(host, 'scripts.checks.Check', ['a', 'b', 'a'])).toEqual({ pass: true, message: 'b' });
    expect(await check(host, 'scripts:checks.Check', ['a', 'b', 'c'])).toEqual({ pass: false, message: 'b' });
    expect(await check(host, 'scripts.deep.more.Check')).toBe(true);
  });

  it('that loop for ever end with their deadline, and the next one runs', async () => {
    const host = await createHost({
      'scripts/checks.ts': 'export function Loop() { for (;;); }\nexport function Check() { return true; }',
    });
    const stop = new AbortController();
    const looped = expect(check(host, 'scripts.checks.Loop', [], stop.signal)).rejects.toThrow('deadline');
    setTimeout(() => stop.abort(new Error('deadline')), 20);
    await looped;
    expect(await check(host, 'scripts.checks.Check')).toBe(true);
  });

  it('that exit fail alone', async () => {
    const host = await createHost({
      'scripts/checks.ts': 'export function Exit() { process.exit(4); }\nexport function Check() { return true; }',
    });
    const outcomes = await Promise.allSettled([
      check(host, 'scripts.checks.Exit'),
      check(host, 'scripts.checks.Check'),
    ]);
    expect(outcomes).toMatchObject([
      {
        status: 'rejected',
        reason: { message: expect.stringMatching(/^process\.exit\(4\) was called \(scripts\/checks\.ts:1:\d+\)$/) },
      },
      { status: 'fulfilled', value: true },
    ]);
  });
});

describe('a function that ends badly', () => {
  it.each([
    ['a text', '"no luck"', 'no luck (in Fail, scripts/checks.ts:2)'],
    ['an object', '{ code: 7 }', 'threw { code: 7 } (in Fail, scripts/checks.ts:2)'],
    ['null', 'null', 'threw null (in Fail, scripts/checks.ts:2)'],
    ['undefined', 'undefined', 'threw undefined (in Fail, scripts/checks.ts:2)'],
    ['a circle', 'circle', 'threw <ref *1> { self: [Circular *1] } (in Fail, scripts/checks.ts:2)'],
  ])('by throwing %s is told with that and its line', async (_what, thrown, message) => {
    const host = await createHost({
      'scripts/checks.ts': `const circle: any = {}; circle.self = circle;\nexport const Fail = () => { throw ${thrown}; };`,
    });
    await expect(check(host, 'scripts.checks.Fail')).rejects.toThrow(message);
  });

  it('for lack of memory is told with its line, and the next one runs', async () => {
    const root = await createTemporaryWorkspace({
      'scripts/checks.ts':
        'export const Check = () => true;\nfunction Hoard() { const all = []; for (;;) all.push(new Array(1e6).fill(1)); }',
    });
    const host = createScriptHost({ systems, root, workers: { memoryMb: 64 } });
    hosts.push(host);
    await expect(check(host, 'scripts.checks.Hoard')).rejects.toThrow(
      'script "scripts.checks.Hoard" (scripts/checks.ts:2) ended during the call: it ran out of memory (limit 64 MB)',
    );
    expect(await check(host, 'scripts.checks.Check')).toBe(true);
  });
});

describe('a script that cannot be run', () => {
  it.each([
    ['has no file', 'scripts.nowhere.Check', /looked for assistants\/expense\/src\/nowhere\.ts, scripts\/nowhere\.ts/],
    [
      'has no such function',
      'scripts.checks.Chek',
      /checks\.ts has no function "Chek"; it has Check\. Did you mean "Check"\?/,
    ],
    ['names no function', 'checks', /does not name a module and a function/],
    ['names something that is not a function', 'scripts.checks.value', /has no function "value"/],
  ])('%s', async (_what, reference, message) => {
    const host = await createHost({ 'assistants/expense/src/checks.ts': 'function Check() {}\nconst value = 3;' });
    await expect(check(host, reference)).rejects.toThrow(message);
    await expect(check(host, reference)).rejects.toMatchObject({ kind: 'configuration' });
  });

  it('is a link out of the workspace, but not a link within it', async () => {
    const outside = await createTemporaryWorkspace({ 'away.ts': 'export const Check = () => true;' });
    const host = await createHost({ 'shared/near.ts': 'export const Check = () => true;', 'scripts/own.ts': '' });
    const [root = ''] = roots.slice(-1);
    symlinkSync(path.join(outside, 'away.ts'), path.join(root, 'scripts/away.ts'));
    symlinkSync(outside, path.join(root, 'scripts/folder'));
    symlinkSync(path.join(root, 'shared/near.ts'), path.join(root, 'scripts/near.ts'));
    const words = 'is a link that leads out of the workspace: scripts/';
    await expect(check(host, 'scripts.away.Check')).rejects.toThrow(`${words}away.ts`);
    await expect(check(host, 'scripts.folder.away.Check')).rejects.toThrow(`${words}folder/away.ts`);
    expect(await check(host, 'scripts.near.Check')).toBe(true);
  });

  it('looks for hooks in their own places', async () => {
    const host = await createHost({});
    await expect(hook(host, 'env.Before')).rejects.toThrow(
      /looked for assistants\/expense\/src\/env_test\.ts, assistants\/expense\/src\/env\.ts/,
    );
  });
});
