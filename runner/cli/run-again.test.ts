import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getAttemptState, getRunState, listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli, startCli } from '../testing/run-cli.ts';

const suite = 'assistants/desk/tests/cases.jsonl';
/** Starting a process may take seconds on a busy machine. */
const patiently = { timeout: 60_000 };
let workspace: EchoWorkspace;
const place = (file: string) => path.join(workspace.root, file);
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args], { cwd: workspace.root, variables: { DESK: place('desk') } });
const calls = () =>
  existsSync(place('desk.calls')) ? readFileSync(place('desk.calls'), 'utf8').trim().split('\n') : [];
const forget = () => writeFileSync(place('desk.calls'), '');
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);
const expecting = (id: string, value: string) => ({ id, input: id, assert: { type: 'contains', value } });

/**
 * An agent that logs its calls to `$DESK.calls`. Input `wait` blocks until `$DESK.open` exists; only then are answers
 * right.
 */
const agentSource = `
import { appendFileSync, existsSync } from 'node:fs';
export default async function desk({ input, user_id, team_id }: { input: string; user_id: string; team_id: string }): Promise<string> {
  const place = process.env.DESK ?? '';
  const open = existsSync(place + '.open');
  appendFileSync(place + '.calls', input + '\\n');
  if (input === 'wait' && !open) await new Promise(() => undefined);
  if (input === 'who') return user_id + ' of ' + team_id;
  return open ? input + ' good' : input + ' bad';
}
`;

beforeEach(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.ts' } } });
  workspace.write('desk.ts', agentSource);
  workspace.write('assistants/desk/package.yao', { name: 'Desk' });
  workspace.write(suite, [expecting('A', 'A'), expecting('B', 'good'), expecting('C', 'good')]);
});
afterEach(() => workspace.remove());

describe('--last-failed', () => {
  it('runs the cases that did not pass in the last complete run, whatever runs of some cases say, on the same connector', async () => {
    await run(suite, '-n', 'desk', '--no-output');
    forget();
    expect((await run(suite, '-n', 'desk', '--last-failed', '--no-output')).code).toBe(1);
    expect(calls()).toEqual(['B', 'C']);
    writeFileSync(place('desk.open'), '');
    await run(suite, '-n', 'desk', '--case', 'B', '--no-output');
    forget();
    const again = await run(suite, '-n', 'desk', '--last-failed', '--no-output');
    expect({ code: again.code, calls: calls() }).toEqual({ code: 0, calls: ['B', 'C'] });
    expect(again.stdout).toContain('ℹ Filter: last failed (2 of 3 cases)\n');
    await run(suite, '-n', 'desk', '--no-output');
    expect(lastLine(await run(suite, '-n', 'desk', '--last-failed'))).toContain('all 3 cases passed');
    workspace.write('connectors/large.conn.yao', {
      type: 'openai',
      options: { model: 'm', host: 'http://127.0.0.1:9' },
    });
    const other = await run(suite, '-n', 'desk', '-c', 'large', '--last-failed');
    expect(other.stderr).toContain('--last-failed found no complete run of these cases in the history');
  });

  it('says that there is nothing to run when everything passed', async () => {
    writeFileSync(place('desk.open'), '');
    await run(suite, '-n', 'desk', '--no-output');
    const again = await run(suite, '-n', 'desk', '--last-failed', '--exit-codes', 'detailed');
    expect(again).toMatchObject({ code: 5, stdout: '' });
    expect(lastLine(again)).toBe('turntree: nothing to run: all 3 cases passed in the last complete run');
  });

  it('counts a case as failed that passed in some attempts only, or was not reached', async () => {
    workspace.write(suite, [expecting('A', 'A'), expecting('B', 'good'), expecting('C', 'C')]);
    await run(suite, '-n', 'desk', '--no-output', '--fail-fast');
    forget();
    await run(suite, '-n', 'desk', '--last-failed', '--no-output');
    expect(calls()).toEqual(['B', 'C']);
  });

  it('works with a dry run, and says when there is no history of the cases', async () => {
    const none = await run(suite, '-n', 'desk', '--last-failed');
    expect({ code: none.code, stdout: none.stdout }).toEqual({ code: 1, stdout: '' });
    expect(none.stderr).toContain('Run them once without --last-failed.');
    await run(suite, '-n', 'desk', '--no-output');
    const { stdout } = await run(suite, '-n', 'desk', '--last-failed', '--dry-run');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['B', 'C']);
  });
});

describe('--resume', () => {
  const readRunState = (position: number) => {
    const database = openDatabase(place('.runner/history.db'));
    const runs = listRuns(database, { limit: 10 });
    const state = getRunState(database, runs[position]?.runId ?? '');
    database.close();
    return state;
  };

  const readAttempt = (position: number, caseId: string) => {
    const database = openDatabase(place('.runner/history.db'));
    const run = listRuns(database, { limit: 10 })[position];
    const attempt = getAttemptState(database, run?.runId ?? '', { suiteKey: suite, caseId, attempt: 1 });
    database.close();
    return attempt;
  };

  async function interruptedRun(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    workspace.write(suite, [
      expecting('A', 'A'),
      expecting('B', 'good'),
      { id: 'wait', input: 'wait' },
      expecting('D', 'good'),
    ]);
    const cli = startCli(['test', suite, '-n', 'desk', '--no-output'], {
      cwd: workspace.root,
      variables: { DESK: place('desk') },
    });
    await expect.poll(calls, patiently).toContain('wait');
    await expect.poll(() => readRunState(0)?.counts, patiently).toMatchObject({ passed: 1, failed: 1 });
    cli.child.kill(signal);
    await cli.done;
    writeFileSync(place('desk.open'), '');
    forget();
  }

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'finishes a run that %s ended, taking over what is complete',
    async (signal) => {
      await interruptedRun(signal);
      const { code, stdout } = await run('--resume', 'latest', '-o', 'report.json');
      expect({ code, calls: calls() }).toEqual({ code: 1, calls: ['wait', 'D'] });
      expect(stdout).toContain(`ℹ Resumes: ${readRunState(1)?.runId}`);
      const report = JSON.parse(readFileSync(place('report.json'), 'utf8'));
      expect(report.results.map((result: { id: string; status: string }) => [result.id, result.status])).toEqual([
        ['A', 'passed'],
        ['B', 'failed'],
        ['wait', 'passed'],
        ['D', 'passed'],
      ]);
      expect(report.summary).toMatchObject({ total: 4, passed: 3, failed: 1 });
      expect(report.metadata.options.resume).toBe(readRunState(1)?.runId);
      const { stdout: shownText } = await runCli(['show', 'latest', 'A'], { cwd: workspace.root });
      expect(shownText).toContain('A bad');
      expect(readAttempt(0, 'A')).toMatchObject({ turns: [{ output: 'A bad' }], assertions: [{ status: 'passed' }] });
      expect(readRunState(0)).toMatchObject({ status: 'failed', options: { resume: readRunState(1)?.runId } });
    },
  );

  it('loses nothing of what it takes over when it is killed before its first case', async () => {
    await interruptedRun('SIGKILL');
    const env = "import { writeFileSync } from 'node:fs';\nexport async function BeforeAll() {\n";
    const hang = "  writeFileSync(process.env.DESK + '.begun', '');\n  await new Promise(() => undefined);\n}\n";
    workspace.write('assistants/desk/src/env_test.ts', env + hang);
    const cli = startCli(
      ['test', suite, '-n', 'desk', '--no-output', '--resume', 'latest', '--before', 'env_test.BeforeAll'],
      {
        cwd: workspace.root,
        variables: { DESK: place('desk') },
      },
    );
    await expect.poll(() => existsSync(place('desk.begun')), patiently).toBe(true);
    await expect.poll(() => readRunState(0)?.options?.resume, patiently).toBe(readRunState(1)?.runId);
    cli.child.kill('SIGKILL');
    await cli.done;
    workspace.write('assistants/desk/src/env_test.ts', `${env}}\n`);
    const { code } = await run('--resume', 'latest');
    expect({ code, calls: calls() }).toEqual({ code: 1, calls: ['wait', 'D'] });
    expect(readRunState(0)?.counts).toMatchObject({ passed: 3, failed: 1 });
  });

  it('executes again what changed, and attempts that are new', async () => {
    await interruptedRun('SIGTERM');
    workspace.write(suite, [
      { ...expecting('A', 'A'), name: 'changed' },
      expecting('B', 'good'),
      { id: 'wait', input: 'wait' },
      expecting('D', 'good'),
    ]);
    await run('--resume', 'latest', '--no-output', '--runs', '2');
    expect(calls()).toEqual(['A', 'A', 'B', 'wait', 'wait', 'D', 'D']);
  });

  it('executes every case again when the agent changed, and says so', async () => {
    await interruptedRun('SIGTERM');
    workspace.write('desk.ts', `${agentSource}// Another version.\n`);
    const { code, stderr } = await run('--resume', 'latest', '--no-output');
    expect({ code, calls: calls() }).toEqual({ code: 0, calls: ['A', 'B', 'wait', 'D'] });
    expect(stderr).toMatch(/desk: agent changed \(scripts\) since run \S+, so all of its cases run again/);
  });

  it('talks to the agent as who the run did', async () => {
    workspace.write(suite, [
      { id: 'wait', input: 'wait' },
      { id: 'who', input: 'who', expected: 'ann of red' },
    ]);
    const cli = startCli(['test', suite, '-n', 'desk', '--no-output', '-u', 'ann', '-t', 'red'], {
      cwd: workspace.root,
      variables: { DESK: place('desk') },
    });
    await expect.poll(calls, patiently).toContain('wait');
    cli.child.kill('SIGTERM');
    expect((await cli.done).code).toBe(143);
    writeFileSync(place('desk.open'), '');
    expect((await run('--resume', 'latest', '--no-output')).code).toBe(0);
  });

  it('works from any folder of the workspace, by the beginning of an id', async () => {
    await interruptedRun('SIGTERM');
    const id = readRunState(0)?.runId ?? '';
    const { code } = await runCli(['test', '--resume', id.slice(0, 30), '--no-output'], {
      cwd: place('assistants/desk/tests'),
      variables: { DESK: place('desk') },
    });
    expect({ code, calls: calls() }).toEqual({ code: 1, calls: ['wait', 'D'] });
  });

  it('refuses what is not the same run', async () => {
    await interruptedRun('SIGTERM');
    workspace.write('assistants/desk/tests/other.jsonl', [expecting('A', 'A')]);
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('--resume', ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr;
    };
    expect(await refused('latest', 'assistants/desk/tests/other.jsonl')).toContain(
      `tested ${suite} on desk, not assistants/desk/tests/other.jsonl on desk`,
    );
    expect(await refused('latest', '-c', 'big')).toContain('was started without --connector');
    expect(await refused('latest', '--no-history')).toContain('leave --no-history out');
    expect(await refused('latest', '--last-failed')).toContain('exclude each other');
    expect(await refused('0000')).toContain('--resume: no run has the id "0000"');
    expect(calls()).toEqual(['']);
  });

  it('says so when there is no history', async () => {
    const { code, stderr } = await run('--resume', 'latest');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('there is no history at') });
  });
});
