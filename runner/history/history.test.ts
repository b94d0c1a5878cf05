import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../contract/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { answeringAgent, echoAgent } from '../testing/fake-agents.ts';
import { caseResult } from '../testing/finished-run.ts';
import { recordRun } from '../testing/record-run.ts';
import {
  createResultReader,
  createRunReader,
  getAttemptState,
  getRun,
  getRunState,
  interruptRun,
  listRuns,
  readEvents,
} from './index.ts';
import { CASE_IN_RUN_SQL } from './read/case-in-run.ts';
import { temporaryHistories, writeEvents, writeResults } from './testing/temporary-histories.ts';

const freshHistory = temporaryHistories();

async function eventsOfRun(runId: string): Promise<RunEvent[]> {
  const conversation = dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'hello' })] });
  const plan = runPlan(
    [standardCase({ id: 'A' }), conversation, plannedCase(standardCase({ id: 'S' }), { skipReason: 'skip' })],
    {
      runId,
      options: { attempts: 2 },
    },
  );
  const { events, done } = recordRun(plan, [echoAgent()]);
  await done;
  return events;
}

describe('the history of a run', () => {
  it('gives back every event as it was', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1');
    await writeEvents(database, events);
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
    expect([...readEvents(database, 'run-1', { afterSeq: 3, limit: 2 })].map((event) => event.seq)).toEqual([4, 5]);
  });

  it('folds to the state that the engine had, live and finished', async () => {
    const database = freshHistory();
    const secondReply = JSON.stringify({ message: 'hello again', goal_achieved: false });
    const conversationCase = dynamicCase({ id: 'B', checkpoints: [checkpoint({ id: 'again' })] });
    const plan = runPlan([standardCase({ id: 'A' }), conversationCase], { runId: 'run-1' });
    const { events, done } = recordRun(plan, [echoAgent(), answeringAgent('simulator', () => secondReply)]);
    const state = await done;
    expect(state.rows[1]?.attempts).toMatchObject([{ status: 'passed', turns: 2 }]);
    await writeEvents(database, events.slice(0, -1));
    expect(getRunState(database, 'run-1')).toMatchObject({ status: 'running', counts: { passed: 2 } });
    await writeEvents(database, events.slice(-1));
    expect(getRunState(database, 'run-1')?.rows).toEqual(state.rows);
    expect(getRunState(database, 'nobody')).toBeUndefined();
  });

  it('is the same when it is read again and again while it grows', async () => {
    const database = freshHistory();
    const reader = createRunReader(database);
    expect(reader.readRunState('run-1')).toBeUndefined();
    const events = await eventsOfRun('run-1');
    for (let from = 0; from < events.length; from += 4) {
      await writeEvents(database, events.slice(from, from + 4));
      expect(reader.readRunState('run-1')).toEqual(getRunState(database, 'run-1'));
    }
    expect(reader.readRunState('run-1')).toMatchObject({ status: 'passed', counts: { passed: 4 } });
    database.sqlite.exec('DELETE FROM events; DELETE FROM event_packs; DELETE FROM runs');
    expect(reader.readRunState('run-1')).toBeUndefined();
  });

  it('lists runs newest first with counts that agree with the pass rate', async () => {
    const database = freshHistory();
    for (const runId of ['run-1', 'run-2']) await writeEvents(database, await eventsOfRun(runId));
    const runs = listRuns(database, { limit: 10 });
    expect(runs.map((run) => run.runId)).toEqual(['run-2', 'run-1']);
    expect(runs[0]).toMatchObject({
      status: 'passed',
      total: 3,
      attempts: 2,
      counts: { passed: 4, skipped: 2, failed: 0 },
      passRate: 1,
    });
    expect(listRuns(database, { limit: 10, text: 'no such suite' })).toEqual([]);
  });

  it('finds one attempt among the others, with its whole conversation', async () => {
    const database = freshHistory();
    await writeEvents(database, await eventsOfRun('run-1'));
    const key = { suiteKey: 'tests/suite.jsonl', caseId: 'D', attempt: 2 };
    expect(getAttemptState(database, 'run-1', key)).toMatchObject({
      status: 'passed',
      turns: [{ input: 'hello', output: 'hello' }],
      checkpointChecks: [{ checkpoint: 'hello', state: 'reached' }],
      result: { attempt: 2 },
    });
    expect(getAttemptState(database, 'run-1', { ...key, caseId: 'nobody' })).toMatchObject({ status: 'queued' });
  });

  it('reads results case by case, attempts in order', async () => {
    const database = freshHistory();
    await writeEvents(database, await eventsOfRun('run-1'));
    const resultsOf = createResultReader(database, 'run-1');
    const rows = getRunState(database, 'run-1')?.rows ?? [];
    expect(rows.map((row) => resultsOf(row).map((result) => [result.id, result.attempt, result.status]))).toEqual([
      [
        ['A', 1, 'passed'],
        ['A', 2, 'passed'],
      ],
      [
        ['D', 1, 'passed'],
        ['D', 2, 'passed'],
      ],
      [
        ['S', 1, 'skipped'],
        ['S', 2, 'skipped'],
      ],
    ]);
  });

  it('reads many cases of a run as it reads the first ones, in any order', { tags: 'thorough' }, async () => {
    const database = freshHistory();
    const results = Array.from({ length: 240 }, (_, index) =>
      caseResult({ id: `case-${index % 120}`, attempt: index < 120 ? 2 : 1, output: `answer ${index}` }),
    );
    await writeResults(database, { runId: 'run-1', at: 1, results });
    await writeResults(database, { runId: 'run-2', at: 2, results: results.slice(0, 5) });
    const rows = (getRunState(database, 'run-1')?.rows ?? []).toReversed();
    expect(rows).toHaveLength(120);
    const resultsOf = createResultReader(database, 'run-1');
    const resultsOfRows = rows.map(resultsOf);
    expect(resultsOfRows).toEqual(rows.map((row) => createResultReader(database, 'run-1')(row)));
    expect(resultsOfRows[0]?.map(({ id, attempt, output }) => [id, attempt, output])).toEqual([
      ['case-119', 1, 'answer 239'],
      ['case-119', 2, 'answer 119'],
    ]);
  });

  it('looks a case of a run up without reading the whole run', () => {
    const database = freshHistory();
    const plan = `EXPLAIN QUERY PLAN SELECT attempt FROM attempts ${CASE_IN_RUN_SQL}`;
    const steps = database.sqlite.prepare<unknown[], { detail: string }>(plan).all('suite', 'case', 'run');
    expect(steps.map(({ detail }) => detail)).toEqual([
      'SEARCH attempts USING INDEX attempts_by_case (suite_key=? AND case_id=? AND run_id=?)',
    ]);
  });

  it('keeps long texts once, outside the events, and brings them back', async () => {
    const database = freshHistory();
    const longText = 'ä'.repeat(100_000);
    const plan = runPlan([standardCase({ input: 'go' })], { runId: 'run-1' });
    const { events, done } = recordRun(plan, [answeringAgent('echo', () => longText)]);
    await done;
    await writeEvents(database, events);
    expect(database.sqlite.prepare('SELECT count(*) AS n FROM blobs').get()).toEqual({ n: 1 });
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('says so when something could not be written', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1');
    await writeEvents(database, events);
    await expect(writeEvents(database, events)).rejects.toThrow(/UNIQUE/);
  });

  it('takes several runs at once', async () => {
    const database = freshHistory();
    const runs = await Promise.all(['run-1', 'run-2', 'run-3', 'run-4'].map((runId) => eventsOfRun(runId)));
    await Promise.all(runs.map((events) => writeEvents(database, events)));
    for (const [position, events] of runs.entries()) {
      expect([...readEvents(database, `run-${position + 1}`, { afterSeq: 0 })]).toEqual(events);
    }
  });

  it('closes the log of a run whose process is gone, once', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1');
    await writeEvents(database, events.slice(0, 6));
    const last = events[5]?.at ?? 0;
    expect(interruptRun(database, 'run-1', last + 1_000)).toBe(true);
    expect(interruptRun(database, 'run-1', last + 2_000)).toBe(false);
    expect(getRun(database, 'run-1')).toMatchObject({ status: 'interrupted', finishedAt: last + 1_000 });
    expect(database.sqlite.prepare('SELECT figures FROM runs').pluck().get()).toEqual(expect.any(String));
    const state = getRunState(database, 'run-1');
    expect(state).toMatchObject({ status: 'interrupted', seq: 7 });
    expect(state?.rows.flatMap((row) => row.attempts.map((attempt) => attempt.status))).not.toContain('running');
  });

  it('closes the log of a run no earlier than its last event, whatever the clock says', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1');
    await writeEvents(database, events.slice(0, 6));
    expect(interruptRun(database, 'run-1', 1_000)).toBe(true);
    expect(getRun(database, 'run-1')).toMatchObject({ status: 'interrupted', finishedAt: events[5]?.at });
  });
});
