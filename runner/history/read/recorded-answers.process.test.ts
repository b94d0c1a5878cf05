import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dryRunCase, type RecordedAttempt } from '../../authoring/index.ts';
import type { CaseResult } from '../../contract/index.ts';
import { toCaseFileObject } from '../../kinds/kinds.ts';
import { runCli } from '../../testing/run-cli.ts';
import { castToJson, type Json, type JsonObject } from '../../values/index.ts';
import { loadCaseFile } from '../../workspace/workspace-readers.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { getAttemptState, readRecordedAnswers } from '../index.ts';

const signal = new AbortController().signal;
const suites = ['tests/refunds.jsonl', 'tests/clerk.jsonl', 'tests/more.jsonl'];
let workspace: string;
let database: Database;

beforeAll(async () => {
  workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-recorded-'));
  cpSync(path.join(import.meta.dirname, '..', '..', '..', 'e2e', 'workspace'), workspace, { recursive: true });
  mkdirSync(path.join(workspace, 'scripts'));
  writeFileSync(path.join(workspace, 'scripts', 'checks.ts'), checks);
  writeFileSync(
    path.join(workspace, 'tests', 'more.jsonl'),
    otherAssertions.map((item) => `${JSON.stringify(item)}\n`).join(''),
  );
  const file = path.join(workspace, 'history.db');
  const common = ['--app', workspace, '--db', file, '--quiet', '--no-output'];
  for (const suite of suites) {
    const agent = suite === 'tests/clerk.jsonl' ? ['-n', 'clerk', '--replay', 'strict'] : ['-n', 'shop', '--runs', '3'];
    const { stderr } = await runCli(['test', suite, ...agent, ...common], { cwd: workspace });
    if (!/^$|exit 1: \d+ failed|answers from the cassette/.test(stderr)) throw new Error(stderr);
  }
  database = openDatabase(file);
}, 120_000);

afterAll(() => {
  database.close();
  rmSync(workspace, { recursive: true, force: true });
});

describe('recorded answers', () => {
  it('are the attempts of a case in which its agent answered, newest first', () => {
    const { answers, leftOut } = readRecordedAnswers(database, { suiteKey: 'tests/refunds.jsonl', caseId: 'R-01' });
    expect(answers.map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
    expect(leftOut).toBe(0);
    expect(answers[0]).toMatchObject({ agentId: 'shop', status: 'passed', endReason: 'checkpoints_reached' });
    expect(readRecordedAnswers(database, { suiteKey: 'tests/refunds.jsonl', caseId: 'S-04' }).answers).toEqual([]);
    expect(readRecordedAnswers(database, { suiteKey: 'tests/refunds.jsonl', caseId: 'nobody' }).answers).toEqual([]);
  });

  it('are left out, and counted, when they are too large', () => {
    const answers = readRecordedAnswers(database, { suiteKey: 'tests/refunds.jsonl', caseId: 'R-01', mostBytes: 10 });
    expect(answers).toEqual({ answers: [], leftOut: 3 });
  });

  it.each(suites)('give a case of %s that nobody edited the verdicts that the run has recorded', async (suiteKey) => {
    const expected: unknown[] = [];
    const actual: unknown[] = [];
    for (const [caseId, value] of await loadCases(suiteKey)) {
      for (const answer of readRecordedAnswers(database, { suiteKey, caseId }).answers) {
        const dry = await dryRunCase({ value, answer }, signal);
        const { result } = getAttemptState(database, answer.runId, { suiteKey, caseId, attempt: answer.attempt });
        expected.push({ caseId, ...pickVerdicts(result) });
        actual.push({
          caseId,
          status: dry.status,
          assertions: dry.checks.map((check) => check.result),
          reached: dry.checkpoints.map(({ id, turn }) => [id, turn]),
        });
      }
    }
    expect(expected.length).toBeGreaterThan(1);
    expect(castToJson(JSON.parse(JSON.stringify(actual)))).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('say what an edit would change, and what only a new run can decide', async () => {
    const answer = newest('tests/refunds.jsonl', 'S-06');
    const polite = { type: 'agent', use: 'agents:judge', value: 'The answer is polite.' };
    const assertion = { type: 'equals', value: 'You said: Good morning' };
    const dryRunStatus = async (...assert: Json[]) =>
      (await dryRunCase({ value: { id: 'S-06', input: 'Good morning', assert }, answer }, signal)).status;
    expect(await dryRunStatus(polite, assertion)).toBe('failed');
    expect(await dryRunStatus({ ...polite, negate: true }, assertion)).toBe('passed');
    expect(await dryRunStatus({ ...polite, value: 'The answer is short.' }, assertion)).toBe('open');
    expect(await dryRunStatus({ ...polite, use: 'agents:other' }, assertion)).toBe('open');
    expect(await dryRunStatus(assertion)).toBe('passed');
    expect(await dryRunStatus(assertion, { type: 'regex' })).toBe('open');
  });

  it('keep the verdicts of scripts when the rest of the case changes', async () => {
    const answer = newest('tests/more.jsonl', 'script');
    const checkStatuses = async (fields: JsonObject, ...assert: Json[]) =>
      (await dryRunCase({ value: { id: 'renamed', input: 'Hello', assert, ...fields }, answer }, signal)).checks.map(
        ({ status }) => status,
      );
    const assertion = { type: 'contains', value: 'Hello' };
    expect(await checkStatuses({ name: 'New' }, assertion, lengthAssertion, { ...lengthAssertion, value: 3 })).toEqual([
      'passed',
      'failed',
      'passed',
    ]);
    expect(await checkStatuses({}, { ...lengthAssertion, negate: true, message: 'x' })).toEqual(['passed']);
    expect(await checkStatuses({}, { ...lengthAssertion, value: 4 }, lengthAssertion)).toEqual(['needs_run', 'failed']);
    expect(await checkStatuses({ expected: 'z' }, lengthAssertion, { ...lengthAssertion, value: null })).toEqual([
      'failed',
      'needs_run',
    ]);
    expect(await checkStatuses({ input: 'Bye' }, lengthAssertion)).toEqual(['needs_run']);
    const unvalued = newest('tests/more.jsonl', 'script-expects');
    const expects = { type: 'script', script: 'scripts.checks.IsLong' };
    const statusWithExpected = async (expected: Json) =>
      (await dryRunCase({ value: { id: 'x', input: 'Hello', expected, assert: [expects] }, answer: unvalued }, signal))
        .status;
    expect([await statusWithExpected(3), await statusWithExpected(4)]).toEqual(['passed', 'open']);
  });

  it('keep what was said of each turn of a conversation, for whatever checkpoint asks the same now', async () => {
    const answer = newest('tests/more.jsonl', 'judged-graph');
    const graph = async (...checkpoints: JsonObject[]) => {
      const value = { id: 'x', simulator: shopper, max_turns: 3, checkpoints };
      const dry = await dryRunCase({ value, answer }, signal);
      return dry.checkpoints.map(({ standing, checks }) => [standing, ...checks.map(({ status }) => status)]);
    };
    const statusesBefore = new Map(
      (
        await dryRunCase({ value: (await loadCases('tests/more.jsonl')).get('judged-graph') ?? null, answer }, signal)
      ).checkpoints.map(({ id, standing, checks }) => [id, [standing, ...checks.map(({ status }) => status)]]),
    );
    expect([...statusesBefore.values()].flat()).not.toContain('needs_run');
    expect([...statusesBefore.values()].flat()).not.toContain('open');
    const [standing, , judged] = statusesBefore.get('both') ?? [];
    const edited = await graph(
      { id: 'kind', assert: [{ ...polite, message: 'be kind' }] },
      {
        id: 'all',
        after: ['kind'],
        assert: [polite, { type: 'contains', value: 'refund' }, { type: 'type', value: 'string' }],
      },
      { id: 'length', assert: lengthAssertion },
      { id: 'other', required: false, assert: { ...polite, value: 'Short' } },
    );
    expect(edited[0]).toEqual(statusesBefore.get('sorry'));
    expect(edited[1]).toEqual([standing, judged, statusesBefore.get('both')?.[1], 'passed']);
    expect(edited[2]).toEqual(statusesBefore.get('long'));
    expect(edited[3]).toEqual(['open', 'needs_run']);
  });
});

function newest(suiteKey: string, caseId: string): RecordedAttempt {
  const [answer] = readRecordedAnswers(database, { suiteKey, caseId }).answers;
  if (answer === undefined) throw new Error(`${caseId} has been run`);
  return answer;
}

async function loadCases(suiteKey: string): Promise<Map<string, JsonObject>> {
  const { cases } = await loadCaseFile(path.join(workspace, suiteKey), suiteKey);
  return new Map(cases.map((testCase) => [testCase.id, toCaseFileObject(testCase)]));
}

function pickVerdicts(result: CaseResult | undefined) {
  return {
    status: result?.status,
    assertions: result?.assertions,
    reached: result?.checkpoints?.map(({ id, reachedAtTurn }) => [id, reachedAtTurn]) ?? [],
  };
}

const checks = `
export function IsLong(output: unknown, input: unknown, expected: unknown) {
  return { pass: String(output).length > Number(expected ?? 5), message: 'too short' };
}
`;

const polite = { type: 'agent', use: 'agents:judge', value: 'Polite' };
const shopper = { use: 'shopper', options: { metadata: { persona: 'Patient', goal: 'Get the money back' } } };
const lengthAssertion = { type: 'script', script: 'scripts.checks.IsLong', value: 20 };

const otherAssertions = [
  { id: 'expected', input: 'Hello', expected: 'You said: Hello' },
  { id: 'nothing', input: 'Hello' },
  { id: 'negated', input: 'Good morning', assert: { ...polite, negate: true, message: 'too polite' } },
  { id: 'script', input: 'Hello', assert: [{ ...lengthAssertion, value: 3 }, lengthAssertion] },
  { id: 'script-expects', input: 'Hello', expected: 3, assert: { type: 'script', script: 'scripts.checks.IsLong' } },
  { id: 'broken-path', input: 'Hello', assert: { type: 'json_path', path: '$.a', value: 1 } },
  { id: 'no-verdict', input: 'Hello', assert: { type: 'agent', use: 'agents:instant', value: 'x' } },
  { id: 'data', input: 'as json', assert: { type: 'json_path', path: '$.order.items[*]', value: ['lamp', 'cable'] } },
  {
    id: 'judged-graph',
    input: 'I want my money back.',
    simulator: shopper,
    checkpoints: [
      { id: 'sorry', assert: polite },
      { id: 'both', after: ['sorry'], assert: [{ type: 'contains', value: 'refund' }, polite] },
      { id: 'curt', after: ['sorry'], required: false, assert: { ...polite, negate: true } },
      { id: 'long', assert: lengthAssertion },
    ],
    max_turns: 3,
  },
  {
    id: 'no-simulator',
    input: 'I want my money back.',
    checkpoints: [{ id: 'refund', assert: { type: 'tool_called', value: 'refund_payment' } }],
  },
  {
    id: 'out-of-order',
    input: 'I want my money back.',
    simulator: shopper,
    checkpoints: [
      { id: 'late', after: ['never'], required: false, assert: { type: 'contains', value: 'order' } },
      { id: 'never', required: false, assert: { type: 'contains', value: 'not to be found' } },
      { id: 'refund', assert: { type: 'tool_called', name: 'refund_payment', arguments: { currency: 'EUR' } } },
    ],
  },
];
