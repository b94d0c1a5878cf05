import type { Variables } from '../../models/connectors.ts';
import { wait } from '../../models/wait.ts';
import { AgentError, tooLongText } from '../../ports/index.ts';
import { type ProgramEnd, startProcessGroup } from '../../scripts/process-group.ts';
import { errorText, jsonIn } from '../../values/index.ts';
import { isAnswer } from './answer-among.ts';
import { createLastLines } from './last-lines.ts';
import { readLines } from './run-command.ts';

type Start = { id: string; command: readonly string[]; cwd: string; variables: Variables; maxAnswer: number };
type Log = ((source: string, line: string) => void) | undefined;
type Asked = { log: Log; resolve: (line: string) => void; reject: (error: Error) => void };

/** A program that stays, and that is asked one thing at a time. */
export type LineProgram = {
  isOver(): boolean;
  /** Sends a line, and returns the line that answers it. When `signal` aborts the program is ended: its answer may still come. */
  ask(line: string, log: Log, signal: AbortSignal): Promise<string>;
  /** Ends its input, and kills it if it stays. */
  end(): Promise<void>;
};

const LEAVE_MS = 2_000;

/** Starts a program that reads a request on each line. Of what it prints, a line that is an answer in JSON is one; the rest is its log. */
export function startLineProgram({ id, command, cwd, variables, maxAnswer }: Start): LineProgram {
  const group = startProcessGroup({ command, cwd, variables });
  const lastLines = createLastLines();
  let asked: Asked | undefined;
  let log: Log;
  let isOver = false;
  let bytes = 0;

  const fail = (what: string) => new AgentError(lastLines.after(`agent "${id}": its command ${what}`), 'agent');
  const output = readLines((line) => {
    bytes = 0;
    if (asked === undefined || !(isAnswer(line) || isText(line))) return void log?.('stdout', line);
    asked.resolve(line);
    asked = undefined;
  });
  const errors = readLines((line) => {
    lastLines.add(line);
    log?.('stderr', line);
  });

  function over(error: Error): void {
    isOver = true;
    asked?.reject(error);
    asked = undefined;
  }

  group.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    output.push(part);
    if (bytes <= maxAnswer || isOver) return;
    over(fail(tooLongText('wrote to a line of standard output', maxAnswer)));
    group.kill();
  });
  group.stderr.on('data', errors.push);
  void group.ended.then(
    (end) => {
      output.end();
      errors.end();
      over(fail(`ended ${howEnded(end)} without an answer`));
    },
    (error: unknown) => over(fail(`could not be run: ${errorText(error)}`)),
  );

  return {
    isOver: () => isOver,
    async ask(line, told, signal) {
      signal.throwIfAborted();
      log = told;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked = { log, resolve, reject };
      const stop = () => {
        over(signal.reason);
        group.kill();
      };
      signal.addEventListener('abort', stop, { once: true });
      group.stdin.write(`${line}\n`);
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async end() {
      isOver = true;
      group.stdin.end();
      const patience = new AbortController();
      await Promise.race([group.ended.catch(ignore), wait(LEAVE_MS, patience.signal).catch(ignore)]);
      patience.abort();
      group.kill();
    },
  };
}

function isText(line: string): boolean {
  return line.startsWith('"') && typeof jsonIn(line) === 'string';
}

function howEnded({ code, signal }: ProgramEnd): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}

function ignore(): void {
  // It is over either way.
}
