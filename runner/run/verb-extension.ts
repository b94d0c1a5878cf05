import type { AttemptsElsewhere } from '../ports/index.ts';
import type { CliHost } from './command-line.ts';
import type { PreparedRun } from './prepare.ts';
import type { Terminal } from './terminal.ts';
import type { TestOptions } from './test-options.ts';

/**
 * What an extension adds to the application: commands, and runs on other machines. The command line knows all of them
 * without loading what they do; a run knows none, and is given what it needs.
 */
export type VerbExtension = {
  commands: readonly ExtensionCommand[];
  loadQueue?: LoadQueue;
};

/** `place`: where the help shows it, behind `test` or under "In and out". */
export type ExtensionCommand = { place: 'behind test' | 'in and out'; add(host: CliHost): void };

export type LoadQueue = () => Promise<RunQueue>;

/** The first queue that extensions bring. */
export function findQueue(extensions: readonly VerbExtension[]): LoadQueue | undefined {
  return extensions.find(({ loadQueue }) => loadQueue !== undefined)?.loadQueue;
}

/** Hands the attempts of runs to other machines. */
export type RunQueue = {
  /** Refuses what cannot be had with a queue, before anything is read. */
  check(options: TestOptions): void;
  open(run: QueuedRun, signal: AbortSignal): Promise<OpenQueue>;
};

export type QueuedRun = { prepared: PreparedRun; written: readonly string[]; terminal: Terminal; address: string };
/** `failed` aborts when no worker can come. */
export type OpenQueue = { elsewhere: AttemptsElsewhere; failed: AbortSignal; close(): Promise<void> };
