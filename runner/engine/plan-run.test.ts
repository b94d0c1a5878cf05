import { describe, expect, it } from 'vitest';
import type { TestCase } from '../contract/index.ts';
import { runKinds } from '../kinds/kinds.ts';
import { consistencyCase, dynamicCase, standardCase } from '../testing/case-factory.ts';
import { computeDefaultParallel } from './default-parallel.ts';
import { type PlanRequest, planRun } from './plan-run.ts';
import { warnOfMisspeltTags, warnOfPatternInOtherCase } from './select-cases.ts';

const suite = { suite: { key: 'tests/a.jsonl', agentId: 'echo' }, baseDir: 'tests' };

const options = { input: 'tests/a.jsonl', attempts: 1, parallel: 1, failFast: false, timeoutMs: 120_000 };

function createRequest(cases: TestCase[], parts: Partial<PlanRequest> = {}): PlanRequest {
  return {
    runId: 'run-1',
    suites: [{ ...suite, cases }],
    options,
    toolVersion: '0',
    ...parts,
  };
}

function planCases(cases: TestCase[], parts: Partial<PlanRequest> = {}) {
  const result = planRun(createRequest(cases, parts), runKinds);
  if (!result.ok) throw new Error(result.problems.join('; '));
  return [...result.plan.cases];
}

describe('planRun', () => {
  it('lets flags win over the case for user and team, and the case win for the timeout', () => {
    const testCase = standardCase({ user: 'ann', team: 'blue', timeoutMs: 5 });
    expect(planCases([testCase])[0]).toMatchObject({ timeoutMs: 5, environment: { userId: 'ann', teamId: 'blue' } });
    const [flagged] = planCases([testCase, standardCase({ id: 'B' })], { options: { ...options, user: 'bob' } });
    expect(flagged?.environment).toMatchObject({ userId: 'bob', teamId: 'blue' });
    expect(planCases([standardCase()])[0]).toMatchObject({
      timeoutMs: 120_000,
      environment: { userId: 'test-user', teamId: 'test-team' },
    });
  });

  it('takes the connector of the flag, then that of the case, then none', () => {
    const testCase = standardCase({ options: { connector: 'own' } });
    expect(planCases([testCase])[0]?.connector).toBe('own');
    expect(planCases([testCase], { options: { ...options, connector: 'flag' } })[0]).toMatchObject({
      connector: 'flag',
      options: { connector: 'flag' },
    });
    expect(planCases([standardCase()])[0]?.connector).toBeUndefined();
  });

  it('lets the default simulator play where a conversation names none', () => {
    const cases = [
      dynamicCase({ id: 'own' }),
      dynamicCase({ id: 'none', simulator: undefined }),
      standardCase({ id: 'call' }),
    ];
    const result = planRun(
      { ...createRequest([]), suites: [{ ...suite, cases }], simulator: { by: 'agent', id: 'helper' } },
      runKinds,
    );
    expect(result.ok && result.plan.cases.map((entry) => entry.case.simulator?.use)).toEqual([
      'simulator',
      'helper',
      undefined,
    ]);
  });

  it('keeps the order of the file and marks what is to be skipped', () => {
    const cases = ['B', 'A', 'C'].map((id) => standardCase({ id, skip: id === 'A' }));
    expect(planCases(cases).map((entry) => [entry.case.id, entry.skipReason])).toEqual([
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
    const ids = (selection: Partial<PlanRequest['options']>) =>
      planCases(cases, { options: { ...options, ...selection } }).map((entry) => entry.case.id);
    expect(ids({ pattern: '^pay' })).toEqual(['pay-1', 'pay-2']);
    expect(ids({ pattern: '(?i)REFUND' })).toEqual(['pay-2']);
    expect(ids({ tags: ['smoke', 'pay'] })).toEqual(['pay-1', 'pay-2', 'x']);
    expect(ids({ pattern: 'pay', tags: ['smoke'] })).toEqual(['pay-1']);
  });

  it('says what is wrong with a selection', () => {
    const problems = (selection: Partial<PlanRequest['options']>) => {
      const result = planRun(
        createRequest([standardCase({ id: 'alpha', tags: ['smoke'] })], { options: { ...options, ...selection } }),
        runKinds,
      );
      return result.ok ? [] : result.problems;
    };
    expect(problems({ cases: ['alpa'] })).toEqual(['--case: no case has the id "alpa"; did you mean "alpha"?']);
    expect(problems({ tags: ['t'] })).toEqual(['nothing to run: none of the 1 cases matches --tag t']);
    expect(problems({ tags: ['smoke', 'smke'] })).toEqual(['--tag: no case has the tag "smke"; did you mean "smoke"?']);
    expect(problems({ pattern: '(' })[0]).toMatch(/^--run: /);
  });

  it('tells of cases whose tag differs from the selected one in its case only', () => {
    const cases = [
      standardCase({ id: 'a', tags: ['smoke'] }),
      standardCase({ id: 'b', tags: ['Smoke'] }),
      standardCase({ id: 'c', tags: ['SMOKE', 'smoke'] }),
      standardCase({ id: 'd', tags: ['smokes'] }),
    ];
    expect(warnOfMisspeltTags(['smoke'], cases)).toEqual([
      '--tag smoke leaves out 1 case with the tag "Smoke"; tags are case-sensitive',
    ]);
    expect(warnOfMisspeltTags(['smoke', 'Smoke'], cases)).toEqual([]);
  });

  it('tells of cases whose tag is probably a misspelling of the selected one', () => {
    const cases = ['smoke', 'smoke', 'somke', 'smoke2', 'smokes', 'slow', 'show'].map((tag, index) =>
      standardCase({ id: `c${index}`, tags: [tag] }),
    );
    expect(warnOfMisspeltTags(['smoke'], cases)).toEqual([
      '--tag smoke leaves out 1 case with the tag "somke"; is it misspelt?',
    ]);
    expect(warnOfMisspeltTags(['smoke', 'somke', 'slow'], cases)).toEqual([]);
    expect(warnOfMisspeltTags(['smoke'], cases.slice(1))).toEqual([
      '--tag smoke leaves out 1 case with the tag "somke"; is it misspelt?',
    ]);
    expect(warnOfMisspeltTags(['somke'], cases)).toEqual([]);
  });

  it('tells of cases that a pattern matches only without their capitals', () => {
    const cases = ['Refund-once', 'prefund-note', 'other'].map((id) => standardCase({ id }));
    expect(warnOfPatternInOtherCase('refund', cases)).toEqual([
      '--run refund leaves out 1 case with other capitals, such as "Refund-once"; (?i) ignores them',
    ]);
    const right = ['(?i)refund', 'other', '(', undefined];
    expect(right.flatMap((pattern) => warnOfPatternInOtherCase(pattern, cases))).toEqual([]);
  });

  it('gives every call of a consistency case the whole time', () => {
    const plannedTimeout = (parts: Parameters<typeof consistencyCase>[0]) =>
      planCases([consistencyCase(parts)])[0]?.timeoutMs;
    const recall = { type: 'context_recall', threshold: 0.5 } as const;
    const [similarity] = consistencyCase().metrics;
    expect(plannedTimeout({ samples: 10, concurrency: 10 })).toBe(2 * 120_000);
    expect(plannedTimeout({ samples: 11, concurrency: 5 })).toBe(6 * 120_000);
    expect(plannedTimeout({ samples: 5, concurrency: 5, pairing: 'all' })).toBe(3 * 120_000);
    expect(plannedTimeout({ samples: 5, concurrency: 5, pairing: 'all', expected: 'x' })).toBe(2 * 120_000);
    expect(plannedTimeout({ samples: 5, concurrency: 5, metrics: [recall] })).toBe(120_000);
    expect(similarity !== undefined && plannedTimeout({ metrics: [similarity, similarity, recall] })).toBe(6 * 120_000);
    expect(plannedTimeout({ samples: 1, timeoutMs: 5 })).toBe(10);
  });

  describe('finds consistency cases', () => {
    const cases = [
      consistencyCase({ id: 'users', name: 'users', aliases: ['0', 'how many users?'] }),
      consistencyCase({ id: 'test-2-1', test: 2, aliases: ['1', 'facts', 'capital?'] }),
      consistencyCase({ id: 'test-2-2', test: 2, aliases: ['1', 'facts', 'river?'] }),
      standardCase({ id: '1b' }),
    ];
    const ids = (...names: string[]) =>
      planCases(cases, { options: { ...options, cases: names } }).map((entry) => entry.case.id);
    const problems = (...names: string[]) => {
      const result = planRun(createRequest(cases, { options: { ...options, cases: names } }), runKinds);
      return result.ok ? [] : result.problems;
    };

    it('by id, place, name and question', () => {
      expect(ids('users')).toEqual(['users']);
      expect(ids('how many users?')).toEqual(['users']);
      expect(ids('1')).toEqual(['test-2-1', 'test-2-2']);
      expect(ids('facts')).toEqual(['test-2-1', 'test-2-2']);
      expect(ids('river?', '0', '1b')).toEqual(['users', 'test-2-2', '1b']);
    });

    it('by an id before any other name', () => {
      const named = [
        consistencyCase({ id: '1', aliases: ['0'] }),
        consistencyCase({ id: 'b', test: 2, aliases: ['1'] }),
      ];
      expect(planCases(named, { options: { ...options, cases: ['1'] } }).map((entry) => entry.case.id)).toEqual(['1']);
    });

    it('and says which there are', () => {
      expect(problems('2', 'rivr?', 'nothing like that')).toEqual([
        '--case: there is no test 2: there are 2, counted from 0',
        '--case: no case has the id, name or question "rivr?"; did you mean "river?"?',
        '--case: no case has the id, name or question "nothing like that"',
      ]);
    });
  });
});

describe('how many attempts run at once', () => {
  const cases = [1, 2, 3].map((test) => consistencyCase({ id: `${test}`, test }));
  const { parallel: _, ...options } = createRequest([]).options;
  const plannedParallel = (own: Partial<PlanRequest['options']>) => {
    const result = planRun(createRequest(cases, { options: { ...options, ...own } }), runKinds);
    return result.ok && result.plan.options.parallel;
  };

  it('is what their tests allow, but one under a limit of costs, and always what the flag says', () => {
    expect([
      plannedParallel({}),
      plannedParallel({ maxCost: 1 }),
      plannedParallel({ maxCost: 1, parallel: 2 }),
    ]).toEqual([3, 1, 2]);
  });
});

describe('computeDefaultParallel', () => {
  const parallelFor = (...cases: TestCase[]) => computeDefaultParallel([{ cases }], runKinds);
  const ofTest = (test: number, count: number, parts: Parameters<typeof consistencyCase>[0]) =>
    Array.from({ length: count }, (_, index) => consistencyCase({ id: `${test}-${index}`, test, ...parts }));

  it('is one for cases that are not tests of this kind', () => {
    expect(parallelFor(standardCase(), standardCase({ id: 'B' }))).toBe(1);
  });

  it('runs tests together, ten at most', () => {
    expect(parallelFor(...ofTest(1, 1, {}), ...ofTest(2, 1, {}), standardCase())).toBe(2);
    expect(parallelFor(...Array.from({ length: 30 }, (_, test) => consistencyCase({ id: `${test}`, test })))).toBe(10);
  });

  it('shares the concurrency of a test among its cases', () => {
    expect(parallelFor(...ofTest(1, 8, { concurrency: 5, samples: 3 }))).toBe(1);
    expect(parallelFor(...ofTest(1, 8, { concurrency: 9, samples: 3 }))).toBe(3);
    expect(parallelFor(...ofTest(1, 2, { concurrency: 10, samples: 1 }))).toBe(2);
    expect(parallelFor(...ofTest(1, 50, { concurrency: 10, samples: 1 }))).toBe(10);
  });

  it('counts tests of several suites as tests of their own', () => {
    expect(computeDefaultParallel([{ cases: ofTest(1, 1, {}) }, { cases: ofTest(1, 1, {}) }], runKinds)).toBe(2);
  });
});
