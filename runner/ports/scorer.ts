import type { ToolCall, Usage } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { ScriptServices } from './script.ts';

export type ScoreQuestion = {
  input: string;
  output: string;
  groundTruth: string;
  expectedOutput: string;
  caseId: string;
  tags: readonly string[];
  metadata: JsonObject;
  toolCalls: readonly ToolCall[];
  /** True if no agent was called; then the output is the row's expected output. */
  direct: boolean;
};

export type ScorerAnswer = { score: number; reason?: string };

/** The result of a scorer that does not apply to the output. */
export type NotScorable = { notScorable: true; reason?: string };

/** The scorer failed. `stack` is its stack trace, available only while the error is in the scorer's own thread. */
export type ScorerFailure = { failure: string; stack?: string | undefined };

/** The requests and responses of the models of a scorer, by step, and their usage. */
export type ScorerModelExchange = { request?: Json; response?: Json; usage?: Usage };

export type ScorerVerdict = (ScorerAnswer | NotScorable | ScorerFailure) & ScorerModelExchange;

export type ScorerCall = { scorer: string; question: ScoreQuestion; services?: ScriptServices };

/**
 * Calls scorers by name. Throws with the user's message and source line if a scorer throws, and if a score is not a
 * finite number.
 */
export interface ScorerHost {
  score(call: ScorerCall, signal: AbortSignal): Promise<ScorerVerdict>;
}
