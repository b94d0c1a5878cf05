import { describe, expect, it } from 'vitest';
import type { AttemptId } from '../../fold/index.ts';
import { isJsonObject, type Json, parseLongText } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { readEvents, readLongText } from '../index.ts';
import { temporaryHistories } from '../testing/temporary-histories.ts';
import { listUnboundedFields } from '../testing/unbounded-event-fields.ts';
import { emptyBatch } from './batch.ts';
import { createBatchAppender } from './batch-appender.ts';
import { prepareBatchWriter } from './write-batch.ts';

const freshHistory = temporaryHistories();
const members = listUnboundedFields();

it('all members of events that may grow are tried', () => {
  expect(members.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'assertion.finished assertion agentValidation request object',
      'turn.finished turn response toolCalls [] result list',
      'case.repeated result <1> output text',
      'model.called request messages [] object',
      'turn.finished turn response next object',
      'score.finished score request list',
      'log.written text text',
    ]),
  );
});

describe.each([0, 8_000, 8_001, 66_000, 1_000_000])('an event with a member of the size %d', (size) => {
  it('is read whole, light and counted, whatever the member', { tags: 'thorough' }, () => {
    const database = freshHistory();
    const write = prepareBatchWriter(database.sqlite);
    for (const [memberIndex, { name, event }] of members.entries()) {
      const eventOfRun = event(size, `run-${memberIndex}`);
      const batch = emptyBatch(eventOfRun.runId);
      createBatchAppender()(batch, eventOfRun);
      write(batch);
      const readFirst = (bodies: 'whole' | 'light' | 'counted') =>
        [...readEvents(database, eventOfRun.runId, { afterSeq: 0, bodies })][0];
      expect(readFirst('whole'), name).toEqual(eventOfRun);
      expect(readFirst('counted')?.type, name).toBe(eventOfRun.type);
      const light: unknown = readFirst('light');
      if (eventOfRun.type !== 'model.called') expect(withBodies(database, light, eventOfRun), name).toEqual(eventOfRun);
    }
  });
});

/** Returns an event with every shortened value replaced by its full value. */
function withBodies(database: Database, light: unknown, event: { runId: string } & Partial<AttemptId>): unknown {
  const { runId, suiteKey = '', caseId = '', attempt = 1 } = event;
  const restoreValue = (value: Json): Json => {
    const longText = parseLongText(value);
    if (longText !== undefined) {
      const body = readLongText(database, runId, { suiteKey, caseId, attempt, at: longText.at });
      return longText.form === 'json' ? JSON.parse(body) : body;
    }
    if (Array.isArray(value)) return value.map(restoreValue);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, restoreValue(member)]));
  };
  return restoreValue(JSON.parse(JSON.stringify(light)));
}
