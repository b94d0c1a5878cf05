import type { Terminal } from '../terminal.ts';

/** Loads the module that receives traces from running agents. */
export type LoadReceiver = () => Promise<StartReceiver>;

/** `port` 0 means any free port. `database` is the file of the history, `root` the workspace. */
export type StartReceiver = (
  workspace: { port: number; root: string; database: string },
  terminal: Terminal,
) => Promise<RunningReceiver>;

/** `address` is the URL to which exporters send spans. `close` stores the spans that have arrived. */
export type RunningReceiver = { address: string; close(): Promise<void> };
