import { Session } from 'node:inspector/promises';
import type { Worker } from 'node:worker_threads';
import * as z from 'zod';

/** A line of what the worker runs, counted from 0 as debuggers do. */
export type GeneratedPlace = { line: number; column: number };

const PATIENCE_MS = 1_000;

const reportSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
});
const scriptSchema = z.object({ scriptId: z.string(), url: z.string() });
const frameSchema = z.object({
  location: z.object({ scriptId: z.string(), lineNumber: z.number(), columnNumber: z.number().default(0) }),
});
const pausedSchema = z.object({ callFrames: z.array(frameSchema) });

/**
 * Where in the script at `url` a worker is at this moment, even in an endless loop: it is halted for as long as it takes
 * to look. `undefined` when it is elsewhere or cannot be asked. A halted worker cannot be ended, so the session stays
 * until the worker goes on.
 */
export function whereWorkerIs(worker: Worker, url: string): Promise<GeneratedPlace | undefined> {
  const { promise, resolve } = Promise.withResolvers<GeneratedPlace | undefined>();
  const title = `[worker ${worker.threadId}]`;
  const session = new Session();
  const scripts = new Set<string>();
  let attached: string | undefined;

  const leave = () => {
    resolve(undefined);
    setImmediate(() => session.disconnect());
  };
  const send = (id: number, method: string) => {
    const message = { sessionId: attached ?? '', message: JSON.stringify({ id, method }) };
    session.post('NodeWorker.sendMessageToWorker', message).catch(() => resolve(undefined));
  };
  const look = (params: unknown) => {
    const { callFrames } = pausedSchema.parse(params);
    const own = callFrames.find(({ location }) => scripts.has(location.scriptId));
    resolve(own === undefined ? undefined : { line: own.location.lineNumber, column: own.location.columnNumber });
    send(3, 'Debugger.resume');
    send(4, 'Debugger.disable');
  };

  session.connect();
  session.on('NodeWorker.attachedToWorker', ({ params }) => {
    if (!params.workerInfo.title.startsWith(title)) return;
    attached = params.sessionId;
    send(1, 'Debugger.enable');
    send(2, 'Debugger.pause');
  });
  session.on('NodeWorker.detachedFromWorker', ({ params }) => {
    if (params.sessionId === attached) leave();
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    if (params.sessionId !== attached) return;
    const report = reportSchema.parse(JSON.parse(params.message));
    if (report.method === 'Debugger.scriptParsed') remember(report.params, url, scripts);
    if (report.method === 'Debugger.paused') look(report.params);
    if (report.id === 4) leave();
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }).catch(leave);
  const timer = setTimeout(() => (attached === undefined ? leave() : resolve(undefined)), PATIENCE_MS);
  return promise.finally(() => clearTimeout(timer));
}

function remember(params: unknown, url: string, scripts: Set<string>): void {
  const script = scriptSchema.parse(params);
  if (script.url === url) scripts.add(script.scriptId);
}
