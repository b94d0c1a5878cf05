import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const runId = '019a0000-0000-7000-8000-00000000000a';
const expecting = (id: string, value: string) => ({ id, input: 'hello', assert: { type: 'contains', value } });
const talk = { id: 'talk', turns: ['one', 'two'], assert: { type: 'contains', value: 'two' } };
const simulated = { id: 'sim', input: 'hello', simulator: 'simulator' };
const reached = { id: 'hello', assert: { type: 'contains', value: 'hello' } };
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    expecting('same', 'hello'),
    expecting('worse', 'hello'),
    expecting('better', 'bye'),
    expecting('gone', 'hello'),
    { ...expecting('skipped', 'hello'), skip: true },
    talk,
    { ...simulated, checkpoints: [reached] },
  ]);
  await run('test', suite, '--run-id', runId, '--runs', '2', '-o', 'run.json', '-o', 'run.jsonl', '-q');
});
afterAll(() => workspace.remove());

describe('turntree regrade', () => {
  it('changes nothing while the rules are the same', async () => {
    expect(await run('regrade', 'latest')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `12 attempts of 1 run: 12 unchanged, 0 changed, 0 not regradable
Attempts that no longer pass: 0
Left out, because their run did not judge them: 2
`,
    });
  });

  describe('after an edit', () => {
    beforeAll(() => {
      workspace.write(suite, [
        expecting('same', 'hello'),
        expecting('worse', 'bye'),
        expecting('better', 'hello'),
        expecting('skipped', 'hello'),
        { id: 'talk', turns: talk.turns, never: { type: 'contains', value: 'two' } },
        { ...simulated, checkpoints: [reached], until: 'done' },
      ]);
    });

    it('says which verdicts change, and why', async () => {
      const { code, stdout, stderr } = await run('regrade', runId);
      expect(stderr).toBe('turntree: exit 1: 4 attempts passed when they ran and would not pass now\n');
      expect(code).toBe(1);
      expect(stdout).toBe(`passed → failed (4)
  [worse] run ${runId}, attempt 1 and 1 more: expected output to contain "bye", got "echo: hello"
  [talk] run ${runId}, attempt 1 and 1 more: never: contains two, turn 2

failed → passed (2)
  [better] run ${runId}, attempt 1 and 1 more: the error was: expected output to contain "bye", got "echo: hello"

Not regradable (2)
  [sim] run ${runId}, attempt 1 and 1 more: with these rules the conversation would continue, but the recording ends after 1 turn; so far it would pass

10 attempts of 1 run: 2 unchanged, 6 changed, 2 not regradable
Attempts that no longer pass: 4
Not in the suite any more: gone
Left out, because their run did not judge them: 2
`);
    });

    it.each(['run.json', 'run.jsonl'])('says the same of a report: %s', async (file) => {
      const ofRun = await run('regrade', runId, '--format', 'json');
      expect(await run('regrade', file, suite, '--format', 'json')).toEqual(ofRun);
      const { summary, changes } = JSON.parse(ofRun.stdout);
      expect(summary).toEqual({
        attempts: 10,
        unchanged: 2,
        changed: 6,
        not_regradable: 2,
        regressed: 4,
        skipped: 2,
        other_kinds: 0,
      });
      expect(changes).toContainEqual({
        suite,
        id: 'talk',
        run_id: runId,
        attempt: 2,
        before: 'passed',
        after: 'failed',
        reason: 'never: contains two, turn 2',
      });
    });

    it('writes a table for a pull request', async () => {
      const { stdout } = await run('regrade', runId, '--format', 'md');
      expect(stdout).toContain('**❌ Attempts that no longer pass: 4**');
      expect(stdout).toContain('| passed → failed | talk |');
    });

    it('leaves the history as it is', async () => {
      const { stdout } = await run('show', runId, '--format', 'json');
      expect(JSON.parse(stdout).summary).toMatchObject({ passed: 5, failed: 1 });
    });

    it('takes cases of another file by their ids, and says what was recorded with another input', async () => {
      workspace.write('other.jsonl', [
        { id: 'same', input: 'good morning', assert: { type: 'contains', value: 'hello' } },
      ]);
      const { code, stdout } = await run('regrade', runId, 'other.jsonl');
      expect(code).toBe(0);
      expect(stdout).toContain('2 attempts of 1 run: 2 unchanged');
      expect(stdout).toContain('Recorded with a different input than the case has now: same\n');
    });
  });

  it('refuses suites that have none of the cases, and runs that are not there', async () => {
    workspace.write('strangers.jsonl', [expecting('stranger', 'x')]);
    const { code, stderr } = await run('regrade', runId, 'strangers.jsonl');
    expect(code).toBe(1);
    expect(stderr).toContain('no attempt of these runs belongs to a case of the suite');
    expect((await run('regrade', '019affff')).stderr).toContain('no run has the id "019affff"');
  });
});

describe('what only a judge can say', () => {
  const kind = { type: 'agent', use: 'validator', value: 'kind' };
  const file = 'assistants/echo/tests/judged.jsonl';
  const asking = (value: string) => ({ id: 'judged', input: 'hello', assert: { ...kind, value } });

  beforeAll(async () => {
    workspace.write('runner.config.json', {
      agents: {
        echo: scriptedEcho,
        validator: {
          type: 'scripted',
          rules: [
            { when: { criteria: 'polite' }, answer: { passed: false, reason: 'rude' } },
            { answer: { passed: true, reason: 'fine' } },
          ],
        },
      },
    });
    workspace.write(file, [asking('kind')]);
    await run('test', file, '-q');
  });

  it('is what it said, while the question is the same', async () => {
    expect((await run('regrade', 'latest')).stdout).toContain('1 unchanged');
  });

  it('is unknown when the question is another, and asked with --judge', async () => {
    workspace.write(file, [asking('polite')]);
    const unknown = await run('regrade', 'latest');
    expect(unknown.stdout).toContain('cannot be regraded without --judge: agent polite');
    expect(unknown.code).toBe(0);
    const judgedRun = await run('regrade', 'latest', '--judge');
    expect(judgedRun.stdout).toContain('passed → failed (1)');
    expect(judgedRun.stdout).toContain('rude');
    expect(judgedRun.code).toBe(1);
  });
});
