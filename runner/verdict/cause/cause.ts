import type { Fault } from '../../contract/index.ts';

/** Why an attempt went wrong. Every output reads this, so that one turn is named everywhere. */
export type Cause = {
  /** The turn in which it went wrong; nothing outside conversations, and where nothing shows which turn it was. */
  turn?: number | undefined;
  party: Fault['by'];
  /** Names stand in backquotes. */
  sentence: string;
  evidence: string[];
  confidence: 'certain' | 'likely' | 'unknown';
  /** Equal for attempts that went wrong in the same way: the checkpoint or rule, the kind and the tool, never the turn. */
  fingerprint: string;
};
