import { writeSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { signalProcessGroup } from '../signal-process-group.ts';
import {
  createLineSplitter,
  type GeneratedPosition,
  PIPE_FILE_DESCRIPTORS,
  type WatchdogReport,
  type WatchdogRequest,
} from './pipes.ts';

const CHECK_INTERVAL_MS = 50;
const BYTES_IN_MB = 1024 * 1024;

/**
 * Watches the main thread from a second thread, because user code in the main thread may loop forever. Kills the
 * process if the host has ended or the memory limit is exceeded (heap or buffers), and reports which code is running.
 * User code starts only after this thread has reported that it is watching.
 */
function watchMainThread({ limitMb, baseBytes }: { limitMb: number; baseBytes: number }): void {
  const mostBytes = baseBytes + limitMb * BYTES_IN_MB;
  const writeReport = (message: WatchdogReport) =>
    writeSync(PIPE_FILE_DESCRIPTORS.watch, `${JSON.stringify(message)}\n`);
  setInterval(() => {
    if (process.memoryUsage.rss() <= mostBytes) return;
    writeReport({ type: 'overran' });
    signalProcessGroup(process, 'SIGKILL');
  }, CHECK_INTERVAL_MS);
  const host = new Socket({ fd: PIPE_FILE_DESCRIPTORS.watch, writable: false });
  host.setEncoding('utf8');
  host.on(
    'data',
    createLineSplitter((line) => {
      const { url }: WatchdogRequest = JSON.parse(line);
      void locateMainThread(url).then((position) => writeReport({ type: 'seen', place: position }));
    }),
  );
  host.on('close', () => signalProcessGroup(process, 'SIGKILL'));
  parentPort?.postMessage('it watches');
}

/**
 * Pauses the main thread with the debugger to read its position. Never resolves if the main thread never runs
 * JavaScript again.
 */
async function locateMainThread(url: string): Promise<GeneratedPosition | undefined> {
  const session = new Session();
  const scripts = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<GeneratedPosition | undefined>();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url === url) scripts.add(params.scriptId);
  });
  session.on('Debugger.paused', ({ params }) => {
    const own = params.callFrames.find(({ location }) => scripts.has(location.scriptId))?.location;
    resolve(own === undefined ? undefined : { line: own.lineNumber, column: own.columnNumber ?? 0 });
    void session.post('Debugger.resume').then(() => session.disconnect());
  });
  await session.post('Debugger.enable');
  await session.post('Debugger.pause');
  return promise;
}

watchMainThread(workerData);
