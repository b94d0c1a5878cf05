import { StringDecoder } from 'node:string_decoder';
import type { Variables } from '../../models/connectors.ts';
import { AgentError, describeTooLongAnswer } from '../../ports/index.ts';
import { type ProcessGroup, type ProgramExit, startProcessGroup } from '../../scripts/process-group.ts';
import { raceWithAbort } from '../../values/index.ts';

export type CommandCall = {
  command: readonly string[];
  cwd: string;
  variables: Variables;
  /** Written to standard input, which is then closed. */
  input: string;
  /** The maximum number of bytes on either output stream. */
  maxAnswer: number;
  /** Called with each part of standard output as it arrives. */
  onOutput: (part: Buffer) => void;
  /** Called with each line of standard error. */
  onErrorLine: (line: string) => void;
};

/** The exit code or signal of a process, and its standard output. */
export type CommandEnd = ProgramExit & { output: Buffer };

/**
 * Runs one command to its end. Its whole process group is killed when `signal` aborts, when the command writes too
 * much, and when its first process exits while other processes still run. Rejects with the reason of `signal` as soon
 * as `signal` aborts.
 */
export async function runCommand(call: CommandCall, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted();
  const group = startProcessGroup(call);
  return raceWithAbort(
    () => exchangeWithProcess(group, call),
    signal,
    () => group.kill(),
  );
}

async function exchangeWithProcess(group: ProcessGroup, call: CommandCall): Promise<CommandEnd> {
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

/** Kills a command that writes more than `maxBytes`. The returned function names the stream that was too long. */
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
 * Calls `onLine` for each complete line. The stream may be cut off in the middle of a line, so the caller must call
 * `end` for the rest.
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
