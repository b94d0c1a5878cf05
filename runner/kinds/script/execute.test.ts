import { describe, expect, it } from 'vitest';
import type { AssertionResult, ScriptCase } from '../../contract/index.ts';
import type { TestCall, TestEnding } from '../../ports/index.ts';
import { plannedCase, runPlan } from '../../testing/case-factory.ts';
import { answeringAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

const testCase: ScriptCase = { kind: 'script', id: 'TestIt', hash: 'h', module: 'scripts/a_test.ts', line: 3 };
const passedCheck: AssertionResult = { type: 'True', status: 'passed' };
const failedCheck: AssertionResult = {
  type: 'Equal',
  status: 'failed',
  message: 'not equal',
  place: 'scripts/a_test.ts:4:3',
};

async function runScriptTest(runTest: (call: TestCall) => Promise<TestEnding>) {
  const judge = answeringAgent('judge', () => '{"passed": false, "reason": "rude"}');
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'echo' })]), [judge], {
    scripts: {
      runHook: () => Promise.reject(new Error('no hooks')),
      runFunction: () => Promise.reject(new Error('no functions')),
      runTest,
      runMock: () => Promise.reject(new Error('no mocks')),
    },
  });
  await done;
  return { events, result: listResultsInEvents(events)[0] };
}

const returnedEnding: TestEnding = { type: 'returned' };

describe('a script case', () => {
  it('passes when nothing was wrong, and tells what was checked and written as it happens', async () => {
    const { events, result } = await runScriptTest(async (call) => {
      call.onLog('test', 'a line');
      call.onAssertion(passedCheck);
      return returnedEnding;
    });
    expect(result).toMatchObject({ kind: 'script', status: 'passed', assertions: [passedCheck] });
    expect(result?.turns).toBeUndefined();
    expect(events.map(({ type }) => type)).toEqual([
      'run.started',
      'case.started',
      'phase.started',
      'log.written',
      'assertion.finished',
      'case.finished',
      'run.finished',
    ]);
  });

  it('says what a check that passed may have overlooked', async () => {
    const checks: AssertionResult[] = [
      { type: 'Equal', status: 'passed', place: 'a_test.ts:3:2' },
      { type: 'Equal', status: 'passed', expected: null, actual: null },
      { type: 'NotEqual', status: 'passed', expected: '5', actual: 5, place: 'a_test.ts:4:2' },
      { type: 'NotEqual', status: 'passed', expected: '6', actual: 5 },
      { type: 'NotEqual', status: 'passed', expected: 'delete', place: 'a_test.ts:5:2' },
      { type: 'NotEqual', status: 'passed', actual: 'defined' },
    ];
    const { result } = await runScriptTest(async (call) => {
      for (const each of checks) call.onAssertion(each);
      await call.judge({ type: 'json_path', path: '$.eror', value: null }, { error: 'x' });
      return { type: 'returned', doubts: ['a loop'] };
    });
    expect(result?.unjudged?.overlooked).toEqual([
      'a rule looks for $.eror; the answer has "error" there',
      'a_test.ts:3:2 compares undefined with undefined; use t.assert.Nil where nothing is expected',
      'a rule compares a value (a_test.ts:4:2) with "5", but it is the number 5',
      'a_test.ts:5:2 compares undefined, which differs from every value',
      'a loop',
    ]);
    const failed = await runScriptTest(async (call) => {
      for (const each of [...checks, failedCheck]) call.onAssertion(each);
      return returnedEnding;
    });
    expect(failed.result?.unjudged).toBeUndefined();
  });

  it('fails when it checked nothing and could not have failed', async () => {
    expect((await runScriptTest(async () => returnedEnding)).result).toMatchObject({
      status: 'passed',
      assertions: [],
    });
    expect((await runScriptTest(async () => ({ type: 'unchecked' }))).result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('the test checked nothing before it ended'),
    });
  });

  it('fails with what was wrong, also when it is skipped afterwards', async () => {
    const { result } = await runScriptTest(async (call) => {
      call.onAssertion(failedCheck);
      return { type: 'skipped', reason: 'enough' };
    });
    expect(result).toMatchObject({ status: 'failed', error: 'not equal', assertions: [failedCheck] });
  });

  it('is skipped with the reason that it gives', async () => {
    const { result } = await runScriptTest(async () => ({ type: 'skipped', reason: 'no database' }));
    expect(result).toMatchObject({ status: 'skipped', reason: 'no database' });
  });

  it('is an error when it throws, and failed when it throws after a check that failed', async () => {
    const thrown = await runScriptTest(() => Promise.reject(new Error('boom')));
    expect(thrown.result).toMatchObject({ status: 'error', error: 'boom', endReason: 'script_error' });
    const followed = await runScriptTest((call) => {
      call.onAssertion(failedCheck);
      return Promise.reject(new Error('boom'));
    });
    expect(followed.result).toMatchObject({
      status: 'failed',
      error: 'not equal; then it threw: boom',
      assertions: [failedCheck, { type: 'throw', status: 'failed', message: 'then it threw: boom' }],
    });
  });

  it('is an error when a check could not be made', async () => {
    const { result } = await runScriptTest(async (call) => {
      call.onAssertion({ type: 'Match', status: 'error', message: 'invalid regex' });
      return returnedEnding;
    });
    expect(result).toMatchObject({ status: 'error', error: 'invalid regex' });
  });

  it.each([
    ['.*', 'every answer passes it'],
    ['/refund/i', 'slashes are a part of the pattern'],
    ['costs $42', 'no text matches'],
  ])('has an error where the pattern %s checks nothing', async (value, message) => {
    for (const negate of [false, true]) {
      if (negate && value === '.*') continue;
      const { result } = await runScriptTest(async (call) => {
        call.onAssertion(await call.judge({ type: 'regex', value, negate }, 'a refund'));
        return returnedEnding;
      });
      expect(result).toMatchObject({ status: 'error', error: expect.stringContaining(message) });
    }
  });

  it('has agents judge for it', async () => {
    const { result } = await runScriptTest(async (call) => {
      call.onAssertion(await call.judge({ type: 'agent', use: 'judge', value: 'polite' }, 'Go away'));
      return returnedEnding;
    });
    expect(result).toMatchObject({
      status: 'failed',
      assertions: [
        {
          type: 'agent',
          agentValidation: {
            passed: false,
            reason: 'rude',
            input: 'Go away',
            request: { output: 'Go away', input: null, criteria: 'polite' },
          },
        },
      ],
    });
  });
});
