import { describe, expect, it } from 'vitest';
import type { StandardCase } from '../contract/index.ts';
import { dynamicCase, standardCase } from '../testing/case-factory.ts';
import { type PlanRequest, planRun } from './plan-run.ts';

const suite = { suite: { key: 'tests/a.jsonl', agentId: 'echo' }, baseDir: 'tests' };

function request(cases: StandardCase[], parts: Partial<PlanRequest> = {}): PlanRequest {
  return {
    runId: 'run-1',
    suites: [{ ...suite, cases }],
    selection: {},
    identity: {},
    options: { input: 'tests/a.jsonl', attempts: 1, parallel: 1, failFast: false, timeoutMs: 120_000 },
    toolVersion: '0',
    ...parts,
  };
}

function planned(cases: StandardCase[], parts: Partial<PlanRequest> = {}) {
  const result = planRun(request(cases, parts));
  if (!result.ok) throw new Error(result.problems.join('; '));
  return result.plan.cases;
}

describe('planRun', () => {
  it('lets flags win over the case for user and team, and the case win for the timeout', () => {
    const testCase = standardCase({ user: 'ann', team: 'blue', timeoutMs: 5 });
    expect(planned([testCase])[0]).toMatchObject({ timeoutMs: 5, environment: { userId: 'ann', teamId: 'blue' } });
    const [flagged] = planned([testCase, standardCase({ id: 'B' })], { identity: { userId: 'bob' } });
    expect(flagged?.environment).toMatchObject({ userId: 'bob', teamId: 'blue' });
    expect(planned([standardCase()])[0]).toMatchObject({
      timeoutMs: 120_000,
      environment: { userId: 'test-user', teamId: 'test-team' },
    });
  });

  it('takes the connector of the flag, then that of the case, then none', () => {
    const testCase = standardCase({ options: { connector: 'own' } });
    const { options } = request([]);
    expect(planned([testCase])[0]?.connector).toBe('own');
    expect(planned([testCase], { options: { ...options, connector: 'flag' } })[0]).toMatchObject({
      connector: 'flag',
      options: { connector: 'flag' },
    });
    expect(planned([standardCase()])[0]?.connector).toBeUndefined();
  });

  it('lets the default simulator play where a conversation names none', () => {
    const cases = [
      dynamicCase({ id: 'own' }),
      dynamicCase({ id: 'none', simulator: undefined }),
      standardCase({ id: 'call' }),
    ];
    const result = planRun({ ...request([]), suites: [{ ...suite, cases }], simulator: 'helper' });
    expect(result.ok && result.plan.cases.map((entry) => entry.case.simulator?.use)).toEqual([
      'simulator',
      'helper',
      undefined,
    ]);
  });

  it('keeps the order of the file and marks what is to be skipped', () => {
    const cases = ['B', 'A', 'C'].map((id) => standardCase({ id, skip: id === 'A' }));
    expect(planned(cases).map((entry) => [entry.case.id, entry.skipReason])).toEqual([
      ['B', undefined],
      ['A', 'skip'],
      ['C', undefined],
    ]);
  });

  it('combines filters, searching the pattern in ids and names in linear time', () => {
    const cases = [
      standardCase({ id: 'pay-1', tags: ['smoke', 'pay'] }),
      standardCase({ id: 'pay-2', name: 'refund', tags: ['pay'] }),
      standardCase({ id: 'x', tags: ['smoke'] }),
    ];
    const ids = (selection: PlanRequest['selection']) => planned(cases, { selection }).map((entry) => entry.case.id);
    expect(ids({ pattern: '^pay' })).toEqual(['pay-1', 'pay-2']);
    expect(ids({ pattern: '(?i)REFUND' })).toEqual(['pay-2']);
    expect(ids({ tags: ['smoke', 'none'] })).toEqual(['pay-1', 'x']);
    expect(ids({ pattern: 'pay', tags: ['smoke'] })).toEqual(['pay-1']);
  });

  it('says what is wrong with a selection', () => {
    const problems = (selection: PlanRequest['selection']) => {
      const result = planRun(request([standardCase({ id: 'alpha' })], { selection }));
      return result.ok ? [] : result.problems;
    };
    expect(problems({ cases: ['alpa'] })).toEqual(['--case: no case has the id "alpa"; did you mean "alpha"?']);
    expect(problems({ tags: ['t'] })).toEqual(['nothing to run: none of the 1 cases matches --tag t']);
    expect(problems({ pattern: '(' })[0]).toMatch(/^--run: /);
  });
});
