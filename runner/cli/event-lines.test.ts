import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEventSchema } from '../contract/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('assistants/echo/tests/two.jsonl', [
    { id: 'A', input: 'hello', assert: { type: 'contains', value: 'hello' } },
    { id: 'B', input: 'bye', assert: { type: 'contains', value: 'hello' } },
  ]);
});
afterAll(() => workspace.remove());

const run = (...args: string[]) => runCli(['test', ...args, '--no-history', '--no-output'], { cwd: workspace.root });

function eventsIn(stdout: string) {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
}

describe('turntree test --json', () => {
  it('prints every event of the run as a line, in order, and nothing else on standard output', async () => {
    const { code, stdout, stderr } = await run('assistants/echo/tests/two.jsonl', '--json');
    const events = eventsIn(stdout);
    expect(code).toBe(1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(events[0]?.type).toBe('run.started');
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'failed', exitCode: 1 });
    const finished = events.flatMap((event) => (event.type === 'case.finished' ? [event.result] : []));
    expect(finished.map(({ id, status }) => [id, status])).toEqual([
      ['A', 'passed'],
      ['B', 'failed'],
    ]);
    // Progress messages for people are printed to standard error.
    expect(stderr).toContain('► [A] hello PASSED');
  });

  it('writes no report that nobody asked for, as standard output has the result', async () => {
    const tests = 'assistants/echo/tests';
    const args = ['test', `${tests}/two.jsonl`, '-q', '--no-history'];
    for (const flags of [['--json'], ['--format', 'json']]) await runCli([...args, ...flags], { cwd: workspace.root });
    expect(readdirSync(path.join(workspace.root, tests))).toEqual(['two.jsonl']);
    await runCli(args, { cwd: workspace.root });
    expect(readdirSync(path.join(workspace.root, tests))).toHaveLength(2);
  });

  it('prints the answer to a message in events only', async () => {
    const { code, stdout } = await run('hello there', '-n', 'echo', '--json', '-q');
    const answers = eventsIn(stdout).flatMap((event) => (event.type === 'case.finished' ? [event.result.output] : []));
    expect([code, answers]).toEqual([0, ['echo: hello there']]);
  });

  it('prints what a refused run has to say on standard error', async () => {
    const { code, stdout, stderr } = await run('hello there', '-n', 'nobody', '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('agent "nobody" not found');
  });

  it.each([
    [['--dry-run'], '--dry-run runs nothing'],
    [['--format', 'json'], '--json and --format json both print on standard output'],
  ])('is refused with %j', async (flags, message) => {
    const { code, stdout, stderr } = await run('assistants/echo/tests/two.jsonl', '--json', ...flags);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('turntree test --locale', () => {
  const reportedLocale = async (...flags: string[]) => {
    const { stdout } = await run('hello there', '-n', 'echo', '--json', '-q', ...flags);
    const [started] = eventsIn(stdout);
    return started?.type === 'run.started' ? started.environment.locale : undefined;
  };

  it('tells the agent a language: the flag before the context file before the default', async () => {
    workspace.write('context.json', { locale: 'de-de' });
    expect(await reportedLocale()).toBe('en-us');
    expect(await reportedLocale('--ctx', 'context.json')).toBe('de-de');
    expect(await reportedLocale('--ctx', 'context.json', '--locale', 'zh-cn')).toBe('zh-cn');
  });

  it('refuses what is no locale', async () => {
    const { code, stderr } = await run('hello there', '-n', 'echo', '--locale', 'in English');
    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      'turntree: --locale takes a locale such as en-us or zh-cn, got "in English"',
    ]);
  });

  it('is repeated by the command for the failures', async () => {
    const { stdout } = await run('assistants/echo/tests/two.jsonl', '--locale', 'zh-cn');
    expect(stdout).toContain('two.jsonl --locale zh-cn --case B');
  });
});

describe('@file', () => {
  it.each([
    ['@assistants/echo/tests/two.jsonl', 2],
    ['@assistants/echo/tests', 2],
    ['@assistants/echo/tests/cases.txt', 1],
  ])('%s is the file behind the @, whatever it is called', async (input, cases) => {
    workspace.write('assistants/echo/tests/cases.txt', '{"id": "C", "input": "hello"}\n');
    const { stdout } = await run(input, '--dry-run');
    expect(stdout.trimEnd().split('\n')).toHaveLength(cases);
  });

  it('is read by lint, too', async () => {
    const { code, stderr } = await runCli(['lint', '@assistants/echo/tests/two.jsonl'], { cwd: workspace.root });
    expect([code, stderr]).toEqual([0, 'turntree: no problems in 1 file, 2 cases\n']);
  });

  it.each([
    ['@gone.jsonl', '@gone.jsonl does not exist'],
    ['@', 'no file name after the @: write @'],
  ])('%s is an error, and never a message', async (input, message) => {
    const { code, stderr } = await run(input, '-n', 'echo');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain('To send a message that begins with @, put a space in front of it.');
  });

  it('may begin a message of several words', async () => {
    expect((await run('@ada: are you there?', '-n', 'echo')).stdout).toBe('echo: @ada: are you there?\n');
  });
});
