import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { listRuns } from '../history/index.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../testing/scripted-workspace.ts';
import { type AgentFunction, loadSuite, type RunEvent, runCase, runSuite, TurntreeError } from './index.ts';

const suite = 'tests/desk.jsonl';
const answerKindly: AgentFunction = ({ input }) => `You said ${String(input)}`;

let workspace: ScriptedWorkspace;
beforeEach(() => {
  workspace = createScriptedWorkspace();
  workspace.write(suite, [
    { id: 'greets', input: 'hello', assert: { type: 'contains', value: 'echo' }, tags: ['short'] },
    { id: 'quotes', input: 'abc', assert: { type: 'contains', value: 'abc' } },
  ]);
});
afterEach(() => workspace.remove());

const createOptions = <More extends object>(more: More) => ({ cwd: workspace.root, ...more });

function listStoredRuns() {
  const database = openDatabase(path.join(workspace.root, '.runner/history.db'));
  const runs = listRuns(database, { limit: 9 }).map(({ runId, status }) => ({ runId, status }));
  database.close();
  return runs;
}

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
}

describe('runSuite', () => {
  it('returns every case with its file, line, status, attempts and failure, and keeps the run', async () => {
    const result = await runSuite(suite, createOptions({ agent: 'desk', runs: 2 }));
    expect(result).toMatchObject({
      passed: false,
      outcome: 'failed',
      counts: { passed: 2, failed: 2 },
      passRate: 0.5,
      problems: [],
    });
    const file = path.join(workspace.root, suite);
    expect(result.cases).toMatchObject([
      { id: 'greets', status: 'passed', file, line: 1, tags: ['short'], failure: undefined },
      { id: 'quotes', status: 'failed', file, line: 2, suite },
    ]);
    expect(result.cases.map(({ attempts }) => attempts.map(({ output }) => output))).toEqual([
      ['echo', 'echo'],
      ['echo', 'echo'],
    ]);
    expect(result.cases[1]?.failure).toContain('0 of 2 passed');
    expect(result.cases[1]?.failure).toContain('expected: "abc"');
    expect(listStoredRuns()).toEqual([{ runId: result.runId, status: 'failed' }]);
    expect(readdirSync(path.join(workspace.root, 'tests'))).toEqual(['desk.jsonl']);
  });

  it('has an agent that is a function of the program, and writes no report and no history when told so', async () => {
    const result = await runSuite(suite, createOptions({ agent: answerKindly, history: false, case: 'quotes' }));
    expect(result).toMatchObject({ passed: true, counts: { passed: 1 } });
    expect(result.cases[0]?.attempts[0]?.output).toBe('You said abc');
    expect(existsSync(path.join(workspace.root, '.runner/history.db'))).toBe(false);
  });

  it('answers the tool calls of a function from the mocks of the case', async () => {
    workspace.write(suite, [
      {
        id: 'a',
        input: 'go',
        mocks: { look_up: { result: { city: 'Ulm' } } },
        assert: { type: 'contains', value: 'Ulm' },
      },
    ]);
    const agent: AgentFunction = async (_, { tools }) => `It is ${(await tools.call('look_up', { id: 1 })).city}`;
    const { cases } = await runSuite(suite, createOptions({ agent, history: false }));
    expect(cases[0]).toMatchObject({
      status: 'passed',
      attempts: [{ toolCalls: [{ tool: 'look_up', mocked: true }] }],
    });
  });

  it('yields every event of the run, in order, while it goes on', async () => {
    const events: RunEvent[] = [];
    const run = runSuite(suite, createOptions({ agent: 'desk', history: false }));
    for await (const event of run) events.push(event);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]?.type).toBe('run.started');
    expect(events.at(-1)?.type).toBe('run.finished');
    expect((await run).runId).toBe(events[0]?.runId);
  });

  it('goes on when the loop over its events is left, and throws in the loop what stops it from starting', async () => {
    const run = runSuite(suite, createOptions({ agent: 'desk', history: false }));
    for await (const event of run) if (event.type === 'run.started') break;
    expect((await run).cases).toHaveLength(2);
    const lost = runSuite('nowhere.jsonl', createOptions({}));
    const loop = async () => {
      for await (const event of lost) expect(event).toBeUndefined();
    };
    expect(await catchError(loop())).toMatchObject({
      message: expect.stringContaining('nowhere.jsonl does not exist'),
    });
  });

  it('is stopped by its signal, with the rest skipped', async () => {
    const controller = new AbortController();
    const agent: AgentFunction = (_, { signal }) => {
      controller.abort();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const result = await runSuite(suite, createOptions({ agent, signal: controller.signal }));
    expect(result).toMatchObject({ passed: false, outcome: 'cancelled', counts: { skipped: 2 } });
    const reason = new Error('too late');
    expect(await catchError(runSuite(suite, createOptions({ signal: AbortSignal.abort(reason) })))).toBe(reason);
  });

  it('reports what the command line would print, with secrets masked', async () => {
    const printed: string[] = [];
    const variables = { DESK_API_KEY: 'sk-abcdefgh12345678' };
    const agent: AgentFunction = () => 'the key is sk-abcdefgh12345678';
    const onOutput = (text: string) => void printed.push(text);
    const result = await runSuite(suite, createOptions({ agent, variables, onOutput, history: false }));
    expect(printed.join('')).toContain('[quotes]');
    expect(printed.join('') + JSON.stringify(result)).not.toContain('sk-abcdefgh12345678');
  });

  it('returns the warnings that the command line prints, and what the cases do not check', async () => {
    workspace.write(suite, [
      { id: 'a', input: 'hello there', assert: { type: 'contains', value: ' ' } },
      { id: 'b', input: 'hello' },
    ]);
    const { passed, warnings } = await runSuite(suite, createOptions({ agent: answerKindly }));
    expect(passed).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('desk.jsonl:1'), 'Unchecked: 1 passed case checks nothing']);
  });

  it('says of each passed case what no rule checked', async () => {
    workspace.write(suite, [{ id: 'a', input: 'hello', assert: { type: 'contains', value: 'good day' } }]);
    const agent = () => ({ content: 'good day', tool_calls: [{ tool: 'delete_all', arguments: {} }] });
    const { warnings } = await runSuite(suite, createOptions({ agent }));
    expect(warnings).toContain('a: 1 call not covered by any assertion: delete_all');
  });

  it('fails by its gates, also if every case passed', async () => {
    const agent: AgentFunction = ({ input }) => ({ content: `echo ${String(input)}`, tool_calls: [{ tool: 'extra' }] });
    const result = await runSuite(suite, createOptions({ agent, failOnUnjudged: true, history: false }));
    expect(result.cases.map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(result).toMatchObject({ passed: false, reason: expect.stringContaining('unjudged') });
  });
});

describe('what cannot start', () => {
  it.each([
    [{ agent: 'dsk' }, 'agent "dsk" not found'],
    [{ tags: 'short' }, 'runSuite: unknown option "tags" (did you mean "tag"?)'],
    [{ dryRun: true }, 'runSuite: --dry-run is only for the command line'],
    [{ timeout: 'soon' }, 'runSuite: "timeout"'],
    [{ runs: 0 }, 'runSuite: "runs"'],
    [{ parallel: {} }, 'runSuite: "parallel" must be a text, a number, true or false'],
    [{ agent: 5 }, 'runSuite: "agent" must be the id of an agent'],
    [{ agent: answerKindly, connector: 'fast' }, 'runSuite: "connector" has no effect'],
    [{ signal: 'now' }, 'runSuite: "signal" must be an AbortSignal'],
    [{ tag: 'nightly' }, 'nothing to run'],
    [{ agent: answerKindly, retries: 2 }, 'agent "answerKindly" is passed by the program without "repeatable": true'],
  ])('is refused in words: %j', async (options, message) => {
    const error = await catchError(runSuite(suite, createOptions<object>({ history: false, ...options })));
    expect(error).toBeInstanceOf(TurntreeError);
    expect(String(error)).toContain(message);
  });

  it('has every mistake of a file with its position', async () => {
    workspace.write(suite, '{"id": "a", "input": "x", "asert": []}\n{"id": "a", "input": 5}\n');
    const error = await catchError(loadSuite(suite, createOptions({})));
    expect(error).toBeInstanceOf(TurntreeError);
    expect(error).toMatchObject({
      problems: [
        { file: suite, line: 1, column: 27, message: expect.stringContaining('asert') },
        { file: suite, line: 2 },
        { file: suite, line: 2 },
      ],
    });
    expect(String(error)).toContain(`${suite}:1:27`);
  });
});

describe('loadSuite', () => {
  it('returns what a run would select, and runs nothing', async () => {
    const file = path.join(workspace.root, suite);
    expect(await loadSuite(suite, createOptions({ tag: 'short' }))).toEqual([
      { id: 'greets', kind: 'standard', tags: ['short'], skip: false, agent: 'desk', suite, file, line: 1 },
    ]);
    expect(existsSync(path.join(workspace.root, '.runner'))).toBe(false);
  });
});

describe('runCase', () => {
  it('runs one case of a file', async () => {
    expect(await runCase(suite, 'quotes', createOptions({ agent: answerKindly, history: false }))).toMatchObject({
      id: 'quotes',
      status: 'passed',
    });
    expect(String(await catchError(runCase(suite, 'quote', createOptions({}))))).toContain('quote');
  });

  it('runs a case that is an object, and keeps it under the name of its suite', async () => {
    const greeting = { id: 'hi', input: 'hi', assert: { type: 'contains' as const, value: 'echo' } };
    const outcome = await runCase(greeting, createOptions({ agent: 'desk', suite: 'greetings' }));
    expect(outcome).toMatchObject({ id: 'hi', status: 'passed', suite: 'greetings' });
    expect(listStoredRuns()).toHaveLength(1);
    const wrong = await catchError(runCase({ ...greeting, id: '' }, createOptions({ agent: 'desk' })));
    expect(wrong).toMatchObject({ problems: [{ file: 'code', line: 1, column: 7 }] });
  });
});
