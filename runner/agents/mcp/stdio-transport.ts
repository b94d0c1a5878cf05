import { setTimeout as wait } from 'node:timers/promises';
import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describeTooLongAnswer } from '../../ports/index.ts';
import { type ProcessGroup, type ProcessGroupOptions, startProcessGroup } from '../../scripts/process-group.ts';

export type StdioTransport = { transport: Transport; getErrorOutput(): string };

const EXIT_TIMEOUT_MS = 2_000;
const MAX_ERROR_OUTPUT_LENGTH = 1_000;

/**
 * Connects to an MCP server that is a program and exchanges JSON lines with it. At the end, or if the program writes
 * too much, its whole process group is killed. Keeps the end of its standard error, to explain why it exited.
 */
export function createStdioTransport(program: ProcessGroupOptions, maxAnswer: number): StdioTransport {
  let errorOutput = '';
  let isTooLong = false;
  const keepLastErrorOutput = (part: Buffer) => {
    errorOutput = (errorOutput + part.toString('utf8')).slice(-MAX_ERROR_OUTPUT_LENGTH);
  };
  const describeErrorOutput = () => {
    if (isTooLong) return `; it ${describeTooLongAnswer('answered', maxAnswer)}`;
    return errorOutput.trim() === '' ? '' : `; it wrote: ${errorOutput.trim()}`;
  };
  const variables = { ...getDefaultEnvironment(), ...program.variables };
  const started = { ...program, variables, onErrorOutput: keepLastErrorOutput };
  if (process.platform === 'win32')
    return { transport: createWindowsTransport(started), getErrorOutput: describeErrorOutput };
  const buffer = new ReadBuffer({ maxBufferSize: maxAnswer });
  const appendToBuffer = (part: Buffer) => {
    isTooLong = true;
    buffer.append(part);
    isTooLong = false;
  };
  return {
    transport: createProcessGroupTransport(started, {
      append: appendToBuffer,
      readMessage: () => buffer.readMessage(),
    }),
    getErrorOutput: describeErrorOutput,
  };
}

type StdioProgramOptions = ProcessGroupOptions & { onErrorOutput: (part: Buffer) => void };

/** A buffer for incoming messages. `append` throws if a message is too long. */
type MessageBuffer = Pick<ReadBuffer, 'append' | 'readMessage'>;

function createProcessGroupTransport(
  { onErrorOutput, ...program }: StdioProgramOptions,
  buffer: MessageBuffer,
): Transport {
  let group: ProcessGroup | undefined;

  function handleOutput(part: Buffer): void {
    try {
      buffer.append(part);
    } catch (error) {
      reportTransportError(error);
      group?.kill();
      return;
    }
    while (deliverNextMessage());
  }

  /** Passes the next message to the client. Returns true if the buffer may contain another one. */
  function deliverNextMessage(): boolean {
    try {
      const message = buffer.readMessage();
      if (message === null) return false;
      transport.onmessage?.(message);
    } catch (error) {
      reportTransportError(error);
    }
    return true;
  }

  function reportTransportError(error: unknown): void {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }

  const transport: Transport = {
    async start() {
      group = startProcessGroup(program);
      group.stdout.on('data', handleOutput);
      group.stderr.on('data', onErrorOutput);
      const handleClose = () => transport.onclose?.();
      void group.ended.then(handleClose, handleClose);
      await group.started;
    },
    async send(message) {
      group?.stdin.write(serializeMessage(message));
    },
    async close() {
      if (group === undefined) return;
      group.stdin.end();
      if (await endsWithin(group, EXIT_TIMEOUT_MS)) return;
      group.terminate();
      if (await endsWithin(group, EXIT_TIMEOUT_MS)) return;
      group.kill();
    },
  };
  return transport;
}

async function endsWithin({ ended }: ProcessGroup, ms: number): Promise<boolean> {
  const tooLong = new AbortController();
  try {
    return await Promise.race([ended.then(resolveTrue, resolveTrue), wait(ms, false, { signal: tooLong.signal })]);
  } finally {
    tooLong.abort();
  }
}

function resolveTrue(): boolean {
  return true;
}

/**
 * Used on Windows, where programs such as `npx` have other file names and there are no process groups: the MCP client
 * starts the program.
 */
function createWindowsTransport({ command, cwd, variables, onErrorOutput }: StdioProgramOptions): Transport {
  const [program = '', ...args] = command;
  const definedVariables = Object.entries(variables).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const transport = new StdioClientTransport({
    command: program,
    args,
    cwd,
    stderr: 'pipe',
    env: Object.fromEntries(definedVariables),
  });
  transport.stderr?.on('data', onErrorOutput);
  return transport;
}
