import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import { signalProcessGroup } from '../signal-process-group.ts';
import {
  createLineSplitter,
  type GeneratedPosition,
  PIPE_FILE_DESCRIPTORS,
  type WatchdogReport,
  type WatchdogRequest,
} from './pipes.ts';
import { type ChildProcessStart, type PrestartedProcess, startChildProcess } from './prestarted-process.ts';
import type { SyncAnswer } from './sync-replies.ts';

export type UserProcessOptions<Incoming> = ChildProcessStart & {
  /** A spare process to use instead of starting a new one, if it is still available and has the required options. */
  spare?: PrestartedProcess | undefined;
  /** The first message sent to the process. */
  start: object;
  onMessage(message: Incoming): void;
  /**
   * Called with output that was not captured inside the process: from programs that it started, and from Node when it
   * crashes.
   */
  onOutput(source: 'stdout' | 'stderr', text: string): void;
  /** Called once, when its whole process group has ended. */
  onEnded(death: string): void;
};

/** A process for user code, in its own process group, so that user code can only harm this process. */
export type UserProcess<Outgoing> = {
  post(message: Outgoing): void;
  /** Answers the question on which the process is blocked. */
  reply(answer: SyncAnswer): void;
  /** Returns the position in the script at `url` that the process is executing, even in an endless loop. */
  locateMainThread(url: string): Promise<GeneratedPosition | undefined>;
  /** Kills the whole group. Resolves once the process has ended, even if another process still holds its pipes. */
  terminate(): Promise<void>;
};

const LOCATE_TIMEOUT_MS = 1_000;
/**
 * Milliseconds for which the remaining output of an ended process is read. The time is limited, because a process that
 * left the group may hold the pipe open forever.
 */
const FINAL_OUTPUT_TIMEOUT_MS = 500;
const MAX_STDERR_TAIL_LENGTH = 4_000;
const MAX_LINES_PER_BATCH = 8;

export function startUserProcess<Outgoing, Incoming>(options: UserProcessOptions<Incoming>): UserProcess<Outgoing> {
  const { memoryMb } = options;
  const taken = options.spare?.take(options);
  const child = taken?.child ?? startChildProcess(options);
  const locationListeners: ((position: GeneratedPosition | undefined) => void)[] = [];
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
  let overran = false;
  let errors = '';
  let unsent = '';
  let isKilled = false;

  const calls = getChildPipe(child, PIPE_FILE_DESCRIPTORS.calls);
  const answers = getChildPipe(child, PIPE_FILE_DESCRIPTORS.answers);
  const watch = getChildPipe(child, PIPE_FILE_DESCRIPTORS.watch);
  const outputEnd = new Promise<void>((resolve) => answers.once('close', resolve));
  const handleRemainingLines = handleLinesInBatches(answers, (line) => {
    const message = parseMessage<Incoming>(line);
    if (message === undefined) killUserProcesses();
    else options.onMessage(message);
  });
  splitIntoLines(watch, (line) => {
    const report = parseMessage<WatchdogReport>(line);
    if (report?.type === 'overran') overran = true;
    if (report?.type === 'seen') for (const look of locationListeners.splice(0)) look(report.place);
  });
  for (const source of ['stdout', 'stderr'] as const) {
    child[source]?.setEncoding('utf8').on('data', (text: string) => {
      if (source === 'stderr') errors = (errors + text).slice(-MAX_STDERR_TAIL_LENGTH);
      options.onOutput(source, text.replace(/\n$/, ''));
    });
  }
  child.once('error', (error) => endProcess(`its process could not be started: ${error.message}`));
  child.once('exit', async (code, signal) => {
    killUserProcesses();
    await Promise.race([outputEnd, wait(FINAL_OUTPUT_TIMEOUT_MS, undefined, { ref: false })]);
    handleRemainingLines();
    await nextRound();
    endProcess(explainProcessDeath({ code, signal, overran, memoryMb, errors }));
  });

  function killUserProcesses(): void {
    isKilled = true;
    signalProcessGroup(child, 'SIGKILL');
  }

  function endProcess(death: string): void {
    for (const pipe of child.stdio) pipe?.destroy();
    for (const look of locationListeners.splice(0)) look(undefined);
    options.onEnded(death);
    resolveEnded();
  }

  /** Sends a message; all messages posted in one tick become a single write. */
  function postMessage(message: Outgoing | object): void {
    if (unsent === '') {
      process.nextTick(() => {
        // Writes nothing after a kill: writing to a broken pipe creates an error whose stack trace would load the
        // source maps of all sources.
        if (!isKilled) calls.write(unsent);
        unsent = '';
      });
    }
    unsent += `${JSON.stringify(message)}\n`;
  }

  postMessage({ ...options.start, variables: taken?.lacking });
  return {
    post: postMessage,
    reply: (answer) => void answers.write(`${JSON.stringify(answer)}\n`),
    locateMainThread(url) {
      const { promise, resolve } = Promise.withResolvers<GeneratedPosition | undefined>();
      locationListeners.push(resolve);
      watch.write(`${JSON.stringify({ type: 'look', url } satisfies WatchdogRequest)}\n`);
      const timer = setTimeout(resolve, LOCATE_TIMEOUT_MS, undefined);
      return promise.finally(() => clearTimeout(timer));
    },
    async terminate() {
      killUserProcesses();
      await ended;
    },
  };
}

function getChildPipe(child: ChildProcess, fd: number): Duplex {
  const pipe = child.stdio[fd];
  if (!(pipe instanceof Duplex)) throw new Error(`file descriptor ${fd} is not a pipe`);
  // Sending to a process that is ending fails, which is not an error here.
  pipe.on('error', ignoreError);
  return pipe;
}

function splitIntoLines(pipe: Duplex, onLine: (line: string) => void): void {
  pipe.setEncoding('utf8').on('data', createLineSplitter(onLine));
}

/**
 * Handles only a few lines at a time, so that their effects, such as the next calls, are sent before more lines are
 * handled. Returns a function that handles all lines received so far.
 */
function handleLinesInBatches(pipe: Duplex, onLine: (line: string) => void): () => void {
  const waiting: string[] = [];
  const feed = createLineSplitter((line) => void waiting.push(line));
  let turn: NodeJS.Immediate | undefined;
  function handleLines(count: number): void {
    for (const line of waiting.splice(0, count)) onLine(line);
    turn = waiting.length === 0 ? undefined : setImmediate(handleLines, MAX_LINES_PER_BATCH);
  }
  pipe.setEncoding('utf8').on('data', (part: string) => {
    feed(part);
    if (turn === undefined) handleLines(MAX_LINES_PER_BATCH);
  });
  return () => handleLines(waiting.length);
}

/** Parses a message; undefined for a line that user code wrote into the pipe. */
function parseMessage<Message>(line: string): Message | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function ignoreError(): void {
  // The end of the process is reported elsewhere, so it is ignored here.
}

type ProcessExit = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** True if the process exceeded its memory limit. */
  overran: boolean;
  memoryMb: number;
  /** The last part of the process's standard error. */
  errors: string;
};

/** Explains in a message why a process of user code ended. */
function explainProcessDeath({ code, signal, overran, memoryMb, errors }: ProcessExit): string {
  if (overran || /^FATAL ERROR: .*heap/m.test(errors)) return `it ran out of memory (limit ${memoryMb} MB)`;
  return signal === null ? `its process exited with code ${code}` : `its process was ended by ${signal}`;
}
