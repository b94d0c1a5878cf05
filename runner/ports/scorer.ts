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
  /** True if no agent was called; then `output` is the row's expected output. */
  direct: boolean;
};

export type ScorerAnswer = { score: number; reason?: string };

/** The result of a scorer that does not apply to the output. */
export type NotScorable = { notScorable: true; reason?: string };

/** The scorer failed. `stack` is its stack trace, which is available only in the scorer's own thread. */
export type ScorerFailure = { failure: string; stack?: string | undefined };

/** The requests and responses of the models that a scorer called, by step, and the usage of these models. */
export type ScorerModelExchange = { request?: Json; response?: Json; usage?: Usage };

export type ScorerVerdict = (ScorerAnswer | NotScorable | ScorerFailure) & ScorerModelExchange;

export type ScorerCall = { scorer: string; question: ScoreQuestion; services?: ScriptServices };

/**
 * Calls scorers by name. Throws if a scorer throws (with the user's message and source line), and if a score is not a
 * finite number.
 */
export interface ScorerHost {
  score(call: ScorerCall, signal: AbortSignal): Promise<ScorerVerdict>;
}
