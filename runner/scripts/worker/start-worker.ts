import { MessageChannel, Worker } from 'node:worker_threads';
import { ownFile } from '../own-file.ts';
import type { WorkerSystems } from '../user-objects.ts';
import { createSyncReplies, type SyncReplies } from './sync-replies.ts';
import type { SyncBridge, WorkerStart } from './worker-protocol.ts';

export type WorkerOptions = {
  start: Omit<WorkerStart, 'bridge' | 'shapes'>;
  /** The environment of the worker; without it, that of this process. */
  variables: Readonly<Record<string, string | undefined>> | undefined;
  memoryMb: number;
  objects: WorkerSystems['objects'];
};

type StartedWorker = { worker: Worker; replies: SyncReplies };

/** A worker thread for one module of the user's, and the way to answer it while it stands still. */
export function startWorker({ start, variables, memoryMb, objects }: WorkerOptions): StartedWorker {
  const shapes = objects.map((each) => each.module().href);
  const env = { ...Object.assign({}, ...objects.map((each) => each.variables)), ...(variables ?? process.env) };
  return startThread({ program: ownFile('worker-main', import.meta.url), start: { ...start, shapes }, env, memoryMb });
}

type Thread = { program: URL; start: object; env: NodeJS.Dict<string>; memoryMb: number };

/** A worker thread; its program gets `start`, and beside it the `bridge` for questions that block it. */
export function startThread({ program, start, env, memoryMb }: Thread): StartedWorker {
  const { port1, port2 } = new MessageChannel();
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const bridge: SyncBridge = { answers: port2, gate };
  const worker = new Worker(program, {
    workerData: { ...start, bridge },
    transferList: [port2],
    env,
    execArgv: [],
    stdout: true,
    stderr: true,
    // Requests and answers are short-lived; a large nursery for them would only cost memory.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  return { worker, replies: createSyncReplies({ answers: port1, gate }) };
}
