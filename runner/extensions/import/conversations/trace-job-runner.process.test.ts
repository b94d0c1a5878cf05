import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTraceJobRunner, JOB_SIZE, type SizedTraceJob, type TraceJobRunner } from './trace-job-runner.ts';
import { runTraceJob, type TraceJob } from './trace-work.ts';

/** A number of jobs that is large enough for both threads to work. */
const MANY = 60;

let workshop: TraceJobRunner;

beforeEach(() => {
  workshop = createTraceJobRunner();
});
afterEach(() => workshop.endThread());

const line = (number: number): string =>
  JSON.stringify({
    trace_id: String(number).padStart(32, '0'),
    span_id: '1'.padStart(16, '0'),
    name: 'work '.repeat(2_000),
    start_time: 1_760_000_000_000,
    end_time: 1_760_000_000_001 + number,
  });
const reading = (number: number): TraceJob => ({ kind: 'read', texts: [line(number), '', line(number + 1_000)] });
const broken: TraceJob = {
  kind: 'convert',
  conversations: [{ id: 'x', traces: [{ trace: 'x', file: 'x', line: 1, why: null, texts: ['no JSON'] }] }],
  purpose: { suiteKey: 'a.jsonl', isSuiteWanted: false },
};
const sized = (jobs: readonly TraceJob[]): SizedTraceJob[] => jobs.map((job) => ({ job, size: JOB_SIZE }));

it('has the results in the order of the jobs, whichever thread did them', async () => {
  const jobs = Array.from({ length: MANY }, (_, number) => reading(number));
  expect(await Array.fromAsync(workshop.runJobs(sized(jobs)))).toEqual(jobs.map(runTraceJob));
  await workshop.endThread();
  expect(await Array.fromAsync(workshop.runJobs(sized(jobs)))).toEqual(jobs.map(runTraceJob));
});

it('says what went wrong, in whichever thread it did', async () => {
  for (const before of [0, 2, 3, 20]) {
    const jobs = [...Array.from({ length: before }, (_, number) => reading(number)), broken, reading(1)];
    await expect(Array.fromAsync(workshop.runJobs(sized(jobs)))).rejects.toThrow('no JSON');
    await workshop.endThread();
  }
});
