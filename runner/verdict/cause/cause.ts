import type { Fault } from '../../contract/index.ts';

/** Why an attempt failed. All outputs read this, so that they all name the same turn. */
export type AttemptCause = {
  /** The turn in which the attempt went wrong; undefined outside conversations, and if no turn can be determined. */
  turn?: number | undefined;
  party: Fault['by'];
  /** Names stand in backquotes. */
  sentence: string;
  evidence: string[];
  confidence: 'certain' | 'likely' | 'unknown';
  /** Equal for attempts that went wrong in the same way: the checkpoint or rule, the kind and the tool, never the turn. */
  fingerprint: string;
};
