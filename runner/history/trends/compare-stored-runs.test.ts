import { beforeEach, describe, expect, it } from 'vitest';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { echoAgent } from '../../testing/fake-agents.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { recordRun } from '../../testing/record-run.ts';
import type { Database } from '../db/index.ts';
import { compareStoredRuns, readAttemptsOfCase } from '../index.ts';
import { temporaryHistories, writeEvents, writeResults } from '../testing/temporary-histories.ts';

const runs = { base: '019a0000-0000-7000-8000-00000000000a', head: '019a1111-0000-7000-8000-00000000000b' };

const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('two stored runs', () => {
  it('are compared without what stayed the same when there is much of it, unless all is wanted', {
    tags: 'thorough',
  }, async () => {
    await store(runs.base, 400);
    await store(runs.head, 401);
    const comparison = compareStoredRuns(database, { ...runs, all: false });
    expect(comparison.comparison.cases).toMatchObject([{ id: 'C400', change: 'added' }]);
    expect(comparison.comparison.counts).toMatchObject({ added: 1, same: 400 });
    expect(comparison.leftOut).toBe(400);

    const wholeComparison = compareStoredRuns(database, { ...runs, all: true });
    expect([wholeComparison.comparison.cases.length, wholeComparison.leftOut]).toEqual([401, 0]);
  });

  it('are compared whole when they are small', async () => {
    await store(runs.base, 2);
    await store(runs.head, 2);
    const comparison = compareStoredRuns(database, { ...runs, all: false });
    expect([comparison.comparison.cases.length, comparison.leftOut]).toEqual([2, 0]);
  });

  it('have one verdict on the whole, and name the cases that really changed', async () => {
    const resultsWithPasses = (id: string, passed: number) =>
      Array.from({ length: 10 }, (_, index) =>
        caseResult({ id, attempt: index + 1, status: index < passed ? 'passed' : 'failed' }),
      );
    await writeResults(database, {
      runId: runs.base,
      at: 1,
      results: [...resultsWithPasses('drops', 10), ...resultsWithPasses('stays', 9)],
    });
    await writeResults(database, {
      runId: runs.head,
      at: 2,
      results: [...resultsWithPasses('drops', 1), ...resultsWithPasses('stays', 8)],
    });
    const { change, comparison } = compareStoredRuns(database, { ...runs, all: false });
    expect(change).toMatchObject({ before: { passed: 19 }, after: { passed: 9 }, evidence: { verdict: 'real' } });
    expect(comparison.cases.map(({ id, change: what, real }) => [id, what, real])).toEqual([
      ['drops', 'newly_failing', true],
      ['stays', 'flaky', false],
    ]);
  });

  it('are refused when one of them is not there', async () => {
    await store(runs.base, 1);
    expect(() => compareStoredRuns(database, { ...runs, all: false })).toThrow(`There is no run ${runs.head}`);
  });
});

describe('the attempts of a case', () => {
  it('are found, also when the suite has another name by now', async () => {
    await store(runs.base, 2);
    const caseAttempts = { suiteKey: 'tests/suite.jsonl', attempts: [{ attempt: 1, status: 'passed' }] };
    for (const suiteKey of ['tests/suite.jsonl', 'tests/renamed.jsonl']) {
      expect(readAttemptsOfCase(database, runs.base, { suiteKey, caseId: 'C1' })).toEqual(caseAttempts);
    }
  });

  it('are nothing for a case or a run that is not there', async () => {
    await store(runs.base, 1);
    const address = { suiteKey: 'tests/suite.jsonl', caseId: 'C1' };
    expect(readAttemptsOfCase(database, runs.base, address)).toBeUndefined();
    expect(readAttemptsOfCase(database, runs.head, { ...address, caseId: 'C0' })).toBeUndefined();
  });
});

async function store(runId: string, count: number): Promise<void> {
  const cases = Array.from({ length: count }, (_, index) => standardCase({ id: `C${index}` }));
  const { events, done } = recordRun(runPlan(cases, { runId }), [echoAgent()]);
  await done;
  await writeEvents(database, events);
}
