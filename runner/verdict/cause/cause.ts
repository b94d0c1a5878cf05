import type { Fault } from '../../contract/index.ts';

/** The cause of a failed attempt. All outputs use it, so that they all name the same turn. */
export type AttemptCause = {
  /**
   * The turn in which the attempt went wrong; undefined if the attempt is not a conversation or if no turn can be
   * determined.
   */
  turn?: number | undefined;
  party: Fault['by'];
  /** The cause in one sentence, with names in backquotes. */
  sentence: string;
  evidence: string[];
  confidence: 'certain' | 'likely' | 'unknown';
  /**
   * A text that is equal for attempts that failed in the same way. It contains the checkpoint or rule, the kind of
   * failure and the tool, but never the turn.
   */
  fingerprint: string;
};
