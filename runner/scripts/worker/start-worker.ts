import { MessageChannel, Worker } from 'node:worker_threads';
import { createSyncReplies, type SyncReplies } from './sync-replies.ts';
import { workerProgram } from './worker-program.ts';
import type { WorkerStart } from './worker-protocol.ts';

export type WorkerOptions = {
  start: Omit<WorkerStart, 'bridge'>;
  /** The environment of the worker; without it, that of this process. */
  variables: Readonly<Record<string, string | undefined>> | undefined;
  memoryMb: number;
};

/** A worker thread for one module of the user's, and the way to answer it while it stands still. */
export function startWorker({ start, variables, memoryMb }: WorkerOptions): { worker: Worker; replies: SyncReplies } {
  const { port1, port2 } = new MessageChannel();
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const told: WorkerStart = { ...start, bridge: { answers: port2, gate } };
  const worker = new Worker(workerProgram(), {
    workerData: told,
    transferList: [port2],
    // Mastra tells its makers of its use otherwise.
    env: { MASTRA_TELEMETRY_DISABLED: '1', ...(variables ?? process.env) },
    execArgv: [],
    stdout: true,
    stderr: true,
    // Requests and answers are short-lived; a large nursery for them would only cost memory.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  return { worker, replies: createSyncReplies({ answers: port1, gate }) };
}
