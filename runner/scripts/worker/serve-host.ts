import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { resolveTurntreeModuleUrl } from '../../host/turntree-module-url.ts';
import { signalProcessGroup } from '../signal-process-group.ts';
import { createLineSplitter, PIPE_FILE_DESCRIPTORS } from './pipes.ts';

export type HostConnection<Outgoing> = {
  /** Posts a message that arrives even if the process dies right afterwards. */
  postImmediately(message: Outgoing): void;
  /** Posts a message together with other messages, once the running code yields to the event loop. */
  postBatched(message: Outgoing): void;
  /** Sends batched messages, before code starts that may never yield to the event loop. */
  flush(): void;
};

/**
 * Runs the main thread of a process of user code. `begin` gets the host's first message and returns a handler for all
 * later messages. Starts a watchdog thread before any user code.
 */
export function serveHost<Start, Incoming, Outgoing>(
  begin: (start: Start, line: HostConnection<Outgoing>) => (message: Incoming) => void,
): void {
  const watch = new Worker(resolveTurntreeModuleUrl('watch-main', import.meta.url), {
    workerData: { limitMb: Number(process.argv[2]), baseBytes: process.memoryUsage.rss() },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  // User code starts only after the watchdog: user code may loop forever, and if the host is killed, only the watchdog
  // can end the process.
  watch.once('message', () => {
    watch.unref();
    listenToHost(begin);
  });
  watch.once('error', ({ message }) => process.stderr.write(`the watchdog of this process failed: ${message}\n`));
  watch.once('exit', () => signalProcessGroup(process, 'SIGKILL'));
}

function listenToHost<Start, Incoming, Outgoing>(
  begin: (start: Start, line: HostConnection<Outgoing>) => (message: Incoming) => void,
): void {
  const line = createHostConnection<Outgoing>();
  let onMessage: ((message: Incoming) => void) | undefined;
  const calls = new Socket({ fd: PIPE_FILE_DESCRIPTORS.calls, writable: false });
  calls.setEncoding('utf8');
  calls.on(
    'data',
    createLineSplitter((text) => {
      if (onMessage === undefined) onMessage = begin(JSON.parse(text), line);
      else onMessage(JSON.parse(text));
    }),
  );
  calls.on('close', () => signalProcessGroup(process, 'SIGKILL'));
}

function createHostConnection<Outgoing>(): HostConnection<Outgoing> {
  let unsent = '';
  function flushMessages(): void {
    if (unsent === '') return;
    const bytes = Buffer.from(unsent);
    unsent = '';
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(PIPE_FILE_DESCRIPTORS.answers, bytes, sent);
  }
  return {
    postImmediately(message) {
      unsent += `${JSON.stringify(message)}\n`;
      flushMessages();
    },
    postBatched(message) {
      if (unsent === '') process.nextTick(flushMessages);
      unsent += `${JSON.stringify(message)}\n`;
    },
    flush: flushMessages,
  };
}
