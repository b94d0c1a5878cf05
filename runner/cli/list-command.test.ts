import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write(suite, [
    { id: 'A', name: 'Says\thello', input: 'a', tags: ['smoke', 'short'] },
    { id: 'longer-id', input: 'b', skip: true },
    {
      id: 'talk',
      simulator: 'simulator',
      tags: ['smoke'],
      checkpoints: [{ id: 'c', assert: { type: 'contains', value: 'x' } }],
    },
  ]);
  workspace.write('connectors/rules.conn.yao', { type: 'scripted', rules: [{ answer: 'x' }] });
  workspace.write('connectors/cloud.conn.yao', { type: 'openai', options: { model: 'm', key: '$ENV.CLOUD_LIST_KEY' } });
  workspace.write('broken/cases.jsonl', '{"id": 1}\n');
});
afterAll(() => workspace.remove());

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });

describe('turntree list', () => {
  it('shows the cases of a file with kind, tags, place and name', async () => {
    expect(await run('list', suite)).toMatchObject({
      code: 0,
      stdout: [
        `A          standard  smoke,short  ${suite}:1  Says hello`,
        `longer-id  standard               ${suite}:2`,
        `talk       dynamic   smoke        ${suite}:3`,
        '',
      ].join('\n'),
      stderr: 'turntree: 3 cases\n',
    });
  });

  it.each([
    [['--tag', 'smoke']],
    [['--case', 'A', '--case', 'talk']],
    [['--run', '^t|hello']],
    [['--tag', 'short', '--run', '.']],
  ])('selects with %j what a test would run', async (selection) => {
    const listed: { id: string }[] = JSON.parse((await run('list', suite, '--format', 'json', ...selection)).stdout);
    const tested = await run('test', suite, '--dry-run', '--no-output', ...selection);
    const ids = tested.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(ids).toContain('A');
    expect(ids).not.toContain('longer-id');
  });

  it('says as JSON where a case is and who answers it', async () => {
    const { stdout } = await run('list', suite, '--case', 'longer-id', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual([
      { id: 'longer-id', kind: 'standard', tags: [], skip: true, agent: 'echo', suite, line: 2 },
    ]);
  });

  it('shows suites, agents and connectors of the workspace, and what is wrong with them', async () => {
    const { code, stdout } = await run('list');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^Suites\\n  ${suite} +echo +3 cases\\n  broken/cases.jsonl +- +\\d problems?\\n\\nAgents\\n  echo +module +-\\n  simulator +scripted +-\\n\\nConnectors\\n  cloud +openai +m +needs CLOUD_LIST_KEY\\n  rules +scripted +-\\n$`,
        ),
      ),
    });
    const { suites, agents } = JSON.parse((await run('list', '--format', 'json')).stdout);
    expect(suites).toContainEqual({ key: suite, agentId: 'echo', cases: 3, problems: 0 });
    expect(agents).toContainEqual({ id: 'echo', type: 'module', path: 'assistants/echo/agent.ts' });
  });

  it('shows agents that cannot be called with why, and the others with nothing', async () => {
    const root = await createTemporaryWorkspace({
      'assistants/broken/package.yao': '{"name": ',
      'assistants/keyless/package.yao': '{"name": "Keyless", "connector": "cloud"}',
      'assistants/lost/package.yao': '{"name": "Lost", "connector": "cluod"}',
      'assistants/hooks/package.yao': '{"name": "Hooks"}',
      'assistants/hooks/src/index.ts': 'export function Create() { return "hello"; }',
      'connectors/cloud.conn.yao': '{"type": "openai", "options": {"model": "m", "key": "$ENV.CLOUD_LIST_KEY"}}',
      'runner.config.json': JSON.stringify({
        agents: {
          gone: { type: 'module', path: 'gone.ts' },
          remote: { type: 'http', url: '$ENV.NO_SUCH_URL', output: '$' },
          program: { type: 'command', command: ['no-such-program'] },
          rules: { type: 'scripted', rules: [{ answer: 'x' }] },
        },
      }),
    });
    const { stdout } = await runCli(['list', '--format', 'json', '--app', root], { cwd: root });
    const { agents } = JSON.parse(stdout);
    const agentProblems = agents.map(({ id, problem }: { id: string; problem?: string }) => [id, problem]);
    expect(Object.fromEntries(agentProblems)).toEqual({
      gone: expect.stringContaining('gone.ts does not exist'),
      remote: expect.stringContaining('NO_SUCH_URL'),
      program: expect.stringContaining('"no-such-program" is not a program'),
      rules: undefined,
      broken: expect.stringContaining('package.yao'),
      keyless: expect.stringContaining('CLOUD_LIST_KEY'),
      lost: expect.stringContaining('Did you mean "cloud"?'),
      hooks: undefined,
    });
    expect((await runCli(['list', '--app', root], { cwd: root })).stdout).toContain(
      'is not a program in the folders of PATH',
    );
  });

  it.each([
    [[suite, '--case', 'longer-ib'], 'no case has the id "longer-ib"; did you mean "longer-id"?'],
    [[suite, '--tag', 'none'], 'none of the 3 cases matches --tag none'],
    [['broken/cases.jsonl'], 'broken/cases.jsonl:1:8'],
    [['none.jsonl'], 'none.jsonl does not exist'],
    [['--tag', 'smoke'], 'name a case file to choose from'],
    [['-a', 'nowhere'], '--app nowhere: the folder'],
  ])('refuses %j', async (args, message) => {
    expect(await run('list', ...args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('turntree list with a table', () => {
  it('shows the rows of a table and ends, though their scorer is a module', async () => {
    const header = 'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags';
    workspace.write('tables/scorers/brief.ts', 'export default () => 1;');
    workspace.write('tables/rows.csv', `${header}\nbrief,one,First,a,a,1,1,"x,y"\n`);
    expect(await run('list', 'tables/rows.csv')).toMatchObject({
      code: 0,
      stdout: 'one  experiment  x,y  tables/rows.csv#brief:2  First\n',
      stderr: 'turntree: 1 case\n',
    });
  });
});
