import { parentPort } from 'node:worker_threads';
import { doTraceJob, type TraceJob } from './trace-work.ts';

parentPort?.on('message', (job: TraceJob) => parentPort?.postMessage(doTraceJob(job)));
