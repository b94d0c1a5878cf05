import { expect, it } from 'vitest';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { echoAgent } from '../../testing/fake-agents.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { createEventsOfResults } from '../../testing/record-results.ts';
import { recordRun } from '../../testing/record-run.ts';
import { attemptColumns } from './attempt-columns.ts';
import { emptyBatch } from './batch.ts';
import { createBatchAppender } from './batch-appender.ts';

it('notes where each attempt begins and ends, although several of one case run at once', async () => {
  const plan = runPlan([standardCase({ id: 'one' }), standardCase({ id: 'two' })]);
  plan.options.attempts = 3;
  plan.options.parallel = 4;
  const { events, done } = recordRun(plan, [echoAgent()]);
  await done;

  const fill = createBatchAppender();
  const batch = emptyBatch(plan.runId);
  for (const event of events) fill(batch, event);

  const findSeq = (type: string, caseId: string, attempt: number) =>
    events.find(
      (event) => event.type === type && 'caseId' in event && event.caseId === caseId && event.attempt === attempt,
    )?.seq;
  const rows = batch.attempts
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toHaveLength(6);
  for (const [, , caseId, , attempt, ...others] of rows) {
    const [firstSeq, lastSeq] = others.slice(-2);
    expect(firstSeq).toBe(findSeq('case.started', caseId, attempt));
    expect(lastSeq).toBe(findSeq('case.finished', caseId, attempt));
  }
});

it('takes the hash of a case from its result, or else from where it was announced', async () => {
  const recordedRun = {
    runId: 'run-1',
    at: 1,
    results: [caseResult({ id: 'b', hash: 'own' }), caseResult({ id: 'a' })],
  };
  const fill = createBatchAppender();
  const batch = emptyBatch('run-1');
  for (const [index, body] of createEventsOfResults(recordedRun).entries())
    fill(batch, { v: 1, runId: 'run-1', seq: index + 1, at: 1, ...body });
  const rows = batch.attempts.trim().split('\n');
  expect(rows.map((line) => JSON.parse(line)[attemptColumns.indexOf('case_hash')])).toEqual(['own', 'hash-of-a']);
});
