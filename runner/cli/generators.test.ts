import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli, startCli } from '../testing/run-cli.ts';

const generator = `
import { writeFileSync } from 'node:fs';

export default (request) => {
  writeFileSync(process.env.REQUEST_FILE ?? '', JSON.stringify(request));
  const { count, focus, target_agent: { id }, extra } = request.metadata;
  if (focus === 'fail') throw new Error('no ideas');
  if (focus === 'hang') { console.log('thinking'); return new Promise(() => {}); }
  if (focus === 'prose') return 'I would rather not.';
  if (focus === 'wrong') return JSON.stringify([{ id: 'w' }]);
  const cases = Array.from({ length: count }, (_, index) => ({
    id: 'g' + (index + 1), input: id + ' ' + focus, assert: { type: 'contains', value: 'echo' },
  }));
  return 'Here you are:\\n\`\`\`json\\n' + JSON.stringify(cases) + '\\n\`\`\`';
};
`;
const script = `
export function Generate({ target_agent, count, focus, extra }: any) {
  if (focus === 'fail') throw new Error('no ideas');
  return { test_cases: Array.from({ length: count }, (_, index) => ({ id: 's' + index, input: target_agent.description + extra.tone })) };
}
`;

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', {
    agents: {
      echo: { ...scriptedEcho, description: 'Says it again.' },
      'tests.gen': { type: 'module', path: 'gen.ts' },
    },
  });
  workspace.write('gen.ts', generator);
  workspace.write('scripts/tests/gen.ts', script);
});
afterAll(() => workspace.remove());

const variables = () => ({ REQUEST_FILE: path.join(workspace.root, 'request.json') });
const test = (...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args], { cwd: workspace.root, variables: variables() });
const readText = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');

describe('turntree test with a generator', () => {
  it('asks an agent for cases and runs them', async () => {
    const { code, stdout, stderr } = await test(
      'agents:tests.gen?count=3&focus=edge&x=1.5&y=true',
      '-n',
      'echo',
      '-o',
      'out.json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('► [g3] echo edge PASSED');
    expect(JSON.parse(readText('out.json')).summary).toMatchObject({ total: 3, passed: 3, agent_id: 'echo' });
    const expectedMetadata = {
      target_agent: { id: 'echo', description: 'Says it again.' },
      count: 3,
      focus: 'edge',
      extra: { x: 1.5, y: true },
    };
    const request = JSON.parse(readText('request.json'));
    expect(request.messages).toEqual([{ role: 'user', content: JSON.stringify(expectedMetadata) }]);
    expect(request.metadata).toEqual({ ...expectedMetadata, test_mode: 'generator' });
  });

  it('tells of the tools that the agent is known to have, and of the ids that its cases have', async () => {
    const parameters = { type: 'object', properties: { sum: { type: 'number' } } };
    workspace.write('runner.config.json', {
      agents: {
        echo: { ...scriptedEcho, description: 'Says it again.' },
        'tests.gen': { type: 'module', path: 'gen.ts' },
        clerk: {
          type: 'openai',
          base_url: 'http://127.0.0.1:1/v1',
          model: 'x',
          tools: [{ name: 'pay', description: 'Pays.', parameters }],
        },
      },
      models: { local: { type: 'scripted', rules: [{ answer: 'echo' }] } },
    });
    workspace.write('assistants/bank/package.yao', { name: 'Bank', connector: 'local' });
    workspace.write('assistants/bank/src/index.ts', 'export const Create = () => null;');
    workspace.write('assistants/bank/mcps/desk.mcp.yao', { transport: 'process', tools: { open: 'scripts.a.Open' } });
    workspace.write('assistants/bank/mcps/mapping/desk/schemes/open.in.yao', { ...parameters, description: 'Opens.' });
    workspace.write('assistants/bank/tests/cases.jsonl', [
      { id: 'B-1', input: 'x' },
      { id: 'B-2', input: 'x' },
    ]);
    workspace.write('assistants/echo/tests/cases.jsonl', [{ id: 'E-1', input: 'x' }]);
    workspace.write('shared/cases.jsonl', [
      { id: 'S-1', input: 'x' },
      { id: 'S-1', input: 'twice' },
    ]);
    const readMetadata = async (agent: string) => {
      await test('agents:tests.gen?count=1', '-n', agent, '--dry-run');
      return JSON.parse(readText('request.json')).metadata;
    };
    expect(await readMetadata('bank')).toMatchObject({
      target_agent: { id: 'bank', tools: [{ name: 'open', description: 'Opens.', parameters }] },
      existing_ids: ['B-1', 'B-2', 'S-1'],
    });
    workspace.write(
      'config.yml',
      'databases: []\nmodels: [{ name: fast, vendor: openai, model_ref: x, key_var: K }]\n',
    );
    workspace.write(
      'agents/sales.agent.yml',
      'model: fast\nsystem_instructions: Sell.\ntools: [{ name: look, type: retrieval, description: Looks., src: [a.sql] }]\n',
    );
    const query = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
    expect(await readMetadata('agents/sales.agent.yml')).toMatchObject({
      target_agent: { tools: [{ name: 'look', description: 'Looks.', parameters: query }] },
    });
    expect(await readMetadata('clerk')).toMatchObject({
      target_agent: { id: 'clerk', tools: [{ name: 'pay', description: 'Pays.', parameters }] },
      existing_ids: ['S-1'],
    });
  });

  it('asks a script, which gets the same request', async () => {
    const { code, stdout } = await test('scripts:tests.gen.Generate?count=2&tone=!', '-n', 'echo', '--no-output');
    expect(code).toBe(0);
    expect(stdout).toContain('► [s1] Says it again.! PASSED');
  });

  it('prints the cases with --dry-run, and what it saves is a case file', async () => {
    const { code, stdout, stderr } = await test(
      'agents:tests.gen?count=2',
      '-n',
      'echo',
      '--dry-run',
      '-o',
      'saved/cases.jsonl',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'turntree: 2 cases, none was run\n' });
    expect(readText('saved/cases.jsonl')).toBe(stdout);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      ['g1', 'g2'].map((id) => ({ id, input: 'echo undefined', assert: [{ type: 'contains', value: 'echo' }] })),
    );
    const saved = await test('saved/cases.jsonl', '-n', 'echo', '-q', '--no-output');
    expect(saved.stdout).toBe('PASSED: 2 of 2 passed\n');
  });

  it('prints cases that cannot be run with --dry-run, so that they can be mended, and writes and runs nothing', async () => {
    const { code, stdout, stderr } = await test(
      'agents:tests.gen?focus=wrong',
      '-n',
      'echo',
      '--dry-run',
      '-o',
      'wrong.jsonl',
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '{"id":"w"}\n' });
    expect(stderr).toContain('generated cases that cannot be run\n  generated case 1: "input" is missing\n');
    expect(existsSync(path.join(workspace.root, 'wrong.jsonl'))).toBe(false);
  });

  it('keeps the name of the suite whatever is asked for', async () => {
    await test('agents:tests.gen?count=1&focus=a', '-n', 'echo', '-o', 'key.xml');
    expect(readText('key.xml')).toContain('<testsuite name="agents:tests.gen" tests="1"');
  });

  it.each([
    [['agents:tests.gen'], 'agents:tests.gen makes cases for an agent; say which with -n'],
    [['agents:tests.gan', '-n', 'echo'], 'agents:tests.gan failed: agent "tests.gan" not found'],
    [['agents:tests.gen', '-n', 'ecko'], 'agent "ecko" not found'],
    [['agents:tests.gen?count=none', '-n', 'echo'], 'count must be a whole number from 1 to 10000, not "none"'],
    [['agents:tests.gen?focus=fail', '-n', 'echo'], 'agents:tests.gen failed: no ideas'],
    [
      ['agents:tests.gen?focus=prose', '-n', 'echo'],
      'agents:tests.gen answered with no cases\n  its answer was "I would rather not."\n',
    ],
    [
      ['agents:tests.gen?focus=wrong', '-n', 'echo'],
      'generated cases that cannot be run\n  generated case 1: "input" is missing\n',
    ],
    [
      ['agents:tests.gen?focus=hang', '-n', 'echo', '--timeout', '300ms'],
      'agents:tests.gen made no cases within 300ms; --timeout gives it more time',
    ],
    [
      ['agents:tests.gen', '-n', 'echo', '--timeout', '1ms'],
      'agents:tests.gen made no cases within 1ms; --timeout gives it more time',
    ],
    [['scripts:tests.gen.Generate?focus=fail', '-n', 'echo'], 'no ideas'],
    [['scripts:tests.gen.Make', '-n', 'echo'], 'Make'],
    [['scripts:tests.none.Generate', '-n', 'echo'], 'script "scripts:tests.none.Generate" not found'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await test(...args, '-o', 'refused.json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(existsSync(path.join(workspace.root, 'refused.json'))).toBe(false);
  });

  it('stops at once when it is interrupted while cases are made', async () => {
    workspace.write('request.json', '');
    const { child, done } = startCli(['test', 'agents:tests.gen?focus=hang', '-n', 'echo'], {
      cwd: workspace.root,
      variables: variables(),
    });
    await expect.poll(() => readText('request.json'), { timeout: 60_000 }).toContain('hang');
    child.kill('SIGTERM');
    expect(await done).toMatchObject({ code: 143, stderr: expect.stringContaining('stopped before the first case') });
  });
});
