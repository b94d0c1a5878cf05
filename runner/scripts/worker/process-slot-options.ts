import type { CallOutcome, UserCall } from '../user-call.ts';
import type { ModuleStart } from './start-module.ts';

export type ProcessSlotOptions = ModuleStart & {
  pingMs: number;
  /** A solo lane has a single call. It is stopped when that call is aborted, and is never considered stuck. */
  occupancy: 'shared' | 'solo';
  onExit: () => void;
};

/** A call that has no end yet. */
export type Flight = { call: UserCall; settle(outcome: CallOutcome): void };
