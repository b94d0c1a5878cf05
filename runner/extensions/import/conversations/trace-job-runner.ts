import { Worker } from 'node:worker_threads';
import { turntreeModuleUrl } from '../../../host/turntree-module-url.ts';
import { runTraceJob, type TraceJob, type TraceResult } from './trace-work.ts';

/** `size` is the length of the job's texts, in characters. */
export type SizedTraceJob = { job: TraceJob; size: number };

/** The target size of a job, in characters. */
export const JOB_SIZE = 256 * 1024;
/**
 * Limits the total size of running jobs and of results that wait for earlier results. A job that exceeds the limit runs
 * in this thread.
 */
const MAX_PENDING_SIZE = 8 * JOB_SIZE;
/** Always one job is queued, so that the worker thread never waits for its next job. */
const MAX_JOBS_IN_THREAD = 2;
/** The first jobs run in this thread, because starting a worker is not worthwhile for few jobs. */
const MAX_JOBS_WITHOUT_THREAD = 2;

export type TraceJobRunner = {
  /** Yields the results in the order of the jobs. */
  runJobs(jobs: AsyncIterable<SizedTraceJob> | Iterable<SizedTraceJob>): AsyncGenerator<TraceResult>;
  endThread(): Promise<void>;
};

/**
 * Runs jobs in two threads: in a worker thread, and in this thread while the worker is busy. The worker is started only
 * if there are enough jobs.
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
  const worker = new Worker(turntreeModuleUrl('trace-thread', import.meta.url), {
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
      // An error of the worker is thrown when the results are read in order. Until then it must not be an unhandled
      // rejection.
      result.promise.catch(() => undefined);
      pendingResults.push(result);
      worker.postMessage(job);
      return result.promise;
    },
    end: () => worker.terminate(),
  };
}
