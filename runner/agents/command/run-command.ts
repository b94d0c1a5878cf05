import { StringDecoder } from 'node:string_decoder';
import type { Variables } from '../../models/connectors.ts';
import { AgentError, describeTooLongAnswer } from '../../ports/index.ts';
import { type ProcessGroup, type ProgramExit, startProcessGroup } from '../../scripts/process-group.ts';
import { raceWithAbort } from '../../values/index.ts';

export type CommandInvocation = {
  command: readonly string[];
  cwd: string;
  variables: Variables;
  /** Written to standard input, which is then closed. */
  input: string;
  /** The maximum number of bytes of each of the two output streams. */
  maxAnswer: number;
  /** Called with each part of standard output as it arrives. */
  onOutput: (part: Buffer) => void;
  /** Called with each line of standard error. */
  onErrorLine: (line: string) => void;
};

/** The exit code or signal of a process, and its standard output. */
export type FinishedCommand = ProgramExit & { output: Buffer };

/**
 * Runs a command until it exits. Its whole process group is killed if `signal` aborts, if the command writes too much,
 * or if its first process has exited while others are still running. Rejects as soon as `signal` aborts, with its
 * reason.
 */
export async function runCommand(call: CommandInvocation, signal: AbortSignal): Promise<FinishedCommand> {
  signal.throwIfAborted();
  const group = startProcessGroup(call);
  return raceWithAbort(
    () => exchangeWithProcess(group, call),
    signal,
    () => group.kill(),
  );
}

async function exchangeWithProcess(group: ProcessGroup, call: CommandInvocation): Promise<FinishedCommand> {
  const parts: Buffer[] = [];
  const exceededStream = watchOutput(group, call.maxAnswer);
  group.stdout.on('data', (part: Buffer) => {
    parts.push(part);
    call.onOutput(part);
  });
  const lines = createLineSplitter(call.onErrorLine);
  group.stderr.on('data', lines.push);
  group.stdin.end(call.input);
  const ended = await group.ended;
  lines.end();
  const stream = exceededStream();
  if (stream !== undefined) throw new AgentError(describeTooLongAnswer(`wrote to ${stream}`, call.maxAnswer), 'agent');
  return { ...ended, output: Buffer.concat(parts) };
}

/**
 * Kills a command that writes more than `maxBytes`. Returns a function that returns the name of the stream that was too
 * long, if any.
 */
function watchOutput(group: ProcessGroup, maxBytes: number): () => string | undefined {
  let exceededStream: string | undefined;
  for (const [name, stream] of [
    ['standard output', group.stdout],
    ['standard error', group.stderr],
  ] as const) {
    let bytes = 0;
    stream.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= maxBytes) return;
      exceededStream ??= name;
      group.kill();
    });
  }
  return () => exceededStream;
}

/**
 * Splits a stream into lines and calls `onLine` for each. Call `end` after the stream has ended, because its last line
 * may have no line break.
 */
export function createLineSplitter(onLine: (line: string) => void): { push(part: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let partialLine = '';
  return {
    push(part) {
      const [first = '', ...others] = decoder.write(part).split('\n');
      partialLine += first;
      for (const next of others) {
        onLine(partialLine.replace(/\r$/, ''));
        partialLine = next;
      }
    },
    end() {
      partialLine += decoder.end();
      if (partialLine !== '') onLine(partialLine);
    },
  };
}
