import { rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('connectors/cloud.conn.yao', { type: 'openai', options: { model: 'm', key: '$ENV.NO_SUCH_KEY' } });
  workspace.write('connectors/torn.conn.yao', '{');
  workspace.write(
    'assistants/echo/src/checks.ts',
    'export function Polite(output) { return output.includes("please"); }\n',
  );
  workspace.write('assistants/echo/tests/files/here.png', 'x');
  workspace.write('assistants/echo/tests/good.jsonl', [
    {
      id: 'all-known',
      input: { role: 'user', content: [{ type: 'image', source: 'file://files/here.png' }] },
      options: { connector: 'cloud' },
      assert: [
        { type: 'agent', use: 'agents:simulator', value: 'polite' },
        { type: 'script', script: 'scripts.checks.Polite' },
      ],
    },
    {
      id: 'talk',
      simulator: 'assistants.simulator',
      checkpoints: [{ id: 'c', assert: { type: 'contains', value: 'x' } }],
    },
  ]);
  workspace.write('assistants/echo/tests/output-20260101000000.jsonl', '{"type":"start"}\n');
  workspace.write('reports/mine.jsonl', '{"type":"start"}\n{"type":"result"}\n');
  workspace.write('node_modules/x/cases.jsonl', 'not a case');
  workspace.write('.hidden/cases.jsonl', 'not a case');
});
afterAll(() => workspace.remove());

const lint = (...args: string[]): Promise<CliResult> => runCli(['lint', ...args], { cwd: workspace.root });
const lastLine = ({ stderr }: CliResult) => stderr.trim().split('\n').at(-1);

describe('turntree lint', () => {
  it('finds nothing in sound files, and looks at no reports, packages or hidden folders', async () => {
    const result = await lint('assistants');
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(lastLine(result)).toBe('turntree: no problems in 1 file, 2 cases');
    expect(lastLine(await lint())).toBe('turntree: no problems in 1 file, 2 cases');
    expect(lastLine(await runCli(['lint', '-a', workspace.root], { cwd: path.dirname(workspace.root) }))).toBe(
      'turntree: no problems in 1 file, 2 cases',
    );
  });

  it.each(['gone', 'gone.jsonl', 'gone/cases.jsonl', 'gone twice'])('says that %s is not there', async (name) => {
    for (const paths of [[name], ['assistants', name]]) {
      const { code, stdout, stderr } = await lint(...paths);
      const message = `turntree: ${name} does not exist\n  looked for ${path.join(workspace.root, name)}\n`;
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: message });
    }
  });

  it('reads script tests, named or in a folder, with or without cases beside them', async () => {
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': '{"agents": {"desk": {"type": "module", "path": "gone.mjs"}}}',
      'src/sum_test.ts': 'export function TestSum(t) {\n  t.assert.Equal(1 + 1, 2);\n}\n',
    });
    const counts = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCli(['lint', ...args], { cwd });
      return [code, stdout, stderr.trim()];
    };
    const sound = [0, '', 'turntree: no problems in 1 file, 1 case'];
    expect(await counts('src/sum_test.ts')).toEqual([1, expect.stringContaining('gone.mjs'), expect.any(String)]);
    await writeFile(path.join(cwd, 'runner.config.json'), '{}');
    for (const args of [['src/sum_test.ts'], ['src'], ['.'], []]) expect(await counts(...args)).toEqual(sound);
    await writeFile(
      path.join(cwd, 'a.jsonl'),
      '{"id": "a", "input": "Hi", "assert": {"type": "contains", "value": "a"}}',
    );
    expect((await counts()).at(-1)).toContain('in 2 files, 2 cases');
    await writeFile(path.join(cwd, 'src/sum_test.ts'), 'export function TestSum(t) {\n  t.assert.Equal(1 + , 2);\n}\n');
    expect(await counts('src')).toEqual([
      1,
      'src/sum_test.ts:2:22: Unexpected ","\n',
      'turntree: 1 error in 1 file, 0 cases',
    ]);
    await writeFile(path.join(cwd, 'src/sum_test.ts'), 'export function testSum(t) {}\n');
    expect((await counts('src/sum_test.ts'))[1]).toMatch(/^src\/sum_test\.ts:1:1: testSum has a parameter t but would/);
    await writeFile(path.join(cwd, 'src/sum_test.ts'), 'export function sum() {}\n');
    expect((await counts('src/sum_test.ts'))[1]).toMatch(/^src\/sum_test\.ts:1:1: the file has no test functions; /);
  });

  it('looks at the agents of a workspace that has no cases yet', async () => {
    const cwd = await createTemporaryWorkspace({
      'app.yao': '{"name": "App"}',
      'assistants/torn/package.yao': '{"name": ',
    });
    for (const args of [[], ['.']]) {
      const result = await runCli(['lint', ...args], { cwd });
      expect(result).toMatchObject({ code: 1, stdout: expect.stringMatching(/^assistants\/torn\/package\.yao:1:/) });
      expect(result.stderr).toBe(
        'turntree: warning: no case files were found; only the config and the agents were checked\nturntree: 1 error in 0 files, 0 cases\n',
      );
    }
  });

  it('names tests that it cannot check where there are no case files', async () => {
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { desk: { type: 'scripted', rules: [{ answer: 'seven' }] } } }),
      'tests/talk.test.ts': "import { conversation } from 'turntree/vitest';\n",
      'scripts/totals.mjs': 'export function Many({ count }) {\n  return [];\n}\n',
      'scripts/other.mjs': 'export function One(output) {\n  return true;\n}\n',
    });
    expect((await runCli(['lint'], { cwd })).stderr).toContain(
      'only the config and the agents were checked, not tests in Vitest (tests/talk.test.ts) and generated cases (scripts/totals.mjs)\n',
    );
  });

  it('checks the tests beside a named agent without tests, and the judge of its answers', async () => {
    const model = (name: string) =>
      `  - {name: ${name}, vendor: openai, model_ref: gpt-${name}, key_var: OPENAI_API_KEY}`;
    const cwd = await createTemporaryWorkspace({
      'config.yml': ['databases: []', 'models:', model('fast'), model('judge')].join('\n'),
      'desk.agent.yml': 'model: fast\nsystem_instructions: We open at 9.\n',
      'desk.agent.test.yml':
        'target: desk.agent.yml\ncases:\n  - {name: opening, prompt: When do you open?, expected: At 9}\n',
      'lost.agent.yml': 'model: judge\nsystem_instructions: We open at 9.\n',
    });
    const variables = { OPENAI_API_KEY: 'key' };
    expect(await runCli(['lint', 'desk.agent.yml'], { cwd, variables })).toMatchObject({
      code: 0,
      stdout:
        'desk.agent.test.yml:3:1: warning: the judge uses the model of the agent that it judges (fast); models prefer their own answers\n',
    });
    expect((await runCli(['lint', 'lost.agent.yml'], { cwd, variables })).stdout).toContain('the file has no tests');
  });

  it('reports what the loader reports, with places, and warnings beside errors', async () => {
    workspace.write('wrong/shape.jsonl', '{"id": "A", "Input": "a"}\n\n{"id": "A", "input": "a", "asert": 1}\n');
    const result = await lint('wrong/shape.jsonl');
    expect(result.code).toBe(1);
    expect(result.stdout.trim().split('\n')).toEqual([
      'wrong/shape.jsonl:1:13: warning: "Input" is read as "input"',
      'wrong/shape.jsonl:3:8: id "A" is already used in line 1',
      'wrong/shape.jsonl:3:27: unknown key "asert" (did you mean "assert"?)',
    ]);
    expect(lastLine(result)).toBe('turntree: 2 errors, 1 warning in 1 file, 2 cases');
  });

  it('reports mocks and rules for tools that the agent of the folder does not have', async () => {
    const shop = {
      type: 'openai',
      base_url: 'http://127.0.0.1:9/v1',
      model: 'm',
      tools: [{ name: 'get_order' }, { name: 'refund' }],
    };
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { shop } }),
      'tests/cases.jsonl': JSON.stringify({
        id: 'A',
        input: 'hi',
        mocks: { refnd: { result: 1 }, get_order: { result: 2 } },
        assert: { type: 'tool_called', value: 'delete_all', times: 0 },
      }),
    });
    const result = await runCli(['lint', 'tests'], { cwd });
    expect(result.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /cases\.jsonl:1:\d+: the agent "shop" has no tool "refnd" to mock; it has get_order, refund \(did you mean "refund"\?\)$/,
      ),
      expect.stringMatching(
        /cases\.jsonl:1:\d+: warning: the agent "shop" has no tool "delete_all"; it has get_order, refund$/,
      ),
    ]);
    expect(result.code).toBe(1);
    expect(await runCli(['test', 'tests', '--no-history', '--no-output'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no tool "refnd" to mock'),
    });
  });

  it('reports a tag that is probably a misspelling of a more frequent one, also across files', async () => {
    const writeCase = (id: string, tag: string): string =>
      JSON.stringify({ id, input: id, tags: [tag], assert: { type: 'contains', value: 'seven' } });
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { desk: { type: 'scripted', rules: [{ answer: 'seven' }] } } }),
      'tests/a.jsonl': [writeCase('a', 'smoke'), writeCase('b', 'smoke')].join('\n'),
      'tests/b.jsonl': [writeCase('c', 'nightly'), writeCase('d', 'somke')].join('\n'),
    });
    expect(await runCli(['lint', 'tests'], { cwd })).toMatchObject({
      code: 0,
      stdout:
        'tests/b.jsonl:2:1: warning: --tag smoke leaves out this case, which has the tag "somke" (did you mean "smoke"?)\n',
    });
  });

  it('reports a tag with swapped letters, also if it is as frequent as the right one', async () => {
    const writeCase = (id: string, tag: string): string =>
      JSON.stringify({ id, input: id, tags: [tag], assert: { type: 'contains', value: 'seven' } });
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { desk: { type: 'scripted', rules: [{ answer: 'seven' }] } } }),
      'a.jsonl': ['safety', 'saftey', 'billing', 'filling'].map((tag) => writeCase(tag, tag)).join('\n'),
    });
    expect((await runCli(['lint'], { cwd })).stdout).toBe(
      'a.jsonl:2:1: warning: --tag safety leaves out this case, which has the tag "saftey" (did you mean "safety"?)\n',
    );
  });

  it('reports names and files that the workspace does not have', async () => {
    const file = 'assistants/echo/tests/names.jsonl';
    workspace.write(file, [
      { id: 'a', input: 'a', options: { connector: 'clout' } },
      { id: 'b', input: 'a', options: { connector: 'torn' } },
      { id: 'c', input: 'a', assert: { type: 'agent', use: 'agents:simulater', value: 'polite' } },
      { id: 'd', simulator: 'ecko', checkpoints: [{ id: 'c', assert: { type: 'agent', use: 'nobody', value: 'x' } }] },
      { id: 'e', input: 'a', before: 'env_test.Before', assert: { type: 'script', script: 'scripts.none.Check' } },
      { id: 'f', input: [{ role: 'user', content: [{ type: 'file', source: 'file://files/gone.pdf' }] }] },
      { id: 'g', input: [{ role: 'user', content: [{ type: 'file', source: 'file:///etc/hostname' }] }] },
    ]);
    const result = await lint(file, '--format', 'json');
    workspace.write(file, [{ id: 'a', input: 'a' }]);
    expect(result.code).toBe(1);
    const problems: { severity: string; file: string; line: number; message: string; suggestion?: string }[] =
      JSON.parse(result.stdout);
    expect(problems.every((finding) => finding.severity === 'error' && finding.file === file)).toBe(true);
    expect(problems.map(({ line, message, suggestion }) => [line, message, suggestion])).toEqual([
      [1, 'the workspace has no connector "clout"', 'cloud'],
      [2, expect.stringContaining('the connector "torn" cannot be used: '), undefined],
      [3, 'the workspace has no agent "simulater" for the validator', 'simulator'],
      [4, 'the workspace has no agent "ecko" for the simulator', 'echo'],
      [4, 'the workspace has no agent "nobody" for the validator', undefined],
      [5, expect.stringContaining('script "env_test.Before" not found'), undefined],
      [5, expect.stringContaining('script "scripts.none.Check" not found'), undefined],
      [6, 'the attachment "files/gone.pdf" does not exist', undefined],
      [7, expect.stringContaining('"/etc/hostname" cannot be sent: the file is outside the workspace'), undefined],
    ]);
    expect(problems[2]).toMatchObject({ column: '{"id":"c","input":"a","assert":{"type":"agent","use":'.length + 1 });
  });

  it('says which function of a script was meant', async () => {
    const file = 'assistants/echo/tests/scripts.jsonl';
    const other = 'elsewhere/scripts.jsonl';
    workspace.write('assistants/echo/src/stage_test.ts', 'export async function Before() {}\nfunction After() {}\n');
    workspace.write(
      'scripts/manners.ts',
      'export const IsPolite = () => true;\nfunction own() {}\nexport { own as IsShort };\n',
    );
    workspace.write('scripts/more.ts', "export * from './manners';\n");
    const check = (script: string) => ({ type: 'script', script });
    const cases = [
      {
        id: 'a',
        input: 'a',
        before: 'stage_test.Before',
        after: 'stage.After',
        assert: check('scripts.manners.IsShort'),
      },
      { id: 'b', input: 'a', before: 'stge.Before', after: 'src/stage_test.Afer' },
      {
        id: 'c',
        input: 'a',
        assert: [check('scripts.maners.IsPolite'), { type: 'script', use: 'scripts:manners.IsPolit' }],
      },
      {
        id: 'd',
        input: 'a',
        assert: [check('scripts.manners.Unheard'), check('scripts.more.Unheard')],
      },
    ];
    workspace.write(file, cases);
    workspace.write(other, cases);
    const suggestionsIn = async (name: string) => {
      const problems: { line: number; message: string; suggestion?: string }[] = JSON.parse(
        (await lint(name, '--format', 'json')).stdout,
      );
      return problems.map(({ line, message, suggestion }) => [line, message.replace(/; looked.*/, ''), suggestion]);
    };
    const [own, foreign] = [await suggestionsIn(file), await suggestionsIn(other)];
    for (const name of [file, other, 'assistants/echo/src/stage_test.ts', 'scripts'])
      rmSync(path.join(workspace.root, name), { recursive: true });
    const near = [
      [2, 'script "stge.Before" not found', 'stage.Before'],
      [3, 'script "scripts.maners.IsPolite" not found', 'scripts.manners.IsPolite'],
    ];
    expect(own).toEqual([
      near[0],
      [2, 'assistants/echo/src/stage_test.ts has no function "Afer"; it has Before, After', 'src/stage_test.After'],
      near[1],
      [3, 'scripts/manners.ts has no function "IsPolit"; it has own, IsPolite, IsShort', 'scripts:manners.IsPolite'],
      [4, 'scripts/manners.ts has no function "Unheard"; it has own, IsPolite, IsShort', undefined],
    ]);
    expect(foreign).toEqual(near);
  });

  it('opens the agents of the config, and asks none of them', async () => {
    const agents = {
      fine: { type: 'scripted', rules: [{ answer: 'x' }] },
      placeholder: { type: 'http', url: 'http://127.0.0.1:1/', body: { text: '{{inptu}}' }, output: 'text' },
      path: { type: 'http', url: '$ENV.NO_SUCH_HOST/chat', output: 'text[' },
      program: { type: 'command', command: ['no-such-program'] },
      lost: { type: 'module', path: 'none.ts' },
      torn: { type: 'module', path: 'torn.ts' },
      wired: { type: 'module', path: 'fine.ts', connector: 'nowhere' },
      user: {
        type: 'openai',
        base_url: 'http://127.0.0.1:1/v1',
        model: 'm',
        system: 'You play {{persona}} of {{town}}.',
      },
      keyless: { type: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'm', api_key: '$ENV.NO_SUCH_KEY' },
    };
    workspace.write('configured/torn.ts', 'export default (');
    workspace.write('configured/fine.ts', 'export default () => "x";');
    workspace.write('configured/cases.jsonl', '{"id": "A", "input": "a"}\n');
    workspace.write('configured/runner.config.json', JSON.stringify({ agents }, undefined, 1));
    const result = await lint('configured');
    expect(result.code).toBe(1);
    const place = 'configured/runner.config.json:';
    expect(result.stdout.split('\n').filter((line) => line.startsWith(place))).toEqual([
      expect.stringMatching(/:11:3: agent "placeholder": the placeholder \{\{inptu\}\} is not known/),
      expect.stringMatching(/:19:3: agent "path": its output: /),
      expect.stringContaining(
        ': agent "program": its command "no-such-program" is not a program in the folders of PATH',
      ),
      expect.stringMatching(/: agent "lost": its module \S+none\.ts does not exist/),
      expect.stringContaining(': connector "nowhere" not found'),
      expect.stringMatching(
        /: warning: the prompt contains \{\{town\}\}: in prompts of simulators and judges, only persona, goal, /,
      ),
      expect.stringMatching(/: warning: agent "keyless" cannot be used: set the environment variable NO_SUCH_KEY/),
    ]);
    expect(result.stdout).toMatch(/^configured\/torn\.ts:1:17: Unexpected end of file$/m);
    expect(lastLine(result)).toMatch(/6 errors, 2 warnings/);
  });

  it('loads only the modules of agents that the named files need', async () => {
    const modules = ['own', 'user', 'judge', 'other'];
    const agents = Object.fromEntries(modules.map((id) => [id, { type: 'module', path: `${id}/agent.ts` }]));
    for (const id of modules) workspace.write(`modules/${id}/agent.ts`, `throw new Error("${id} was loaded");`);
    workspace.write('modules/other/agent.ts', 'import "./other was loaded.ts";');
    const conversation = {
      simulator: { use: 'user' },
      checkpoints: [{ id: 'c', assert: { type: 'agent', use: 'judge' } }],
    };
    workspace.write('modules/own/tests/cases.jsonl', [{ id: 'A', input: 'a', ...conversation }]);
    workspace.write('modules/own/tests/plain.jsonl', [
      { id: 'A', input: 'a', assert: { type: 'contains', value: 'a' } },
    ]);
    workspace.write('modules/runner.config.json', JSON.stringify({ agents }, undefined, 1));
    const loadedBy = async (...args: string[]) => {
      const { stdout, stderr } = await runCli(args, { cwd: workspace.root });
      return modules.filter((id) => `${stdout}${stderr}`.includes(`${id} was loaded`));
    };
    const files = ['cases.jsonl', 'plain.jsonl'].map((name) => `modules/own/tests/${name}`);
    const [conversations = '', plain = ''] = files;
    expect(await loadedBy('lint', plain)).toEqual(['own']);
    expect(await loadedBy('lint', conversations)).toEqual(['own', 'user', 'judge']);
    expect(await loadedBy('lint', ...files)).toEqual(['own', 'user', 'judge']);
    expect(await loadedBy('lint', 'modules')).toEqual(modules);
    for (const command of [['list'], ['test', '--dry-run']]) expect(await loadedBy(...command, plain)).toEqual([]);
    expect(await loadedBy('test', plain, '--no-output', '--no-history')).toEqual(['own']);
  });

  it('exits with 0 when there are only warnings', async () => {
    workspace.write('warned/cases.jsonl', '{"id": "A", "Input": "a"}\n');
    const result = await lint('warned');
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining(':1:13: warning: ') });
    expect(lastLine(result)).toBe('turntree: 1 warning in 1 file, 1 case');
  });

  it('annotates in a GitHub workflow, also where a name or a message has special characters', async () => {
    workspace.write('odd, 100%:x/cases.jsonl', '{"id": "A", "input": "a", "50%": 1}\n');
    expect(await lint('odd, 100%:x', '--format', 'github')).toMatchObject({
      code: 1,
      stdout: '::error file=odd%2C 100%25%3Ax/cases.jsonl,line=1,col=27::unknown key "50%25"\n',
    });
  });

  it('reports a file that cannot be read as text', async () => {
    workspace.write('bytes/cases.jsonl', '{"id": "A", "input": "a"}');
    writeFileSync(path.join(workspace.root, 'bytes/cases.jsonl'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(await lint('bytes')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^bytes\/cases.jsonl:1:1: .*UTF-8/),
    });
  });

  it.each([
    [['none.jsonl'], 'none.jsonl does not exist'],
    [['connectors'], 'no case files below '],
    [['runner.config.json.bak'], 'does not exist'],
    [['assistants/echo/agent.ts'], 'is not a case file'],
    [['--format', 'xml'], 'Allowed choices are text, json, github'],
  ])('refuses %j: nothing checked is nothing found', async (args, message) => {
    expect(await lint(...args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
  });
});
