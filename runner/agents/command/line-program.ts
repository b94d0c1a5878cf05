import type { ReportFact } from '../../ports/index.ts';
import { raceWithAbort, tryParseJson } from '../../values/index.ts';
import { isAnswerLine } from './find-answer-in-output.ts';
import { openProgram, type ProgramStartOptions } from './open-program.ts';

type PendingAnswer = { resolve: (line: string) => void; reject: (error: Error) => void };

/** A long-running program that handles one request at a time. */
export type LineProtocolProgram = {
  isOver(): boolean;
  /**
   * Sends a line and returns the line with the answer. If `signal` aborts, ends the program, because its late answer
   * would be taken for the answer to the next request.
   */
  ask(line: string, report: ReportFact | undefined, signal: AbortSignal): Promise<string>;
  /** Closes the program's standard input, then kills the program if it does not exit. */
  end(): Promise<void>;
};

/**
 * Starts a program that reads one request per line. Output lines with a JSON answer are answers; all others are log
 * lines.
 */
export function startLineProgram({ id, ...start }: ProgramStartOptions & { id: string }): LineProtocolProgram {
  let pending: PendingAnswer | undefined;
  let report: ReportFact | undefined;
  let isOver = false;

  function closeWithError(error: Error): void {
    isOver = true;
    pending?.reject(error);
    pending = undefined;
  }
  const program = openProgram(start, {
    name: `agent "${id}": its command `,
    unfinishedText: 'without an answer',
    onLine(line) {
      if (pending === undefined || !(isAnswerLine(line) || isJsonString(line)))
        return void report?.({ type: 'log', source: 'stdout', text: line });
      pending.resolve(line);
      pending = undefined;
    },
    onErrorLine: (line) => report?.({ type: 'log', source: 'stderr', text: line }),
    isOver: () => isOver,
    onExit: closeWithError,
  });

  return {
    isOver: () => isOver,
    ask(line, reportFact, signal) {
      const sendLine = async (): Promise<string> => {
        report = reportFact;
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        pending = { resolve, reject };
        program.write(`${line}\n`);
        return promise;
      };
      return raceWithAbort(sendLine, signal, () => {
        closeWithError(signal.reason);
        program.kill();
      });
    },
    async end() {
      isOver = true;
      await program.end();
    },
  };
}

function isJsonString(line: string): boolean {
  return line.startsWith('"') && typeof tryParseJson(line) === 'string';
}
