import { Worker } from 'node:worker_threads';
import { ownFile } from '../../../host/own-file.ts';
import { doTraceJob, type TraceJob, type TraceResult } from './trace-work.ts';

/** `size` in characters. */
export type SizedJob = { job: TraceJob; size: number };

/** What to put into one job. */
export const JOB_SIZE = 256 * 1024;
/** Jobs that are given out, and results that wait for others before them, together. A larger job is done by itself. */
const MOST_AT_ONCE = 8 * JOB_SIZE;
/** The thread finds its next job when it is done with one. */
const MOST_IN_THREAD = 2;
/** Few jobs are done before a thread has started. */
const DONE_ALONE = 2;

export type TraceWorkshop = {
  /** The results of jobs, in their order. */
  results(jobs: AsyncIterable<SizedJob> | Iterable<SizedJob>): AsyncGenerator<TraceResult>;
  close(): Promise<void>;
};

/** Does jobs in two threads: this one does what finds the other one busy. The other one is started when there is enough to do. */
export function createTraceWorkshop(): TraceWorkshop {
  let [startedJobs, thread]: [number, TraceThread | undefined] = [0, undefined];

  function begin({ job, size }: SizedJob): Promise<TraceResult> | TraceResult {
    startedJobs += 1;
    if (startedJobs <= DONE_ALONE || size > MOST_AT_ONCE) return doTraceJob(job);
    thread ??= startThread();
    return thread.atWork() < MOST_IN_THREAD ? thread.perform(job) : doTraceJob(job);
  }

  return {
    async *results(jobs) {
      const waiting: { result: Promise<TraceResult> | TraceResult; size: number }[] = [];
      let pendingSize = 0;
      for await (const next of jobs) {
        for (
          let first = waiting[0];
          first !== undefined && pendingSize + next.size > MOST_AT_ONCE;
          first = waiting[0]
        ) {
          yield await first.result;
          pendingSize -= first.size;
          waiting.shift();
        }
        waiting.push({ result: begin(next), size: next.size });
        pendingSize += next.size;
      }
      for (const { result } of waiting) yield await result;
    },
    async close() {
      await thread?.end();
      thread = undefined;
    },
  };
}

type TraceThread = ReturnType<typeof startThread>;

function startThread() {
  const worker = new Worker(ownFile('trace-thread', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  });
  const pendingResults: PromiseWithResolvers<TraceResult>[] = [];
  worker.on('message', (result: TraceResult) => pendingResults.shift()?.resolve(result));
  const fail = (error: Error): void => {
    for (const { reject } of pendingResults.splice(0)) reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread that reads traces ended with code ${code}`)));
  return {
    atWork: () => pendingResults.length,
    perform(job: TraceJob): Promise<TraceResult> {
      const result = Promise.withResolvers<TraceResult>();
      // Whoever takes the results in their order hears of it; until then it must not end the process.
      result.promise.catch(() => undefined);
      pendingResults.push(result);
      worker.postMessage(job);
      return result.promise;
    },
    end: () => worker.terminate(),
  };
}
