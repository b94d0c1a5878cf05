import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import { sendToGroup } from '../process-group.ts';
import { describeDeath } from './death.ts';
import { type GeneratedPlace, PIPES, readLines, type WatchReport, type WatchRequest } from './pipes.ts';
import { type ChildStart, type SpareProcess, startChild } from './spare-process.ts';
import type { SyncAnswer } from './sync-replies.ts';

export type UserProcessOptions<Said> = ChildStart & {
  /** Taken instead of a new process, if it is still there; it was started in the same way. */
  spare?: SpareProcess | undefined;
  /** The first that it is told. */
  start: object;
  heard(message: Said): void;
  /** What was written past our own way of capturing output: by programs that it started, and by Node when it dies. */
  printed(source: 'stdout' | 'stderr', text: string): void;
  /** Told once, when nobody of its group is left. */
  ended(death: string): void;
};

/** A process for user code, with a process group of its own: whatever it does is done to itself. */
export type UserProcess<Told> = {
  post(message: Told): void;
  /** Answers what it stands still for. */
  reply(answer: SyncAnswer): void;
  /** Where in the script at `url` it is at this moment, even in an endless loop. */
  whereIs(url: string): Promise<GeneratedPlace | undefined>;
  /** Kills the whole group. Resolves once it has ended, whoever else holds its pipes. */
  terminate(): Promise<void>;
};

const PATIENCE_MS = 1_000;
/** For what a dead process has said; somebody who left the group may hold the pipe for ever. */
const HEARING_MS = 500;
const KEPT_ERRORS = 4_000;
const HEARD_AT_ONCE = 8;

export function startUserProcess<Told, Said>(options: UserProcessOptions<Said>): UserProcess<Told> {
  const { memoryMb } = options;
  const child = options.spare?.take() ?? startChild(options);
  const lookers: ((place: GeneratedPlace | undefined) => void)[] = [];
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
  let overran = false;
  let errors = '';
  let unsent = '';
  let isKilled = false;

  const calls = pipeTo(child, PIPES.calls);
  const answers = pipeTo(child, PIPES.answers);
  const watch = pipeTo(child, PIPES.watch);
  const heardAll = new Promise<void>((resolve) => answers.once('close', resolve));
  const hearRest = onLinesInTurns(answers, (line) => {
    const message = parsed<Said>(line);
    if (message === undefined) killAll();
    else options.heard(message);
  });
  onLines(watch, (line) => {
    const report = parsed<WatchReport>(line);
    if (report?.type === 'overran') overran = true;
    if (report?.type === 'seen') for (const look of lookers.splice(0)) look(report.place);
  });
  for (const source of ['stdout', 'stderr'] as const) {
    child[source]?.setEncoding('utf8').on('data', (text: string) => {
      if (source === 'stderr') errors = (errors + text).slice(-KEPT_ERRORS);
      options.printed(source, text.replace(/\n$/, ''));
    });
  }
  child.once('error', (error) => end(`its process could not be started: ${error.message}`));
  child.once('exit', async (code, signal) => {
    killAll();
    await Promise.race([heardAll, wait(HEARING_MS, undefined, { ref: false })]);
    hearRest();
    await nextRound();
    end(describeDeath({ code, signal, overran, memoryMb, errors }));
  });

  function killAll(): void {
    isKilled = true;
    sendToGroup(child, 'SIGKILL');
  }

  function end(death: string): void {
    for (const pipe of child.stdio) pipe?.destroy();
    for (const look of lookers.splice(0)) look(undefined);
    options.ended(death);
    resolveEnded();
  }

  /** All that is told in one turn goes out together. */
  function post(message: Told | object): void {
    if (unsent === '') {
      process.nextTick(() => {
        // A broken pipe would cost an error, and the stack of it the maps of all sources.
        if (!isKilled) calls.write(unsent);
        unsent = '';
      });
    }
    unsent += `${JSON.stringify(message)}\n`;
  }

  post(options.start);
  return {
    post,
    reply: (answer) => void answers.write(`${JSON.stringify(answer)}\n`),
    whereIs(url) {
      const { promise, resolve } = Promise.withResolvers<GeneratedPlace | undefined>();
      lookers.push(resolve);
      watch.write(`${JSON.stringify({ type: 'look', url } satisfies WatchRequest)}\n`);
      const timer = setTimeout(resolve, PATIENCE_MS, undefined);
      return promise.finally(() => clearTimeout(timer));
    },
    async terminate() {
      killAll();
      await ended;
    },
  };
}

function pipeTo(child: ChildProcess, fd: number): Duplex {
  const pipe = child.stdio[fd];
  if (!(pipe instanceof Duplex)) throw new Error(`file descriptor ${fd} is not a pipe`);
  // A process that dies does not read what it was told last.
  pipe.on('error', ignore);
  return pipe;
}

function onLines(pipe: Duplex, onLine: (line: string) => void): void {
  pipe.setEncoding('utf8').on('data', readLines(onLine));
}

/**
 * Hears a few lines at a time: what they lead to, such as the next calls, goes out before others are heard. Answers what
 * hears all that has come so far.
 */
function onLinesInTurns(pipe: Duplex, onLine: (line: string) => void): () => void {
  const waiting: string[] = [];
  const feed = readLines((line) => void waiting.push(line));
  let turn: NodeJS.Immediate | undefined;
  function hear(count: number): void {
    for (const line of waiting.splice(0, count)) onLine(line);
    turn = waiting.length === 0 ? undefined : setImmediate(hear, HEARD_AT_ONCE);
  }
  pipe.setEncoding('utf8').on('data', (part: string) => {
    feed(part);
    if (turn === undefined) hear(HEARD_AT_ONCE);
  });
  return () => hear(waiting.length);
}

/** Undefined for what cannot come from our own code in there. */
function parsed<Message>(line: string): Message | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function ignore(): void {
  // The end of the process is told elsewhere.
}
