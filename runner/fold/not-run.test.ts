import { describe, expect, it } from 'vitest';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { listCasesNotRun } from './not-run.ts';

const results = [
  caseResult({ id: 'done' }),
  caseResult({ id: 'stopped', status: 'skipped', reason: 'cancelled' }),
  caseResult({ id: 'later', status: 'skipped', reason: 'skip: true' }),
];
const idsOf = (status: 'cancelled' | 'interrupted' | 'failed') =>
  listCasesNotRun(finishedRun(results, { status, reason: status }).state).map(({ id }) => id);

describe('the cases that a run did not get to', () => {
  it('are those of a stopped run that did not skip themselves', () => {
    expect(idsOf('cancelled')).toEqual(['stopped']);
    expect(idsOf('interrupted')).toEqual(['stopped']);
  });

  it('are none in a run that went to its end', () => expect(idsOf('failed')).toEqual([]));
});
