import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../../runner/contract/index.ts';
import {
  type AttemptState,
  emptyAttemptState,
  emptyRunState,
  foldRun,
  type RunState,
  reduceAttempt,
} from '../../runner/fold/index.ts';
import { applyEvents } from './apply-events.ts';
import { attemptQuery } from './attempt.ts';
import { bufferEventsDuringFetch } from './buffer-events.ts';
import { keepNewerData } from './keep-newer-data.ts';
import { runQuery } from './run.ts';

const KEY = { suiteKey: 's', caseId: 'a', attempt: 1 };
const log = [...eventsOfRun()];

describe('a run in the cache', () => {
  it('is where the log is, however the events are cut into bursts and repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: log.length }), { maxLength: 6 }), (cuts) => {
        const queryClient = clientWith(emptyRunState('r'), emptyAttemptState(KEY));
        let appliedCount = 0;
        for (const cut of [...cuts, log.length]) {
          const repeatedEvents = log.slice(Math.min(appliedCount, cut), appliedCount);
          const burst = [...repeatedEvents, ...log.slice(appliedCount, cut), ...repeatedEvents];
          expect(applyEvents(queryClient, 'r', burst)).toBe('applied');
          appliedCount = Math.max(appliedCount, cut);
        }
        expect(cachedRun(queryClient)).toEqual(foldRun(emptyRunState('r'), log));
        expect(cachedAttempt(queryClient)).toEqual(log.reduce(reduceAttempt, emptyAttemptState(KEY)));
      }),
    );
  });

  it('stays as it is at a gap, and says so', () => {
    const queryClient = clientWith(foldRun(emptyRunState('r'), log.slice(0, 2)));
    const before = cachedRun(queryClient);
    expect(applyEvents(queryClient, 'r', log.slice(3))).toBe('gap');
    expect(cachedRun(queryClient)).toBe(before);
  });

  it('is a gap when it was never read', () => {
    expect(applyEvents(new QueryClient(), 'r', log)).toBe('gap');
  });

  it('does not go back when a slower answer arrives', () => {
    const newer = foldRun(emptyRunState('r'), log);
    const olderState = foldRun(emptyRunState('r'), log.slice(0, 3));
    expect(keepNewerData(newer, olderState)).toBe(newer);
    expect(keepNewerData(olderState, newer)).toBe(newer);
    expect(keepNewerData(undefined, olderState)).toBe(olderState);
  });
});

describe('an attempt that is being fetched', () => {
  it('gets the events that arrive before its answer does', async () => {
    const queryClient = clientWith(foldRun(emptyRunState('r'), log.slice(0, 2)));
    const bufferedEvents = bufferEventsDuringFetch(queryClient, 'r');
    const answer = Promise.withResolvers<AttemptState>();
    const fetching = queryClient.fetchQuery({ ...attemptQuery('r', KEY), queryFn: () => answer.promise });

    const lateEvents = log.slice(2);
    bufferedEvents.addEvents(lateEvents);
    applyEvents(queryClient, 'r', lateEvents);
    answer.resolve(log.slice(0, 2).reduce(reduceAttempt, emptyAttemptState(KEY)));
    await fetching;

    expect(cachedAttempt(queryClient)).toEqual(log.reduce(reduceAttempt, emptyAttemptState(KEY)));
    bufferedEvents.release();
  });

  it('keeps nothing back for attempts that nobody fetches', async () => {
    const queryClient = clientWith(foldRun(emptyRunState('r'), log.slice(0, 2)));
    const bufferedEvents = bufferEventsDuringFetch(queryClient, 'r');
    bufferedEvents.addEvents(log.slice(2));
    const attempt = log.slice(0, 2).reduce(reduceAttempt, emptyAttemptState(KEY));
    await queryClient.fetchQuery({ ...attemptQuery('r', KEY), queryFn: () => Promise.resolve(attempt) });
    expect(cachedAttempt(queryClient)).toEqual(attempt);
    bufferedEvents.release();
  });
});

function clientWith(state: RunState, attempt?: AttemptState): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(runQuery('r').queryKey, state);
  if (attempt !== undefined) queryClient.setQueryData(attemptQuery('r', KEY).queryKey, attempt);
  return queryClient;
}

function cachedRun(queryClient: QueryClient): RunState | undefined {
  return queryClient.getQueryData(runQuery('r').queryKey);
}

function cachedAttempt(queryClient: QueryClient): AttemptState | undefined {
  return queryClient.getQueryData(attemptQuery('r', KEY).queryKey);
}

function* eventsOfRun(): Generator<RunEvent> {
  const eventFields = (seq: number) => ({ v: 1 as const, runId: 'r', seq, at: seq * 10 });
  const result: CaseResult = {
    id: 'a',
    kind: 'standard',
    attempt: 1,
    status: 'passed',
    startedAt: 20,
    durationMs: 30,
    assertions: [],
    toolCalls: [],
  };
  const counts = { passed: 1, failed: 0, error: 0, timeout: 0, skipped: 0 };
  yield {
    ...eventFields(1),
    type: 'run.started',
    suites: [{ key: 's', agentId: 'x' }],
    total: 1,
    cases: [{ suiteKey: 's', id: 'a', kind: 'standard', hash: 'h' }],
    options: { input: 's', attempts: 1, parallel: 1, failFast: false, timeoutMs: 1 },
    environment: { userId: '', teamId: '', locale: '', clientType: '', clientIp: '', referer: '', accept: '' },
    toolVersion: '0',
  };
  yield { ...eventFields(2), ...KEY, type: 'case.started' };
  yield { ...eventFields(3), ...KEY, type: 'phase.started', turn: 1, phase: 'agent' };
  yield { ...eventFields(4), ...KEY, type: 'assertion.finished', assertion: { type: 'equals', status: 'passed' } };
  yield { ...eventFields(5), ...KEY, type: 'case.finished', result };
  yield {
    ...eventFields(6),
    type: 'run.finished',
    outcome: 'passed',
    summary: { total: 1, attempts: 1, counts, passRate: 1, durationMs: 50, usage: {} },
    exitCode: 0,
    reason: 'all passed',
  };
}
