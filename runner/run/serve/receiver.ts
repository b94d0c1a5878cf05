import type { Terminal } from '../terminal.ts';

/** Loads what receives the traces of running agents. */
export type LoadReceiver = () => Promise<StartReceiver>;

/** `port` 0 is any free port. `database` is the file of the history, `root` the workspace. */
export type StartReceiver = (
  place: { port: number; root: string; database: string },
  terminal: Terminal,
) => Promise<OpenReceiver>;

/** `address`: where exporters send spans. `close` stores what has arrived. */
export type OpenReceiver = { address: string; close(): Promise<void> };
