import { beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../contract/index.ts';
import { countUnreadable, type RunState } from '../../fold/index.ts';
import { checkpoint, dynamicCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent, echoAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import type { Database } from '../db/index.ts';
import * as history from '../index.ts';
import { deleteOrphanedRows } from '../maintenance/sweep-history.ts';
import { type Damage, damageEvent, damageKinds, damagePacks } from '../testing/damage-event.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();
const runId = 'run-1';
const suiteKey = 'tests/suite.jsonl';
const keyOfA = { suiteKey, caseId: 'A', attempt: 1 };
let database: Database;
let events: RunEvent[];

beforeEach(async () => {
  database = freshHistory();
  events = await record(runId);
  await writeEvents(database, events);
  await writeEvents(database, await record('run-2'));
});

/** Records a run in which the cases A and D pass and the case B fails. */
async function record(id: string): Promise<RunEvent[]> {
  const cases = [
    standardCase({ id: 'A' }),
    standardCase({ id: 'B', assertions: [{ type: 'contains', value: 'bye' }] }),
    dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'refund' })] }),
  ];
  const agents = [answeringAgent('echo', () => `refund ${'x'.repeat(70_000)}`), echoAgent('simulator')];
  const run = recordRun(runPlan(cases, { runId: id }), agents);
  await run.done;
  return run.events;
}

function findSeq(matches: (event: RunEvent) => boolean): number {
  return events.find(matches)?.seq ?? 0;
}

const resultOfA = () => findSeq((event) => event.type === 'case.finished' && event.caseId === 'A');

function requireState(id = runId, from = database): RunState {
  const state = history.getRunState(from, id);
  if (state === undefined) throw new Error('there is no such run');
  return state;
}

const statuses = ({ rows }: RunState) =>
  rows.map(({ id, attempts }) => `${id} ${attempts.map(({ status }) => status)}`);

/**
 * Functions that read a run in which the result of A, a passed case, is unreadable. Each returns the facts to check.
 */
const readers: Record<string, () => unknown | Promise<unknown>> = {
  'the list of cases': () => {
    const state = requireState();
    expect(statuses(state)).toEqual(['A error', 'B failed', 'D passed']);
    expect(state.counts).toMatchObject({ passed: 1, failed: 1, error: 1, skipped: 0 });
    expect(state).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(countUnreadable(history.findUnreadable(database, state))).toBe(1);
  },
  'the reader of pages': () => {
    const state = history.createRunReader(database).readRunState(runId);
    expect(state?.counts).toMatchObject({ error: 1 });
    expect(countUnreadable(state?.unreadable)).toBe(1);
  },
  'an attempt': () => {
    for (const bodies of ['light', 'whole'] as const) {
      const attempt = history.getAttemptState(database, runId, { ...keyOfA, bodies });
      expect(attempt).toMatchObject({
        status: 'error',
        turns: [{ turn: 1 }],
        result: { unreadable: expect.any(String) },
      });
      expect(attempt.unreadable).toMatchObject([{ of: 'case.finished', caseId: 'A' }]);
    }
  },
  'the results of reports': () => {
    const resultsOf = history.createResultReader(database, runId);
    const results = requireState().rows.flatMap(resultsOf);
    expect(results.map(({ id, status }) => `${id} ${status}`)).toEqual(['A error', 'B failed', 'D passed']);
    expect(results[0]?.error).toMatch(/^the result cannot be read from the history: ./);
  },
  'an explanation': () => {
    const explained = history.explainAttempt(database, requireState(), keyOfA);
    expect(explained?.diagnosis.problems).toMatchObject([{ kind: 'broke', status: 'error' }]);
  },
  'the causes of failures': () => {
    const { groups, failures } = history.readFailureGroups(database, requireState());
    expect({ failures, cases: groups.flatMap(({ cases }) => cases.map(({ id }) => id)).toSorted() }).toEqual({
      failures: 2,
      cases: ['A', 'B'],
    });
  },
  'a comparison': () => {
    const { comparison } = history.compareStoredRuns(database, { base: 'run-2', head: runId, all: true });
    const ofA = comparison.cases.find(({ id }) => id === 'A');
    expect(ofA).toMatchObject({ regressed: true, before: { status: 'passed' }, after: { status: 'error', judged: 1 } });
    expect(comparison.after).toMatchObject({ cases: 3, unreadable: 1, counts: { passed: 1, error: 1 } });
  },
  'a comparison with it': () => {
    const { comparison } = history.compareStoredRuns(database, { base: runId, head: 'run-2', all: true });
    expect(comparison.cases.find(({ id }) => id === 'A')).toMatchObject({
      change: 'fixed',
      before: { status: 'error' },
    });
  },
  'a search': () => {
    const { hits } = history.searchHistory(database, { text: 'refund', runId });
    const ofA = hits.filter(({ caseId }) => caseId === 'A');
    expect(ofA).toMatchObject([{ status: 'error', field: 'failures', parts: [{ text: expect.any(String) }] }]);
    expect(hits.some(({ caseId, status }) => caseId === 'D' && status === 'passed')).toBe(true);
  },
  'the log': () => {
    const storedEvents = [...history.readEvents(database, runId, { afterSeq: 0, bodies: 'light' })];
    expect(storedEvents.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    expect(storedEvents.at(-1)?.type).toBe('run.finished');
    expect(storedEvents[resultOfA() - 1]).toMatchObject({ type: 'case.finished', result: { status: 'error' } });
  },
  'an export, and the history that imports it': async () => {
    const lines = [...history.exportRuns(database, { runIds: [runId], tool: 'test', now: new Date(0) })];
    const other = freshHistory();
    await history.importRuns(other, { file: 'export.jsonl', lines: inTurn(lines) });
    expect(statuses(requireState(runId, other))).toEqual(['A error', 'B failed', 'D passed']);
    expect(history.getRun(other, runId)?.counts).toMatchObject({ passed: 1, error: 1 });
  },
  'what is spent': () => {
    expect(history.readRunSpending(database, runId).count).toBe(3);
  },
  'what was recorded': async () => {
    const all = [...history.readRecordedAttempts(database, runId)];
    expect(all.map(({ caseId, unreadable }) => [caseId, unreadable !== undefined])).toEqual([
      ['A', true],
      ['B', false],
      ['D', false],
    ]);
    expect(
      history.readRecordedAnswers(database, { suiteKey, caseId: 'A' }).answers.map((answer) => answer.runId),
    ).toEqual(['run-2']);
    expect([...history.readLastPassingAttempts(database, suiteKey)].map(({ caseId }) => caseId)).toContain('D');
    expect(history.readRecordedNames(database, suiteKey).tools).toEqual([]);
  },
  'a run that goes on from it': () => {
    const findAttemptEvents = history.createAttemptEventFinder(database, runId);
    const hash = (id: string) => requireState('run-2').rows.find((row) => row.id === id)?.hash ?? '';
    expect(findAttemptEvents({ ...keyOfA, caseHash: hash('A') })).toBeUndefined();
    expect(findAttemptEvents({ ...keyOfA, caseId: 'D', caseHash: hash('D') })).not.toBeUndefined();
  },
  'a sweep': () => {
    deleteOrphanedRows(database);
    expect(statuses(requireState())).toEqual(['A error', 'B failed', 'D passed']);
  },
};

async function* inTurn(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield line.trimEnd();
}

const kinds = Object.keys(damageKinds) as Damage[];

describe.each(kinds.flatMap((damage) => (['packed', 'in rows'] as const).map((stored) => ({ damage, stored }))))(
  'a result with $damage, $stored',
  ({ damage, stored }) => {
    beforeEach(() => damageEvent(database, { runId, seq: resultOfA(), stored }, damage));

    it.each(Object.keys(readers))('is one error to %s', async (reader) => {
      await readers[reader]?.();
    });
  },
);

describe.each(kinds)('a turn with %s', (damage) => {
  it('is one unreadable event, and changes no verdict', () => {
    const seq = findSeq((event) => event.type === 'turn.finished' && event.caseId === 'A');
    damageEvent(database, { runId, seq, stored: 'packed' }, damage);
    const state = requireState();
    expect(statuses(state)).toEqual(['A passed', 'B failed', 'D passed']);
    expect(history.findUnreadable(database, state)).toMatchObject([{ seq, to: seq, why: expect.any(String) }]);
    expect([...history.readRecordedAttempts(database, runId)].map(({ caseId }) => caseId)).toEqual(['A', 'B', 'D']);
  });
});

describe.each(kinds)('with %s', (damage) => {
  it('the beginning of a run is that of its row, and its cases are those with results', () => {
    damageEvent(database, { runId, seq: 1, stored: 'packed' }, damage);
    const state = requireState();
    expect(statuses(state)).toEqual(['A passed', 'B failed', 'D passed']);
    expect(state).toMatchObject({ suites: [{ key: suiteKey, agentId: 'echo' }], options: { attempts: 1 } });
    expect(countUnreadable(state.unreadable)).toBe(1);
  });

  it('the end of a run is that of its row', () => {
    damageEvent(database, { runId, seq: events.length, stored: 'packed' }, damage);
    const state = requireState();
    expect(state).toMatchObject({ status: 'failed', exitCode: 1, unreadable: [{ of: 'run.finished' }] });
    const [last] = [...history.readEvents(database, runId, { afterSeq: 0 })].slice(-1);
    expect(last).toMatchObject({ type: 'run.finished', seq: events.length });
  });
});

describe('packs that cannot be unpacked', () => {
  beforeEach(() => damagePacks(database, runId));

  it('leave a run whose attempts are all errors', () => {
    const state = requireState();
    expect(statuses(state)).toEqual(['A error', 'B error', 'D error']);
    expect(state.counts).toMatchObject({ passed: 0, failed: 0, error: 3, skipped: 0 });
    expect(state.status).toBe('failed');
    expect(countUnreadable(history.findUnreadable(database, state))).toBe(events.length);
  });

  it('leave a run that can be interrupted', () => {
    database.sqlite.prepare("UPDATE runs SET status = 'running', finished_at = NULL WHERE id = ?").run(runId);
    expect(history.interruptRun(database, runId, 1_000)).toBe(true);
    expect(requireState()).toMatchObject({ status: 'interrupted', counts: { error: 3 } });
  });
});

describe('lists of runs that nobody opened, where a result cannot be read', () => {
  const caseSeries = { suiteKey, agentId: 'echo', connector: null, simulator: null };
  const record = () => history.getRun(database, runId);
  const rows = () => database.sqlite.prepare('SELECT * FROM attempts WHERE run_id = ? ORDER BY last_seq').all(runId);

  it('count an error, and what it was again when it can be read', () => {
    const unchangedHistory = { record: record(), rows: rows() };
    const log = database.sqlite.prepare('SELECT * FROM event_packs WHERE run_id = ?').all(runId);
    damageEvent(database, { runId, seq: resultOfA(), stored: 'packed' }, 'data of another form');
    history.correctOutdatedRecords(database);
    expect(record()?.counts).toMatchObject({ passed: 1, failed: 1, error: 1 });
    expect(history.listRuns(database, { limit: 9 }).map(({ counts }) => counts.error)).toEqual([0, 1]);
    database.sqlite.prepare("DELETE FROM runs WHERE id = 'run-2'").run();
    expect([...history.readLastOutcomes(database, caseSeries).notPassed].toSorted()).toEqual(['A', 'B']);
    const trend = history.readTrends(database, {
      ...caseSeries,
      connector: '*',
      same: false,
      window: 'all',
      now: Date.now(),
    });
    expect(trend.runs).toMatchObject([{ counts: { passed: 1, error: 1 } }]);

    database.sqlite.prepare('DELETE FROM event_packs WHERE run_id = ?').run(runId);
    const columns = Object.keys(Object(log[0]));
    const insert = `INSERT INTO event_packs (${columns}) VALUES (${columns.map((name) => `:${name}`)})`;
    for (const pack of log) database.sqlite.prepare(insert).run(pack);
    history.correctOutdatedRecords(database);
    expect({ record: record(), rows: rows() }).toEqual(unchangedHistory);
  });

  it('keep what was paid for the run', () => {
    const spendingUpdate = `json_set(figures, '$.spent', json('{"amount": 2, "isPartlyKnown": false}'))`;
    database.sqlite.exec(`UPDATE runs SET figures = ${spendingUpdate} WHERE id = '${runId}'`);
    damageEvent(database, { runId, seq: resultOfA(), stored: 'packed' }, 'data of another form');
    history.correctOutdatedRecords(database);
    expect(record()).toMatchObject({ counts: { error: 1 }, cost: { amount: 2, isPartlyKnown: false } });
  });

  it('stay as they are in a history that is locked', () => {
    damageEvent(database, { runId, seq: resultOfA(), stored: 'packed' }, 'no row');
    database.sqlite.pragma('query_only = ON');
    history.correctOutdatedRecords(database);
    expect(record()?.counts).toMatchObject({ passed: 2, error: 0 });
  });

  it('read a run again when its log or the version changed, and else not', () => {
    const countReads = () => {
      history.correctOutdatedRecords(database);
      return record()?.counts.error;
    };
    expect(countReads()).toBe(0);
    for (const trigger of ['events_changed', 'events_removed', 'event_packs_changed', 'event_packs_removed'])
      database.sqlite.exec(`DROP TRIGGER ${trigger}`);
    damageEvent(database, { runId, seq: resultOfA(), stored: 'packed' }, 'data of another form');
    expect(countReads()).toBe(0);
    database.sqlite.exec("UPDATE runs_read SET version = '0.0.1'");
    expect(countReads()).toBe(1);
  });

  it('come to runs of many attempts one after the other, newest first', () => {
    const errors = () => history.listRuns(database, { limit: 9 }).map(({ runId: id, counts }) => [id, counts.error]);
    database.sqlite.exec('UPDATE runs SET total = 20000');
    for (const id of [runId, 'run-2'])
      damageEvent(database, { runId: id, seq: resultOfA(), stored: 'in rows' }, 'data of another form');
    history.correctOutdatedRecords(database);
    expect(Object.fromEntries(errors())).toEqual({ 'run-2': 1, [runId]: 0 });
    history.correctOutdatedRecords(database);
    expect(Object.fromEntries(errors())).toEqual({ 'run-2': 1, [runId]: 1 });
  });
});

describe('the reason', () => {
  it.each([
    ['data that is not JSON', /^its data is not JSON: ./],
    ['data of another form', /^its data is invalid: \w+: ./],
    ['a type of a later version', 'this version knows no events of the type "event.of.tomorrow"'],
    ['a key that is none', /^its data is not JSON: ./],
    ['no row', 'the event is not in the log'],
  ] as const)('of %s is in words', (damage, reason) => {
    const seq = findSeq((event) => event.type === 'turn.finished' && event.caseId === 'A');
    damageEvent(database, { runId, seq, stored: 'packed' }, damage);
    const [firstUnreadable] = history.findUnreadable(database, requireState()) ?? [];
    expect(firstUnreadable?.why).toMatch(reason);
  });
});

it('a run that passed no longer says that all passed', async () => {
  const run = recordRun(runPlan([standardCase({ id: 'A' })], { runId: 'run-3' }), [echoAgent('echo')]);
  await run.done;
  await writeEvents(database, run.events);
  expect(requireState('run-3')).toMatchObject({ status: 'passed', reason: 'all passed' });
  damagePacks(database, 'run-3');
  const reason = 'passed when it ran; now 1 result cannot be read';
  expect(requireState('run-3')).toMatchObject({ status: 'passed', reason, counts: { passed: 0, error: 1 } });
});
