import { StringDecoder } from 'node:string_decoder';
import type { Variables } from '../../models/connectors.ts';
import { AgentError, tooLongText } from '../../ports/index.ts';
import { type ProcessGroup, type ProgramEnd, startProcessGroup } from '../../scripts/process-group.ts';
import { orAborted } from '../../values/index.ts';

export type CommandCall = {
  command: readonly string[];
  cwd: string;
  variables: Variables;
  /** Written to its standard input, which then ends. */
  input: string;
  /** The most bytes that it may write to either stream. */
  maxAnswer: number;
  /** Told what it writes to its standard output, as it comes. */
  onOutput: (part: Buffer) => void;
  /** Told every line of its standard error. */
  onErrorLine: (line: string) => void;
};

/** The exit of a process, and its standard output. */
export type CommandEnd = ProgramEnd & { output: Buffer };

/**
 * Runs one command to its end. Everything of it is killed when `signal` aborts, when it writes too much, and when its
 * first process ends and leaves others behind. Rejects with the reason of `signal` as soon as that aborts.
 */
export async function runCommand(call: CommandCall, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted();
  const group = startProcessGroup(call);
  return orAborted(
    () => exchange(group, call),
    signal,
    () => group.kill(),
  );
}

async function exchange(group: ProcessGroup, call: CommandCall): Promise<CommandEnd> {
  const parts: Buffer[] = [];
  const tooMuch = watchOutput(group, call.maxAnswer);
  group.stdout.on('data', (part: Buffer) => {
    parts.push(part);
    call.onOutput(part);
  });
  const lines = readLines(call.onErrorLine);
  group.stderr.on('data', lines.push);
  group.stdin.end(call.input);
  const ended = await group.ended;
  lines.end();
  const stream = tooMuch();
  if (stream !== undefined) throw new AgentError(tooLongText(`wrote to ${stream}`, call.maxAnswer), 'agent');
  return { ...ended, output: Buffer.concat(parts) };
}

/** Ends a command that writes without end. Answers which stream it was. */
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

/** The stream may be cut off before its end: whoever knows that nothing more comes says so. */
export function readLines(onLine: (line: string) => void): { push(part: Buffer): void; end(): void } {
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
