import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../runner/contract/index.ts';
import { runPlan, standardCase } from '../../../runner/testing/case-factory.ts';
import { answeringAgent } from '../../../runner/testing/fake-agents.ts';
import { recordRun } from '../../../runner/testing/record-run.ts';
import { temporaryHistories, writeEvents } from '../../testing/temporary-histories.ts';
import { createHistoryWriter, getAttemptState, listRuns, pruneRuns, readEvents } from '../index.ts';

const freshHistory = temporaryHistories();
const place = { suiteKey: 'tests/suite.jsonl', caseId: 'T001', attempt: 1 };

async function eventsOfRun(runId: string, answer: string): Promise<RunEvent[]> {
  const agent = answeringAgent('echo', () => answer);
  const { events, done } = recordRun(runPlan([standardCase()], { runId }), [agent]);
  await done;
  return events;
}

describe('a run that is written by its own thread', () => {
  it('is in the history as it happened once the writer is closed', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const writer = createHistoryWriter({ file: database.file });
    for (const event of events) writer.onEvent(event);
    await writer.close();
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('leaves its beginning in the history before it ends', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const writer = createHistoryWriter({ file: database.file });
    for (const event of events.slice(0, -1)) writer.onEvent(event);
    await expect
      .poll(() => listRuns(database, { limit: 1 }), { timeout: 30_000 })
      .toMatchObject([{ status: 'running' }]);
    await writer.close();
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events.slice(0, -1));
  });

  it('says on closing why nothing could be written', async () => {
    const database = freshHistory();
    database.sqlite.exec('ALTER TABLE attempts RENAME TO elsewhere');
    const writer = createHistoryWriter({ file: database.file });
    for (const event of await eventsOfRun('run-1', 'hello')) writer.onEvent(event);
    await expect(writer.close()).rejects.toThrow('attempts');
  });

  it('is whole although others are pruned meanwhile', async () => {
    const database = freshHistory();
    await writeEvents(database, await eventsOfRun('old', 'hello'));
    const events = await eventsOfRun('new', 'n'.repeat(70_000));
    const writer = createHistoryWriter({ file: database.file });
    for (const event of events) {
      writer.onEvent(event);
      pruneRuns(database, ['old']);
    }
    await writer.close();
    expect(getAttemptState(database, 'new', place).turns[0]?.output).toHaveLength(70_000);
    expect(listRuns(database, { limit: 9 }).map(({ runId }) => runId)).toEqual(['new']);
  });
});
