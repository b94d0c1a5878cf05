import type { ToolCall, Usage } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { ScriptServices } from './script.ts';

/** The question to a scorer. */
export type ScoreQuestion = {
  input: string;
  output: string;
  groundTruth: string;
  expectedOutput: string;
  caseId: string;
  tags: readonly string[];
  metadata: JsonObject;
  toolCalls: readonly ToolCall[];
  /** Nobody was asked: the output is what the row expects. */
  direct: boolean;
};

export type ScorerAnswer = { score: number; reason?: string };

/** The scorer has nothing to say about the output. */
export type NotScorable = { notScorable: true; reason?: string };

/** The scorer broke. `stack` is where, as long as it is in its own thread. */
export type ScorerFailure = { failure: string; stack?: string | undefined };

/** What the models of a scorer were asked and answered, by step, and what that took. */
export type ScorerRecord = { request?: Json; response?: Json; usage?: Usage };

export type ScorerVerdict = (ScorerAnswer | NotScorable | ScorerFailure) & ScorerRecord;

export type ScorerCall = { scorer: string; question: ScoreQuestion; services?: ScriptServices };

/** Asks scorers by name. Throws with the user's message and source line, and for a score that is not a finite number. */
export interface ScorerHost {
  score(call: ScorerCall, signal: AbortSignal): Promise<ScorerVerdict>;
}
