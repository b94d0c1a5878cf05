import { describe, expect, it } from 'vitest';
import { defaultEnvironment, type RunEvent, type RunEventBody } from '../contract/index.ts';
import { caseResult } from '../testing/finished-run.ts';
import { createAttemptFold, emptyAttemptState } from './attempt-state.ts';
import { foldRun } from './fold-run.ts';
import { emptyRunState, type RunState, type UnreadableEvents } from './run-state.ts';
import {
  addIfUnreadable,
  countUnreadable,
  countUnreadableResults,
  createAnnouncedCaseFromResult,
  findUnreadableReason,
  formatEndReason,
  formatUnreadableEvents,
  mayHaveMissingCases,
} from './unreadable-events.ts';

const key = { suiteKey: 's.jsonl', caseId: 'A', attempt: 1 };
const createEvent = (seq: number, body: RunEventBody): RunEvent => ({ v: 1, runId: 'r', seq, at: seq, ...body });
const unreadableEvent = (rangeFields: Partial<UnreadableEvents> = {}): RunEventBody => {
  const { seq: _seq, to: _to, ...of } = rangeFields;
  return { type: 'event.unreadable', of: 'turn.finished', why: 'is not JSON', ...key, ...of };
};
const started: RunEventBody = {
  type: 'run.started',
  suites: [],
  total: 1,
  environment: defaultEnvironment,
  toolVersion: '1',
  cases: [{ suiteKey: key.suiteKey, id: 'A', kind: 'standard', hash: 'h' }],
  options: { input: 's.jsonl', attempts: 1, parallel: 1, failFast: false, timeoutMs: 1 },
};
const caseFinished = (resultFields: Parameters<typeof caseResult>[0] = {}, attempt = key): RunEventBody => ({
  type: 'case.finished',
  ...attempt,
  result: caseResult({ id: attempt.caseId, attempt: attempt.attempt, ...resultFields }),
});
const endedEvent: RunEventBody = {
  type: 'run.finished',
  outcome: 'passed',
  exitCode: 0,
  reason: 'all passed',
  summary: {
    total: 1,
    attempts: 1,
    passRate: 1,
    durationMs: 1,
    usage: {},
    counts: { passed: 1, failed: 0, error: 0, timeout: 0, skipped: 0 },
  },
};
const foldBodies = (...bodies: RunEventBody[]): RunState =>
  foldRun(
    emptyRunState('r'),
    bodies.map((body, index) => createEvent(index + 1, body)),
  );

describe('an event that cannot be read', () => {
  it.each<[string | undefined, RunEventBody]>([
    ['is not JSON', unreadableEvent()],
    ['is cut', caseFinished({ unreadable: 'is cut' })],
    ['is cut', { ...started, unreadable: 'is cut' }],
    ['is cut', { ...endedEvent, unreadable: 'is cut' }],
    [undefined, caseFinished()],
    [undefined, started],
    [undefined, endedEvent],
    [undefined, { type: 'case.started', ...key }],
  ])('says why: %s', (reason, body) => {
    expect(findUnreadableReason(createEvent(1, body))).toBe(reason);
  });

  it.each<[string, number, Partial<UnreadableEvents>, boolean]>([
    ['follows', 2, {}, true],
    ['comes later', 3, {}, false],
    ['has another reason', 2, { why: 'is cut' }, false],
    ['is of another type', 2, { of: 'case.started' }, false],
    ['is of another suite', 2, { suiteKey: 't.jsonl' }, false],
    ['is of another case', 2, { caseId: 'B' }, false],
    ['is of another attempt', 2, { attempt: 2 }, false],
    ['is of nobody', 2, { caseId: undefined }, false],
  ])('joins the one before when it is alike: one that %s', (_what, seq, parts, isJoined) => {
    const first = addIfUnreadable(undefined, createEvent(1, unreadableEvent()));
    const list = addIfUnreadable(first, createEvent(seq, unreadableEvent(parts)));
    const unreadableRange = { ...key, of: 'turn.finished', why: 'is not JSON' };
    expect(list).toEqual(
      isJoined
        ? [{ ...unreadableRange, seq: 1, to: 2 }]
        : [
            { ...unreadableRange, seq: 1, to: 1 },
            { ...unreadableRange, seq, to: seq, ...parts },
          ],
    );
    expect(addIfUnreadable(list, createEvent(9, { type: 'case.started', ...key }))).toBe(list);
  });

  it('is counted, and told with the first of its list', () => {
    const several = [
      { seq: 3, to: 5, of: 'turn.finished', why: 'is not JSON', caseId: 'A' },
      { seq: 9, to: 9, of: 'case.finished', why: 'is cut' },
    ];
    expect(countUnreadable(several)).toBe(4);
    expect(countUnreadable()).toBe(0);
    expect(countUnreadableResults(several)).toBe(1);
    expect(formatUnreadableEvents(several)).toBe(
      '4 events of the log cannot be read: the first is event 3 (turn.finished): is not JSON',
    );
    expect(formatUnreadableEvents(several.slice(1))).toBe(
      '1 event of the log cannot be read: event 9 (case.finished): is cut',
    );
    expect(formatUnreadableEvents([{ seq: 1, to: 1, why: 'is cut' }])).toContain(': event 1: is cut');
    expect([formatUnreadableEvents([]), formatUnreadableEvents()]).toEqual([undefined, undefined]);
    expect([mayHaveMissingCases(several), mayHaveMissingCases(several.slice(0, 1)), mayHaveMissingCases()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each<['passed' | 'failed' | 'cancelled', string[], string]>([
    ['passed', [], 'over'],
    ['passed', ['turn.finished'], 'over'],
    ['failed', ['case.finished'], 'over'],
    ['passed', ['case.finished'], 'passed when it ran; now 1 result cannot be read'],
    ['passed', ['case.finished', 'case.finished'], 'passed when it ran; now 2 results cannot be read'],
  ])('changes the reason of a run that %s when it is a result: %j', (outcome, types, reason) => {
    const list = types.map((eventType, index) => ({ seq: index, to: index, of: eventType, why: '' }));
    expect(formatEndReason({ outcome, reason: 'over' }, list)).toBe(reason);
  });

  it('leaves of a case what its result says of it', () => {
    const result = caseResult({ id: 'A', hash: 'h', name: 'one', tags: ['x'] });
    expect(createAnnouncedCaseFromResult('s', result)).toEqual({
      suiteKey: 's',
      id: 'A',
      kind: 'standard',
      hash: 'h',
      name: 'one',
      tags: ['x'],
    });
    expect(createAnnouncedCaseFromResult('s', caseResult({ id: 'A', setAside: 'quarantine' }))).toEqual({
      suiteKey: 's',
      id: 'A',
      kind: 'standard',
      hash: '',
      setAside: 'quarantine',
    });
  });
});

describe('the state of a run', () => {
  const nameless = unreadableEvent({ caseId: undefined, of: 'cases.announced' });

  it('has cases that nothing announced only where what announced them may be lost', () => {
    const rows = (...bodies: RunEventBody[]) => foldBodies(started, ...bodies).rows.map(({ id }) => id);
    const other = { ...key, caseId: 'B' };
    expect(rows(caseFinished({}, other))).toEqual(['A']);
    expect(rows(unreadableEvent(), caseFinished({}, other))).toEqual(['A']);
    expect(rows(nameless, caseFinished(), caseFinished({}, other))).toEqual(['A', 'B']);
    const elsewhere = { ...other, suiteKey: 'new.jsonl' };
    const secondAttempt = { ...elsewhere, attempt: 2 };
    const { rows: all } = foldBodies(started, nameless, caseFinished({}, elsewhere), caseFinished({}, secondAttempt));
    expect(all.map(({ suiteKey, id }) => [suiteKey, id])).toEqual([
      ['s.jsonl', 'A'],
      ['new.jsonl', 'B'],
    ]);
  });

  it('lists what is lost, of an attempt also what may have been its own while it goes on', () => {
    expect(foldBodies(started, nameless, unreadableEvent()).unreadable).toMatchObject([{ seq: 2 }, { seq: 3 }]);
    expect(foldBodies(started).unreadable).toBeUndefined();
    const unreadableSequence = (...bodies: RunEventBody[]) => {
      const fold = createAttemptFold(key);
      for (const [index, body] of bodies.entries()) fold.apply(createEvent(index + 1, body));
      return fold.state().unreadable?.map(({ seq }) => seq);
    };
    const caseStarted: RunEventBody = { type: 'case.started', ...key };
    expect(
      unreadableSequence(
        nameless,
        caseStarted,
        nameless,
        unreadableEvent(),
        unreadableEvent({ caseId: 'B' }),
        caseFinished(),
        nameless,
      ),
    ).toEqual([3, 4]);
    expect(unreadableSequence(started, caseStarted, endedEvent)).toBeUndefined();
    expect(emptyAttemptState(key).unreadable).toBeUndefined();
  });

  it('begins no further attempt of an undecided case whose result is lost', () => {
    const auto = { good: 0.95, bad: 0.7, risk: 0.05, max: 3 };
    const runStarted: RunEventBody = { ...started, options: { ...started.options, autoRuns: auto } };
    const attempts = (...bodies: RunEventBody[]) => foldBodies(runStarted, ...bodies).rows[0]?.attempts.length;
    expect(attempts(caseFinished())).toBe(2);
    expect(attempts(caseFinished(), caseFinished())).toBe(2);
    expect(attempts(caseFinished({ unreadable: 'is cut' }))).toBe(1);
    expect(attempts(caseFinished({ decision: 'good' }))).toBe(1);
    expect(attempts(caseFinished({ status: 'skipped' }))).toBe(1);
  });

  it('has the commit of the run where one is known', () => {
    expect(foldBodies(started)).not.toHaveProperty('gitCommit');
    expect(foldBodies({ ...started, gitCommit: '0123' }).gitCommit).toBe('0123');
  });
});
