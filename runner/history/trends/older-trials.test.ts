import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import { compareStoredRuns } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { readComparedSide } from './compared-side.ts';
import { collectOlderTrials } from './older-trials.ts';

const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('the older attempts of a case', () => {
  it('are those of complete runs of the series before the baseline, of the case as it is', async () => {
    await record('old', 1, [case_('a', 'passed'), case_('b', 'failed')]);
    await record('other content', 2, [case_('a', 'failed', 'edited')]);
    await record('other model', 3, [case_('a', 'failed')], { connector: 'large' });
    await record('other agent', 4, [case_('a', 'failed')], { agentId: 'echo' });
    await record('stopped', 5, [case_('a', 'failed')], { outcome: 'cancelled' });
    await record('some', 6, [case_('a', 'failed')], { options: { cases: ['a'] } });
    await record('bad', 7, [case_('a', 'failed'), case_('b', 'skipped')], { missed: ['regression'] });
    await record('base', 8, [case_('a', 'passed'), case_('b', 'passed')]);
    await record('between', 9, [case_('a', 'failed'), case_('b', 'failed')]);
    await record('head', 10, [case_('a', 'failed'), case_('b', 'failed')]);
    expect(readOlderTrials('base', 'head')).toEqual({ a: [1, 2], b: [0, 1] });
  });

  it('are the newest, up to 50 with those of the baseline, and of a run all or none', async () => {
    for (let run = 0; run < 20; run += 1) {
      const status = run < 10 ? 'failed' : 'passed';
      await record(`run-${run}`, run, times(7, status));
    }
    await record('base', 30, times(4, 'passed'));
    await record('head', 31, times(4, 'failed'));
    expect(readOlderTrials('base', 'head')).toEqual({ a: [42, 42] });
  });

  it('are not read for a case that did as well', async () => {
    await record('old', 1, [case_('same', 'failed'), case_('worse', 'passed')]);
    await record('base', 2, [case_('same', 'passed'), case_('worse', 'passed')]);
    await record('head', 3, [case_('same', 'passed'), case_('worse', 'failed')]);
    expect(readOlderTrials('base', 'head')).toEqual({ worse: [1, 1] });
  });

  it('name a case of one attempt that always passed, and none that is often wrong', { tags: 'thorough' }, async () => {
    for (let run = 0; run < 60; run += 1) {
      await record(`run-${run}`, run, [case_('steady', 'passed'), case_('flaky', run % 2 === 0 ? 'passed' : 'failed')]);
    }
    await record('head', 100, [case_('steady', 'failed'), case_('flaky', 'failed')]);
    const { change } = compareStoredRuns(database, { base: 'run-58', head: 'head', all: false });
    expect(change.newlyFailing).toMatchObject([{ id: 'steady', earlier: { passed: 49, judged: 49 } }]);
    expect(change.failedThisTime).toMatchObject([{ id: 'flaky' }]);
  });
});

function case_(id: string, status: CaseStatus, hash = 'content'): CaseResult {
  return caseResult({ id, status, hash });
}

function times(count: number, status: CaseStatus): CaseResult[] {
  return Array.from({ length: count }, (_, index) => ({ ...case_('a', status), attempt: index + 1 }));
}

function record(runId: string, time: number, results: CaseResult[], runFields: Partial<RecordedResults> = {}) {
  return writeResults(database, { runId, at: time, results, connector: 'small', ...runFields });
}

function readOlderTrials(base: string, head: string): Record<string, [number, number]> {
  const [before, after] = [readComparedSide(database, base), readComparedSide(database, head)];
  if (before === undefined || after === undefined) throw new Error('a run is not there');
  const trials = collectOlderTrials(database, { base: before, head: after });
  const ids = new Map(before.rows.map(({ suiteKey, id }) => [caseKey(suiteKey, id), id]));
  return Object.fromEntries([...trials].map(([key, { passed, judged }]) => [ids.get(key) ?? key, [passed, judged]]));
}
