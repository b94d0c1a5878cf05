import type { RemoteAttemptExecutor } from '../ports/index.ts';
import type { CliHost } from './command-line.ts';
import type { PreparedRun } from './prepare.ts';
import type { LoadReceiver } from './serve/receiver.ts';
import type { Terminal } from './terminal.ts';
import type { TestOptions } from './test-options.ts';

/**
 * An extension of the application: it adds commands, and may let other machines execute runs. The command line lists
 * all extensions without loading their code. A run does not know extensions; it gets the queue that it needs.
 */
export type CliExtension = {
  commands: readonly ExtensionCommand[];
  loadQueue?: LoadQueue;
  loadReceiver?: LoadReceiver;
};

/** `place` says where the help lists the commands: after `test` or under "In and out". */
export type ExtensionCommand = { place: 'behind test' | 'in and out'; add(host: CliHost): void };

export type LoadQueue = () => Promise<RunQueue>;

/** Returns the queue of the first extension that provides a queue. */
export function findQueueLoader(extensions: readonly CliExtension[]): LoadQueue | undefined {
  return extensions.find(({ loadQueue }) => loadQueue !== undefined)?.loadQueue;
}

/** Returns the receiver of traces from the first extension that provides one. */
export function findReceiverLoader(extensions: readonly CliExtension[]): LoadReceiver | undefined {
  return extensions.find(({ loadReceiver }) => loadReceiver !== undefined)?.loadReceiver;
}

/** Lets other machines execute the attempts of runs. */
export type RunQueue = {
  /** Throws for options that a queue does not support. Called before any file is read. */
  check(options: TestOptions): void;
  open(run: QueuedRun, signal: AbortSignal): Promise<QueueConnection>;
};

export type QueuedRun = { prepared: PreparedRun; written: readonly string[]; terminal: Terminal; address: string };
/** The connection to the workers. `failed` is a signal that aborts if no worker is available. */
export type QueueConnection = { remoteExecutor: RemoteAttemptExecutor; failed: AbortSignal; close(): Promise<void> };
