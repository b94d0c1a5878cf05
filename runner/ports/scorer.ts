import type { ToolCall } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
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

export type ScorerCall = { scorer: string; question: ScoreQuestion; services?: ScriptServices };

/** Asks scorers by name. Throws with the user's message and source line, and for a score that is not a finite number. */
export interface ScorerHost {
  score(call: ScorerCall, signal: AbortSignal): Promise<ScorerAnswer>;
}
