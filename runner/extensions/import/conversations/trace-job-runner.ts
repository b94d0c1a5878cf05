import { Worker } from 'node:worker_threads';
import { resolveTurntreeModuleUrl } from '../../../host/turntree-module-url.ts';
import { runTraceJob, type TraceJob, type TraceResult } from './trace-work.ts';

/** A job with the total length of its texts in characters. */
export type SizedTraceJob = { job: TraceJob; size: number };

/** The size that jobs should have, in characters. */
export const JOB_SIZE = 256 * 1024;
/**
 * The maximum total size of running jobs and of results that wait for earlier ones. If a job exceeds it, this thread
 * runs the job itself.
 */
const MAX_PENDING_SIZE = 8 * JOB_SIZE;
/**
 * The number of jobs that the worker thread has at the same time: one runs, and the next one is queued, so that the
 * thread never waits.
 */
const MAX_JOBS_IN_THREAD = 2;
/**
 * The number of jobs that this thread runs before the worker thread is started, because starting it for few jobs would
 * not pay off.
 */
const MAX_JOBS_WITHOUT_THREAD = 2;

export type TraceJobRunner = {
  /** Yields the results in the order of the jobs. */
  runJobs(jobs: AsyncIterable<SizedTraceJob> | Iterable<SizedTraceJob>): AsyncGenerator<TraceResult>;
  endThread(): Promise<void>;
};

/**
 * Runs jobs in a worker thread, and in this thread while the worker is busy. The worker is started only if there are
 * enough jobs.
 */
export function createTraceJobRunner(): TraceJobRunner {
  let [startedJobs, thread]: [number, TraceWorkerThread | undefined] = [0, undefined];

  function startTraceJob({ job, size }: SizedTraceJob): Promise<TraceResult> | TraceResult {
    startedJobs += 1;
    if (startedJobs <= MAX_JOBS_WITHOUT_THREAD || size > MAX_PENDING_SIZE) return runTraceJob(job);
    thread ??= startTraceWorkerThread();
    return thread.atWork() < MAX_JOBS_IN_THREAD ? thread.perform(job) : runTraceJob(job);
  }

  return {
    async *runJobs(jobs) {
      const waiting: { result: Promise<TraceResult> | TraceResult; size: number }[] = [];
      let pendingSize = 0;
      for await (const next of jobs) {
        for (
          let first = waiting[0];
          first !== undefined && pendingSize + next.size > MAX_PENDING_SIZE;
          first = waiting[0]
        ) {
          yield await first.result;
          pendingSize -= first.size;
          waiting.shift();
        }
        waiting.push({ result: startTraceJob(next), size: next.size });
        pendingSize += next.size;
      }
      for (const { result } of waiting) yield await result;
    },
    async endThread() {
      await thread?.end();
      thread = undefined;
    },
  };
}

type TraceWorkerThread = ReturnType<typeof startTraceWorkerThread>;

function startTraceWorkerThread() {
  const worker = new Worker(resolveTurntreeModuleUrl('trace-thread', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  });
  const pendingResults: PromiseWithResolvers<TraceResult>[] = [];
  worker.on('message', (result: TraceResult) => pendingResults.shift()?.resolve(result));
  const rejectPendingResults = (error: Error): void => {
    for (const { reject } of pendingResults.splice(0)) reject(error);
  };
  worker.on('error', rejectPendingResults);
  worker.on('exit', (code) => rejectPendingResults(new Error(`the thread that reads traces ended with code ${code}`)));
  return {
    atWork: () => pendingResults.length,
    perform(job: TraceJob): Promise<TraceResult> {
      const result = Promise.withResolvers<TraceResult>();
      // Prevents an unhandled rejection. The error is thrown later, when the results are read in order.
      result.promise.catch(() => undefined);
      pendingResults.push(result);
      worker.postMessage(job);
      return result.promise;
    },
    end: () => worker.terminate(),
  };
}
