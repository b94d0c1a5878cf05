import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../contract/index.ts';
import type { CaseRow, RunState } from '../fold/index.ts';
import { countStatuses, emptyRunState } from '../fold/index.ts';
import { compareRuns } from './compare-runs.ts';
import { computePassRateInterval } from './statistics/pass-rate-band.ts';

type CaseEntry = { id: string; suiteKey?: string; hash?: string; statuses: readonly CaseStatus[] };

function run(...entries: CaseEntry[]): RunState {
  const rows = entries.map(
    ({ id, suiteKey = 'a.jsonl', hash = 'h', statuses }): CaseRow => ({
      suiteKey,
      id,
      kind: 'standard',
      hash,
      attempts: statuses.map((status, index) => ({ attempt: index + 1, status, turns: 1 })),
    }),
  );
  return { ...emptyRunState('run'), rows, counts: countStatuses(entries.flatMap(({ statuses }) => statuses)) };
}

const change = (before: readonly CaseStatus[], after: readonly CaseStatus[]) => {
  const [comparedCase] = compareRuns(run({ id: 'A', statuses: before }), run({ id: 'A', statuses: after })).cases;
  return [comparedCase?.change, comparedCase?.regressed];
};

describe('comparing two runs', () => {
  it('tells what became of a case', () => {
    expect(change(['passed'], ['failed'])).toEqual(['failed_this_time', true]);
    expect(change(['passed'], ['timeout'])).toEqual(['failed_this_time', true]);
    expect(change(['error'], ['passed'])).toEqual(['fixed', false]);
    expect(change(['failed'], ['error'])).toEqual(['same', false]);
    expect(change(['passed'], ['passed'])).toEqual(['same', false]);
  });

  it('calls a case flaky that passes in some attempts, and a regression if it always passed before', () => {
    expect(change(['passed'], ['passed', 'failed'])).toEqual(['flaky', true]);
    expect(change(['failed'], ['passed', 'failed'])).toEqual(['flaky', false]);
    expect(change(['passed', 'failed'], ['failed'])).toEqual(['failed_this_time', true]);
    expect(change(['passed', 'failed'], ['passed'])).toEqual(['fixed', false]);
  });

  it('leaves out a case that is set aside in either run', () => {
    const side = (...setAside: ('quarantine' | undefined)[]) => {
      const state = run(...setAside.map((_, place) => ({ id: `C${place}`, statuses: ['passed' as const] })));
      return { ...state, rows: state.rows.map((row, place) => ({ ...row, setAside: setAside[place] })) };
    };
    const { cases, before, after } = compareRuns(
      side('quarantine', undefined, undefined),
      side(undefined, 'quarantine', undefined),
    );
    expect([cases.map(({ id }) => id), before.cases, after.cases]).toEqual([['C2'], 1, 1]);
  });

  it('counts a case that was not judged as one that was not there', () => {
    expect(change(['skipped'], ['failed'])).toEqual(['added', false]);
    expect(change(['failed'], ['skipped'])).toEqual(['removed', false]);
    expect(change(['skipped'], ['skipped'])).toEqual(['same', false]);
  });

  it('counts changes, edits and both pass rates', () => {
    const before = run(
      { id: 'A', statuses: ['passed'] },
      { id: 'B', statuses: ['passed'] },
      { id: 'gone', statuses: ['failed'] },
    );
    const after = run(
      { id: 'new', statuses: ['passed'] },
      { id: 'B', hash: 'other', statuses: ['failed'] },
      { id: 'A', statuses: ['passed'] },
    );
    const { cases, ...totals } = compareRuns(before, after);
    expect(cases.map(({ id, change: what, edited }) => [id, what, edited])).toEqual([
      ['new', 'added', false],
      ['B', 'failed_this_time', true],
      ['A', 'same', false],
      ['gone', 'removed', false],
    ]);
    const interval = computePassRateInterval([1, 1, 0].map((passed) => ({ passed, judged: 1 })));
    expect(totals).toEqual({
      before: { runId: 'run', cases: 3, counts: before.counts, faults: {}, passRate: 2 / 3, interval },
      after: { runId: 'run', cases: 3, counts: after.counts, faults: {}, passRate: 2 / 3, interval },
      counts: { newly_failing: 0, failed_this_time: 1, flaky: 0, fixed: 0, added: 1, removed: 1, same: 1 },
      edited: 1,
      agentChanged: [],
      selection: {},
      regressed: 1,
    });
  });

  it('finds the cases of one suite again under another name, and keeps the ids of several suites apart', () => {
    const moved = compareRuns(
      run({ id: 'A', statuses: ['passed'] }),
      run({ id: 'A', suiteKey: 'b.jsonl', statuses: ['passed'] }),
    );
    expect(moved.counts.same).toBe(1);
    const two = [
      { id: 'A', statuses: ['passed'] },
      { id: 'A', suiteKey: 'b.jsonl', statuses: ['failed'] },
    ] as const;
    expect(compareRuns(run(...two), run(two[1], two[0])).counts.same).toBe(2);
  });

  it('says nothing of edits where a report knows no hashes', () => {
    const { edited } = compareRuns(
      run({ id: 'A', hash: '', statuses: ['passed'] }),
      run({ id: 'A', statuses: ['passed'] }),
    );
    expect(edited).toBe(0);
  });
});
