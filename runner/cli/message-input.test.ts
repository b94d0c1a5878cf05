import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', {
    agents: {
      echo: scriptedEcho,
      caller: { type: 'module', path: 'caller.ts' },
    },
  });
  workspace.write(
    'caller.ts',
    "export default () => ({ content: 'done', tool_calls: [{ tool: 'find', arguments: { a: 1 }, result: 'found' }] });\n",
  );
  workspace.write('assistants/echo/tests/notes/readme.txt', 'x');
  workspace.write('assistants/echo/tests/cases.jsonl', [{ id: 'A', input: 'a' }]);
});
afterAll(() => workspace.remove());

const inFolder = (folder: string, ...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args], { cwd: path.join(workspace.root, folder) });

describe('a message', () => {
  it.each(['assistants/echo', 'assistants/echo/tests/notes'])(
    'goes to the agent whose folder %s is or lies in',
    async (folder) => {
      expect(await inFolder(folder, '-i', 'Extract keywords: what is this about?')).toEqual({
        code: 0,
        stdout: 'echo: Extract keywords: what is this about?\n',
        stderr: '',
      });
    },
  );

  it('leaves what the agent called on standard error, and writes reports on request only', async () => {
    const { code, stdout, stderr } = await inFolder('.', '--message', 'hello', '-n', 'caller', '-o', 'said.json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
    expect(stderr).toContain('tool find({"a":1}) → "found"');
    const { results } = JSON.parse(readFileSync(path.join(workspace.root, 'said.json'), 'utf8'));
    expect(results).toMatchObject([{ id: 'T001', status: 'passed', input: 'hello', output: 'done' }]);
  });

  it.each(['What is 2 * 3?', 'Is it a/b or c/d?', 'Hello!', 'agents: who are they?', ' a/b'])(
    'may be %j',
    async (text) => {
      expect(await inFolder('assistants/echo', text)).toMatchObject({ code: 0, stdout: `echo: ${text}\n` });
    },
  );

  it.each([
    ...['gone.jsonl', 'cases.josnl', 'tests/gone', 'a/b?', 'gone/*.jsonl', 'see data.json', 'README.md'],
    ...['gone_test.ts', 'hello', 'scripts', '1.5', 'really?'],
  ])('is not %j, which may be a path', async (text) => {
    const { code, stdout, stderr } = await inFolder('assistants/echo', text);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/does not exist|no case file matches/);
  });

  it('may be one word when the command names who is asked, and nothing has a name like it', async () => {
    expect(await inFolder('.', 'hello', '-n', 'echo')).toMatchObject({ code: 0, stdout: 'echo: hello\n' });
    for (const word of ['assistant', 'hello.txt', 'a/b', 'hello*']) {
      expect(await inFolder('.', word, '-n', 'echo'), word).toMatchObject({ code: 1, stdout: '' });
    }
  });

  it('is told from a mistyped name, which comes with the one that was meant', async () => {
    const { stderr } = await inFolder('assistants/echo/tests', 'cases.josnl');
    expect(stderr.split('\n')).toEqual([
      'turntree: cases.josnl does not exist',
      `  looked for ${path.join(workspace.root, 'assistants/echo/tests/cases.josnl')}`,
      '  did you mean cases.jsonl?',
      '  To send one word as a message, use --message: turntree test --message cases.josnl',
      '',
    ]);
    const folder = await inFolder('.', 'assistants/ecko/');
    expect(folder.stderr).toContain('did you mean assistants/echo?');
    expect((await inFolder('.', 'assistants/echo/tests/cases')).stderr).toContain('tests/cases.jsonl?');
  });

  it('is told from the words of a folder', async () => {
    workspace.write('my-tests/cases.jsonl', [{ id: 'a', input: 'x' }]);
    const { code, stderr } = await inFolder('.', 'my tests', '-n', 'echo');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('did you mean my-tests?') });
    expect(await inFolder('.', 'my testes', '-n', 'echo')).toMatchObject({ code: 0, stdout: 'echo: my testes\n' });
  });

  it.each(['hello', 'cases.josnl', 'assistants/echo', '*', ' '])('is what --message says: %j', async (text) => {
    const { code, stdout, stderr } = await inFolder('assistants/echo', '--message', text);
    if (text === ' ') expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is empty') });
    else expect({ code, stdout }).toEqual({ code: 0, stdout: `echo: ${text}\n` });
  });

  it('stands alone', async () => {
    const { code, stderr } = await inFolder('assistants/echo', 'tests', '--message', 'hello');
    expect(code).toBe(1);
    expect(stderr).toContain('two inputs: "tests" and --message "hello"; give one');
  });

  it('says where an agent was looked for when there is none', async () => {
    const { code, stderr } = await inFolder('.', '--message', 'hello');
    expect(code).toBe(1);
    expect(stderr).toContain('no agent found\n');
    expect(stderr).toContain('name one with -n: ');
  });
});
