import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const good = '019a0000-0000-7000-8000-00000000000a';
const bad = '019a1111-0000-7000-8000-00000000000b';
const suite = 'assistants/echo/tests/cases.jsonl';

let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });

function writeCases(expectedText: string): void {
  const talk = (id: string) => ({
    id,
    input: 'first',
    simulator: 'simulator',
    max_turns: 2,
    checkpoints: [
      { id: 'then', assert: { type: 'contains', value: 'and then' } },
      { id: 'end', after: ['then'], assert: { type: 'contains', value: expectedText } },
    ],
  });
  workspace.write(suite, [
    talk('one'),
    talk('two'),
    { id: 'call', input: 'x', assert: { type: 'contains', value: 'x' } },
  ]);
}

beforeAll(async () => {
  workspace = createEchoWorkspace();
  writeCases('echo');
  await run('test', suite, '--no-output', '--run-id', good);
  writeCases('never said');
  await run('test', suite, '--no-output', '--run-id', bad);
});
afterAll(() => workspace.remove());

describe('turntree why', () => {
  it('says what went wrong in the newest run, each cause once', async () => {
    const { code, stdout, stderr } = await run('why');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Run ${bad.slice(0, 13)} of `);
    expect(stdout).toContain('2 failures · 1 cause · 2 new\n');
    expect(stdout).toContain('FAILED [one] [two] (2×)\n  `end` was never reached, and no turn shows why\n');
    expect(stdout).toMatch(/New; last passed .* UTC; case edited\n/);
    expect(stdout).toContain('One case in depth: npx turntree why one\n');
  });

  it('suggests a command that reads the same history', async () => {
    const { stdout } = await run('why', '-a', '.');
    expect(stdout).toContain('One case in depth: npx turntree why one -a .\n');
  });

  it('says of one case who failed alike, and where the conversation left the one that passed', async () => {
    const { stdout } = await run('why', 'one');
    expect(stdout).toContain('1 failure · 1 cause · 1 new\n');
    expect(stdout).toContain('Same cause as 1 other: two\n');
    expect(stdout).toContain(`npx turntree show ${bad.slice(0, 13)} one --attempt 1\n`);
    expect((await run('show', bad.slice(0, 13), 'one')).stdout.match(/echo: first/g)).toHaveLength(1);
  });

  it('says so where nothing failed', async () => {
    expect((await run('why', 'call')).stdout).toContain('Nothing failed: 1 case passed.\n');
  });

  it('is data', async () => {
    const { run_id, causes } = JSON.parse((await run('why', '--format', 'json')).stdout);
    expect(run_id).toBe(bad);
    expect(causes).toMatchObject([
      {
        kind: 'stuck',
        confidence: 'unknown',
        attempts: [
          { suite, id: 'one', attempt: 1, standing: { state: 'new' }, newly_failing: false, last_passed: good },
          { id: 'two' },
        ],
      },
    ]);
  });

  it('refuses a case that no run had', async () => {
    const { code, stderr } = await run('why', 'on');
    expect(code).toBe(1);
    expect(stderr).toContain('the run has no case "on"; did you mean "one"?');
  });
});
