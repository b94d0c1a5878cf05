import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write('runner.config.json', {
    agents: {
      echo: moduleEcho,
      judge: { type: 'scripted', rules: [{ answer: { passed: false, reason: 'too short' } }] },
    },
  });
  workspace.write('assistants/echo/src/setup.ts', 'export const ready = (ctx) => ({ user: ctx.authorized.user_id });');
  workspace.write('assistants/echo/src/setup_test.ts', setupTest);
  workspace.write('assistants/echo/src/deep/tools_test.ts', 'export const TestDeep = (t) => t.assert.True(true);');
  workspace.write(
    'scripts/checks_test.ts',
    'function TestShared(t, ctx) { t.log(ctx.chat_id); t.assert.NotNil(ctx.chat_id); }',
  );
  workspace.write('assistants/echo/src/empty_test.ts', '// function TestNothing(t) {}');
  workspace.write('assistants/echo/src/broken_test.ts', 'function TestIt(t) {\n  t.log(;\n}');
  workspace.write('assistants/echo/src/env_test.ts', envTest);
  workspace.write('assistants/echo/tests/good.jsonl', [
    { id: 'A', input: 'a' },
    { id: 'B', input: 'who' },
  ]);
  workspace.write('assistants/echo/tests/ctx.json', {
    chat_id: 'CH',
    authorized: { user_id: 'ctx-user', team_id: 'ctx-team', constraints: { owner_only: true } },
    metadata: { mode: 'test' },
    client: { type: 'web', ip: '1.2.3.4' },
    locale: 'zh-cn',
    referer: 'api',
  });
});
afterAll(() => workspace.remove());

const setupTest = `import { ready } from './setup';

export function TestReady(t: any, ctx: any) {
  t.log('user', ready(ctx).user);
  t.assert.Equal(ready(ctx).user, ctx.user_id, 'the user');
}

export async function TestWrong(t: any) {
  t.assert.Equal({ state: 'busy' }, { state: 'ready' }, 'State should be ready');
  t.assert.Agent('Hi', 'judge', { criteria: 'long' });
}

const TestThrows = () => { throw new Error('boom'); };

function TestSkipped(t: any) { t.skip('no database'); }

function TestLoop() { for (;;); }
`;

const envTest = `
export function BeforeAll(ctx, cases) {
  console.log('before all', cases.map((one) => one.id).join(), ctx.authorized.user_id);
  return { data: { database: 'test' } };
}
export function AfterAll(ctx, results, data) {
  console.log('after all', results.map((one) => one.id + ' ' + one.status).join(), data.database);
}
export function Broken() { throw new Error('no database'); }
export function Loops() { for (;;); }
export function Dozes() { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); }
`;

const run = (...args: string[]) => runCli(['test', ...args], { cwd: workspace.root });
const readJson = (file: string) => JSON.parse(readFileSync(path.join(workspace.root, file), 'utf8'));

describe('script tests', () => {
  it('are run by the name of their script, one case per function, in the order of the file', async () => {
    const { code, stdout, stderr } = await run('scripts.echo.setup', '--timeout', '4s', '-o', 'out/scripts.json');
    expect(stderr.trim()).toBe('turntree: exit 1: 1 failed, 1 error, 1 timeout');
    expect(code).toBe(1);
    expect(stdout).toContain('► [TestReady] PASSED');
    expect(stdout).toContain('► [TestSkipped] SKIPPED (no database)');
    expect(stdout).toContain('State should be ready: expected');
    expect(stdout).toContain('assistants/echo/src/setup_test.ts:9:12');
    expect(stdout).toContain('boom (assistants/echo/src/setup_test.ts:13:');
    const report = readJson('out/scripts.json');
    expect(report.summary).toMatchObject({ total: 5, passed: 1, failed: 1, errors: 1, timeouts: 1, skipped: 1 });
    expect(report.results.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)).toEqual([
      'TestReady passed',
      'TestWrong failed',
      'TestThrows error',
      'TestLoop timeout',
    ]);
    expect(report.skipped).toMatchObject([{ id: 'TestSkipped', reason: 'no database' }]);
    expect(report.results[0]).toMatchObject({ id: 'TestReady', logs: ['user test-user'] });
    expect(report.results[1]).toMatchObject({
      kind: 'script',
      assertions: [
        {
          type: 'Equal',
          status: 'failed',
          expected: { state: 'ready' },
          actual: { state: 'busy' },
          place: 'assistants/echo/src/setup_test.ts:9:12',
        },
        {
          type: 'Agent',
          status: 'failed',
          place: 'assistants/echo/src/setup_test.ts:10:12',
          agent_validation: { passed: false, reason: 'too short', criteria: 'long' },
        },
      ],
    });
  });

  it('can be chosen by their names, and print what they log with -v', async () => {
    const { code, stdout } = await run('scripts.echo.setup', '--run', 'TestReady', '-v', '--no-output');
    expect(code).toBe(0);
    expect(stdout).toContain('└─ test: user test-user');
    expect(stdout).not.toContain('TestWrong');
  });

  it.each([
    ['scripts.echo.deep.tools', 'TestDeep'],
    ['scripts.checks', 'TestShared'],
    ['assistants/echo/src/deep/tools_test.ts', 'TestDeep'],
  ])('are found as %s', async (reference, test) => {
    const { code, stdout, stderr } = await run(reference, '--no-output');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`[${test}] PASSED`);
  });

  it.each([
    [
      'scripts.echo.setpu',
      /no such tests; looked for assistants\/echo\/src\/setpu_test\.ts, scripts\/echo\/setpu_test\.ts \(or \.js\) in .*\. Did you mean scripts\.echo\.setup\?/,
    ],
    ['scripts.echo.empty', /assistants\/echo\/src\/empty_test\.ts has no test functions/],
    ['scripts.echo.broken', /assistants\/echo\/src\/broken_test\.ts:2:9: Unexpected ";"/],
  ])('%s says what is wrong', async (reference, message) => {
    const { code, stderr } = await run(reference, '--no-output');
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  it('are listed without being run', async () => {
    const { stdout } = await runCli(['list', 'scripts.echo.setup'], { cwd: workspace.root });
    expect(stdout.split('\n')[0]).toMatch(/^TestReady\s+script\s+assistants\/echo\/src\/setup_test\.ts:3\s*$/);
    const dry = await run('scripts.echo.setup', '--dry-run', '--case', 'TestLoop');
    expect(JSON.parse(dry.stdout)).toEqual({ id: 'TestLoop', script: 'assistants/echo/src/setup_test.ts:17' });
  });
});

describe('--before and --after', () => {
  const suite = 'assistants/echo/tests/good.jsonl';

  it('call functions around all cases', async () => {
    const hooks = ['--before', 'env_test.BeforeAll', '--after', 'env_test.AfterAll'];
    const { code, stdout } = await run(suite, ...hooks, '-v', '--no-output');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /hook before all: before all A,B test-user\n[\s\S]*hook after all: after all A passed,B passed test/,
    );
  });

  it('end a run that cannot begin, and say so', async () => {
    const { code, stdout, stderr } = await run(suite, '--before', 'env_test.Broken', '--no-output');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /turntree: exit 1: the BeforeAll hook failed: no database \(assistants\/echo\/src\/env_test\.ts:\d+:/,
    );
    expect(stdout).toContain('[A] a SKIPPED (the BeforeAll hook failed: no database');
  });

  it('name the line in which they loop when their time is up', async () => {
    const loop =
      /the (?:BeforeAll|AfterAll) hook failed: timeout after 4s: waiting for the hook, still running at assistants\/echo\/src\/env_test\.ts:1[01]:\d+/;
    const options = ['--timeout', '4s', '--no-output'];
    expect((await run(suite, '--before', 'env_test.Loops', ...options)).stderr).toMatch(loop);
    expect((await run(suite, '--after', 'env_test.Dozes', ...options)).stdout).toMatch(loop);
  });
});

describe('--ctx', () => {
  const ctx = ['--ctx', 'assistants/echo/tests/ctx.json'];

  it('says who talks to the agent, unless flags or the case say otherwise', async () => {
    const suite = 'assistants/echo/tests/good.jsonl';
    await run(suite, ...ctx, '-t', 'flag-team', '-o', 'out/ctx.json');
    const report = readJson('out/ctx.json');
    expect(report.results[1].output).toBe('ctx-user of flag-team');
    expect(report.environment).toMatchObject({
      user_id: 'ctx-user',
      team_id: 'flag-team',
      locale: 'zh-cn',
      client_type: 'web',
      client_ip: '1.2.3.4',
      referer: 'api',
      chat_id: 'CH',
      authorized: { constraints: { owner_only: true } },
      metadata: { mode: 'test' },
    });
  });

  it('reaches script tests', async () => {
    const { stdout } = await run('scripts.checks', ...ctx, '-v', '--no-output', '--runs', '2');
    expect(stdout.match(/test: .*/g)).toEqual(['test: CH', 'test: CH']);
  });

  it('is refused with every problem and its place', async () => {
    workspace.write('bad.json', '{\n  "authorised": {},\n  "client": { "ip": 5 }\n}');
    const { code, stderr } = await run('assistants/echo/tests/good.jsonl', '--ctx', 'bad.json');
    expect(code).toBe(1);
    expect(stderr).toContain('turntree: the context has 2 problems; nothing was run');
    expect(stderr).toContain('bad.json:2:3: unknown key "authorised" (did you mean "authorized"?)');
    expect(stderr).toContain('bad.json:3:21: "client.ip" must be a text, not the number 5');
  });
});
