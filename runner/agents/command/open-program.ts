import type { Variables } from '../../models/connectors.ts';
import { waitMs } from '../../models/wait-ms.ts';
import { AgentError, describeTooLongAnswer } from '../../ports/index.ts';
import { type ProgramExit, startProcessGroup } from '../../scripts/process-group.ts';
import { toErrorMessage } from '../../values/index.ts';
import { createOutputTail } from './output-tail.ts';
import { createLineSplitter } from './run-command.ts';

export type ProgramStartOptions = { command: readonly string[]; cwd: string; variables: Variables; maxAnswer: number };

export type ProgramListener = {
  /** The name of the program for error messages. Ends with a space unless it is empty. */
  name: string;
  /** Completes the error message about a program that has exited, for example "without an answer". */
  unfinishedText: string;
  onLine(line: string): void;
  onErrorLine(line: string): void;
  /** Called after each chunk of output, when all complete lines in it have been handled. */
  onActivity?(): void;
  /** Returns true if no call waits for the program any more. */
  isOver(): boolean;
  /** Called when the program has exited, or was killed because it wrote too much. */
  onExit(error: AgentError): void;
};

/** A long-running program that exchanges lines with the runner. */
export type OpenProgram = {
  write(line: string): void;
  kill(): void;
  /** Closes the program's standard input, and kills the program if it does not exit then. */
  end(): Promise<void>;
  /** Creates an error that includes the last lines of the program's standard error. */
  problem(what: string): AgentError;
};

const EXIT_TIMEOUT_MS = 2_000;

/**
 * Starts a program and passes its output lines to `listener`. If a line is longer than `maxAnswer`, kills the program.
 */
export function openProgram(
  { command, cwd, variables, maxAnswer }: ProgramStartOptions,
  listener: ProgramListener,
): OpenProgram {
  const group = startProcessGroup({ command, cwd, variables });
  const lastLines = createOutputTail();
  let bytes = 0;

  const createProgramError = (what: string) => new AgentError(lastLines.describe(`${listener.name}${what}`), 'agent');
  const output = createLineSplitter((line) => {
    bytes = 0;
    listener.onLine(line);
  });
  const errors = createLineSplitter((line) => {
    lastLines.add(line);
    listener.onErrorLine(line);
  });
  group.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    output.push(part);
    if (listener.isOver()) return;
    listener.onActivity?.();
    if (bytes <= maxAnswer) return;
    listener.onExit(createProgramError(describeTooLongAnswer('wrote to a line of standard output', maxAnswer)));
    group.kill();
  });
  group.stderr.on('data', errors.push);
  void group.ended.then(
    (end) => {
      output.end();
      errors.end();
      listener.onExit(createProgramError(`ended ${describeExit(end)} ${listener.unfinishedText}`));
    },
    (error: unknown) => listener.onExit(createProgramError(`could not be run: ${toErrorMessage(error)}`)),
  );

  return {
    write: (line) => void group.stdin.write(line),
    kill: () => group.kill(),
    async end() {
      group.stdin.end();
      const exitWait = new AbortController();
      await Promise.race([
        group.ended.catch(ignoreFailure),
        waitMs(EXIT_TIMEOUT_MS, exitWait.signal).catch(ignoreFailure),
      ]);
      exitWait.abort();
      group.kill();
    },
    problem: createProgramError,
  };
}

function describeExit({ code, signal }: ProgramExit): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}

function ignoreFailure(): void {
  // Ignored: the program has exited, or it will be killed because it did not exit in time.
}
