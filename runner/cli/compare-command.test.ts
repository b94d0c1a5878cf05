import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const first = '019a0000-0000-7000-8000-00000000000a';
const second = '019a1111-0000-7000-8000-00000000000b';
const expecting = (id: string, value: string) => ({ id, input: 'hello', assert: { type: 'contains', value } });
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    expecting('same', 'hello'),
    expecting('worse', 'hello'),
    expecting('better', 'bye'),
    expecting('gone', 'hello'),
  ]);
  await run('test', suite, '--run-id', first, '-o', 'before.json', '-o', 'before.jsonl', '-q');
  workspace.write(suite, [
    expecting('same', 'hello'),
    expecting('worse', 'bye'),
    expecting('better', 'hello'),
    expecting('new', 'hello'),
  ]);
  await run('test', suite, '--run-id', second, '-o', 'after.json', '-o', 'after.jsonl', '-q');
});
afterAll(() => workspace.remove());

describe('turntree compare', () => {
  it('tells what changed between two runs of the history', async () => {
    const { code, stdout, stderr } = await run('compare', '019a0', 'latest');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Before  ${first}  4 cases, 75.0% passed
After   ${second}  4 cases, 75.0% passed

New failures (1)
  [worse]: passed → failed, edited

Fixed (1)
  [better]: failed → passed, edited

Added (1)
  [new]: - → passed

Removed (1)
  [gone]: passed → -

Same: 1
Change: 100.0% → 100.0% of 1 case: no case changed; 2 edited cases left out
`);
  });

  it.each([
    ['before.json', 'after.json'],
    ['before.jsonl', 'after.jsonl'],
    ['before.json', 'latest'],
  ])('tells the same of %s and %s', async (before, after) => {
    const ofRuns = await run('compare', first, second, '--format', 'json');
    expect(await run('compare', before, after, '--format', 'json')).toEqual(ofRuns);
    expect(JSON.parse(ofRuns.stdout)).toMatchObject({
      before: { run_id: first, total: 4, pass_rate: 75 },
      summary: {
        newly_failing: 0,
        failed_this_time: 1,
        fixed: 1,
        flaky: 0,
        added: 1,
        removed: 1,
        same: 1,
        edited: 2,
        regressed: 1,
      },
      cases: [
        { suite, id: 'same', change: 'same', edited: false, after: { status: 'passed', passed: 1, judged: 1 } },
        { id: 'worse', change: 'failed_this_time', regressed: true, real: false, edited: true },
        { id: 'better', change: 'fixed' },
        { id: 'new', change: 'added' },
        { id: 'gone', change: 'removed' },
      ],
    });
  });

  it('writes a table for a pull request', async () => {
    const { stdout } = await run('compare', 'before.json', 'after.json', '--format', 'md');
    expect(stdout).toContain('**⚠️ 1 case got worse, which can be chance** · 1 fixed · 1 same');
    expect(stdout).toContain('| New failures | worse (edited) |  | passed | failed |');
  });

  it('fails on any case that passed before when it is asked to, naming it', async () => {
    const worse = await run('compare', first, second, '--fail-on-new-failures');
    expect({ code: worse.code, stderr: worse.stderr }).toEqual({
      code: 1,
      stderr: 'turntree: exit 1: 1 case passed before: worse\n',
    });
    expect((await run('compare', second, second, '--fail-on-new-failures')).code).toBe(0);
  });

  it('fails on a regression by the gate of `test`: with evidence', async () => {
    const gate = ['--fail-on-regression'];
    const one = await run('compare', first, second, ...gate);
    expect([one.code, one.stdout.match(/newly failing/i)]).toEqual([0, null]);
    const [before, after] = ['019a2222-0000-7000-8000-00000000000c', '019a3333-0000-7000-8000-00000000000d'];
    const many = (words: string) => Array.from({ length: 6 }, (_, at) => `${words} ${at}`);
    const input = 'assistants/echo/tests/many.jsonl';
    const cases = many('hello').map((id) => ({ id, input: id, assert: { type: 'contains', value: 'hello' } }));
    workspace.write(input, cases);
    await run('test', input, '--run-id', before, '-q', '--no-output');
    workspace.write('runner.config.json', { agents: { echo: { type: 'scripted', rules: [{ answer: 'bye' }] } } });
    const test = await run('test', input, '--run-id', after, '-q', '--no-output', '--min-pass-rate', '0', ...gate);
    const worse = await run('compare', before, after, ...gate);
    expect([test.code, worse.code]).toEqual([1, 1]);
    expect(worse.stderr).toMatch(/^turntree: exit 1: worse than run 019a2222.*; new failures: hello 0/);
    expect(test.stderr).toContain(worse.stderr.slice('turntree: exit 1: '.length, 60));
    expect((await run('compare', after, before, ...gate)).code).toBe(0);
  });

  it('refuses what is not a run and no report', async () => {
    writeFileSync(path.join(workspace.root, 'notes.json'), '{"summary": 1}');
    writeFileSync(path.join(workspace.root, 'broken.json'), '{');
    const refused = async (reference: string) => {
      const { code, stdout, stderr } = await run('compare', reference, 'latest');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr;
    };
    expect(await refused('none.json')).toContain('none.json does not exist');
    expect(await refused('notes.json')).toMatch(
      /notes\.json is not a report of a run\n {2}summary: .*\n.*in \.json or \.jsonl/,
    );
    expect(await refused('broken.json')).toContain('broken.json is not a report of a run');
    expect(await refused(suite)).toContain('is not a report of a run');
    expect(await refused('0000')).toContain('no run has the id "0000"');
  });
});
