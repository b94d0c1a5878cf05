import type { Variables } from '../../models/connectors.ts';
import { wait } from '../../models/wait.ts';
import { AgentError, tooLongText } from '../../ports/index.ts';
import { type ProgramEnd, startProcessGroup } from '../../scripts/process-group.ts';
import { errorText } from '../../values/index.ts';
import { createLastLines } from './last-lines.ts';
import { readLines } from './run-command.ts';

export type ProgramStart = { command: readonly string[]; cwd: string; variables: Variables; maxAnswer: number };

export type ProgramListener = {
  /** What errors call the program, with a space behind it where it is not empty. */
  name: string;
  /** What a program has not done that ends by itself: "without an answer". */
  unfinished: string;
  line(line: string): void;
  errorLine(line: string): void;
  /** Told that all of what came at once was heard. */
  heard?(): void;
  /** Nobody waits for it any more. */
  isOver(): boolean;
  /** It has ended, or was ended because of what it wrote. */
  over(error: AgentError): void;
};

/** A program that stays, and is talked to in lines. */
export type OpenProgram = {
  write(line: string): void;
  kill(): void;
  /** Ends its input, and kills it if it stays. */
  end(): Promise<void>;
  /** An error of the program, with the last lines that it wrote to standard error. */
  problem(what: string): AgentError;
};

const LEAVE_MS = 2_000;

/** Starts a program, and hears the lines that it writes. One whose line is longer than an answer may be is killed. */
export function openProgram(
  { command, cwd, variables, maxAnswer }: ProgramStart,
  listener: ProgramListener,
): OpenProgram {
  const group = startProcessGroup({ command, cwd, variables });
  const lastLines = createLastLines();
  let bytes = 0;

  const problem = (what: string) => new AgentError(lastLines.after(`${listener.name}${what}`), 'agent');
  const output = readLines((line) => {
    bytes = 0;
    listener.line(line);
  });
  const errors = readLines((line) => {
    lastLines.add(line);
    listener.errorLine(line);
  });
  group.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    output.push(part);
    if (listener.isOver()) return;
    listener.heard?.();
    if (bytes <= maxAnswer) return;
    listener.over(problem(tooLongText('wrote to a line of standard output', maxAnswer)));
    group.kill();
  });
  group.stderr.on('data', errors.push);
  void group.ended.then(
    (end) => {
      output.end();
      errors.end();
      listener.over(problem(`ended ${howEnded(end)} ${listener.unfinished}`));
    },
    (error: unknown) => listener.over(problem(`could not be run: ${errorText(error)}`)),
  );

  return {
    write: (line) => void group.stdin.write(line),
    kill: () => group.kill(),
    async end() {
      group.stdin.end();
      const patience = new AbortController();
      await Promise.race([group.ended.catch(ignore), wait(LEAVE_MS, patience.signal).catch(ignore)]);
      patience.abort();
      group.kill();
    },
    problem,
  };
}

function howEnded({ code, signal }: ProgramEnd): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}

function ignore(): void {
  // It is over either way.
}
