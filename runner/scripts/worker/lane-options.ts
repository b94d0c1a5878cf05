import type { CallOutcome, UserCall } from '../user-call.ts';
import type { ModuleStart } from './start-module.ts';

export type LaneOptions = ModuleStart & {
  pingMs: number;
  /** A solo lane has one call: it is stopped when that is aborted, and is never blamed for being busy. */
  occupancy: 'shared' | 'solo';
  onExit: () => void;
};

/** A call that has no end yet. */
export type Flight = { call: UserCall; settle(outcome: CallOutcome): void };
