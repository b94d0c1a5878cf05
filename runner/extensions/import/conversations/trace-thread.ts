import { parentPort } from 'node:worker_threads';
import { runTraceJob, type TraceJob } from './trace-work.ts';

parentPort?.on('message', (job: TraceJob) => parentPort?.postMessage(runTraceJob(job)));
