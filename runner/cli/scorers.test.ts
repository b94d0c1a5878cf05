import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const header =
  'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,ground_truth\n';
const judge = { type: 'scripted', rules: [{ answer: { score: 0.7, reason: 'mostly' } }] };

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', {
    agents: { echo: scriptedEcho, judge },
    scorers: { wording: ['exact', { type: 'exact', ignore_case: true, name: 'loose' }, 'agent:judge'] },
  });
  workspace.write('scorers/length.ts', 'export default ({ output }) => output.length / 10;\n');
  workspace.write(
    'scorers/wild.ts',
    'export default ({ input }) => {\n  if (input === "loop") for (;;);\n  if (input === "exit") process.exit(3);\n  return 1;\n};\n',
  );
  workspace.write(
    'tables/mixed.csv',
    `${header}length,a,,i,12345,0.5,0.5,,\nwording,b,,HI,Hi,0.5,1,,Hi\ncontains,c,,i,x,1,1,,x\n`,
  );
  workspace.write(
    'tables/wild.csv',
    `${header}wild,a,,fine,x,1,1,,\nwild,b,,loop,x,1,1,,\nwild,c,,exit,x,1,1,,\nwild,d,,fine,x,1,1,,\n`,
  );
  workspace.write('scorers/found.ts', 'export default ({ output }) => (output.indexOf("x") ? 1 : 0);\n');
  workspace.write(
    'doubtful/bounds.csv',
    `${header.replace('ground_truth', 'ground_truth,expected_score_min:lose')}found,a,,i,o,1,1,,,\nwording,b,,i,o,0.5,1,,o,0.9\n`,
  );
  workspace.write(
    'wrong/unknown.csv',
    `${header}lenght,a,,i,o,0.5,1,,\nexact,b,,i,o,0.5,1,,\nagent:juge,c,,i,o,0.5,1,,\n`,
  );
});
afterAll(() => workspace.remove());

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const runTable = (...args: string[]): Promise<CliResult> => run('test', ...args, '--no-output', '--no-history');

describe('turntree test with the scorers of a workspace', () => {
  it('asks files, built-in scorers and agents, one or several for a type', async () => {
    const { code, stdout } = await runTable('tables/mixed.csv');
    expect(code).toBe(0);
    expect(stdout).toContain('PASS length Score: 0.500 (expected: 0.5-0.5)');
    expect(stdout).toContain('PASS exact Score: 1.000');
    expect(stdout).toContain('PASS loose Score: 1.000');
    expect(stdout).toContain('PASS agent:judge Score: 0.700 (expected: 0.5-1)\n  Reason: mostly');
    expect(stdout).toContain('PASS contains Score: 1.000');
  });

  it('scores what an agent answers with --name', async () => {
    const { code, stdout } = await runTable('tables/mixed.csv', '--scorer', 'wording', '-n', 'echo');
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL exact Score: 0.000');
    expect(stdout).toContain('Reason: expected "Hi"');
  });

  it('doubts a scorer whose score does not depend on the output, and bounds of no scorer', async () => {
    const said = 'scorers/found.ts:1: indexOf() is -1 where nothing is found';
    const { stderr } = await runTable('doubtful/bounds.csv');
    expect(stderr).toContain(said);
    expect(stderr).toContain('the bounds of "lose" have no effect: no scorer has this name (did you mean "loose"?)');
    const { stdout } = await run('lint', 'doubtful');
    expect(stdout).toContain(`bounds.csv:2:1: warning: ${said}`);
  });

  it('loses nothing but the rows under which a scorer loops or exits', async () => {
    const { code, stdout } = await runTable('tables/wild.csv', '--timeout', '4s');
    expect(code).toBe(1);
    expect(stdout).toContain('ERROR: timeout after 4s');
    expect(stdout).toContain('ERROR: process.exit(3) was called (scorers/wild.ts:3:');
    expect(stdout).toContain('Passed: 2\n');
  });

  it('refuses rows whose output would be compared with itself, and asks agents about them', async () => {
    workspace.write(
      'alone/same.csv',
      `${header}exact,a,,i,o,1,1,,\nwording,b,,i,o,0.5,1,,\ncontains,c,,i,o,1,1,,o\nlength,d,,i,o,0.1,1,,\n`,
    );
    const { code, stdout, stderr } = await runTable('alone/same.csv');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      'turntree: the run cannot start\n  alone/same.csv:2: "exact" would compare the expected_output of "a" with itself; give the row a ground_truth, or ask an agent with -n\n' +
        '  alone/same.csv:3: "exact" would compare',
    );
    expect(stderr).not.toContain('same.csv:4');
    expect((await runTable('alone/same.csv', '-n', 'echo')).stderr).not.toContain('with itself');
    expect((await runTable('alone/same.csv#length')).code).toBe(0);
  });

  it('says before the first row which types have no scorer', async () => {
    const { code, stdout, stderr } = await runTable('wrong/unknown.csv');
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('turntree: the run cannot start\n  scorer "lenght" not found\n');
    expect(stderr).toContain('did you mean "length"?');
  });
});

describe('turntree lint with scorers', () => {
  it('finds types that nothing scores and agents that are not there, where they come first', async () => {
    const { code, stdout } = await run('lint', 'wrong/unknown.csv', 'tables');
    expect(code).toBe(1);
    expect(stdout).toContain('wrong/unknown.csv:2:1: scorer "lenght" not found');
    expect(stdout).toContain('wrong/unknown.csv:4:1: agent "juge" not found');
    expect(stdout).not.toContain('exact"');
  });

  it('finds scorers of the config that cannot work, without running any', async () => {
    const other = createEchoWorkspace();
    other.write('runner.config.json', {
      scorers: {
        gone: { path: 'scorers/gone.ts' },
        torn: { path: 'scorers/torn.ts' },
        sound: { path: 'scorers/a.ts' },
      },
    });
    other.write('scorers/torn.ts', 'export default (');
    other.write('scorers/a.ts', 'throw new Error("was run");');
    other.write('cases.csv', `${header}sound,a,,i,o,0.5,1,,\n`);
    const { code, stdout } = await runCli(['lint'], { cwd: other.root });
    other.remove();
    expect(code).toBe(1);
    expect(stdout).toMatch(/runner\.config\.json:3:5: scorer "gone": its file scorers\/gone\.ts does not exist/);
    expect(stdout).toMatch(/^scorers\/torn\.ts:1:17: Unexpected end of file$/m);
    expect(stdout).not.toContain('was run');
  });
});
