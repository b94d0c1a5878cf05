import type { Assertion, AssertionType, ToolCall, UserFact } from '../contract/index.ts';
import type { CriterionRuling } from '../fold/index.ts';
import type { SnapshotRequest, SnapshotResult } from '../ports/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { VerdictConflict } from './agent/judge-verdict.ts';

/** A tool call; in a whole conversation, with the number of its turn. */
export type ToolCallWithTurn = ToolCall & { turn?: number };

/** What an assertion is evaluated on: one output, and the data that belongs to it. */
export type Subject = {
  /** The value to judge; null if there is none. */
  value: Json;
  /** The value as text, for assertions on text. */
  text: string;
  /** The data of the next hook, if a text is judged. A path that finds nothing in the text is looked up here. */
  next?: Json | undefined;
  toolCalls: readonly ToolCallWithTurn[];
  /** The tokens, cost and duration of the agent, if they were reported. */
  tokens?: number;
  cost?: number;
  /** True if `cost` is incomplete, because some of the agent's calls have no price. */
  isPartlyPriced?: boolean;
  durationMs?: number;
  /** For a whole conversation: the number of turns, and the duration of the longest turn. */
  turns?: number;
  longestTurnMs?: number;
  /** The whole conversation for judges and scripts: its turns with their calls. */
  conversation?: Json;
  /**
   * For one turn of a conversation: its number, all turns up to it, and the state after it. Only judges receive these
   * data.
   */
  conversationSoFar?: { turn: number; turns: JsonObject[]; state: Json | undefined };
  /** The final state of the case's mocks. */
  state?: Json | undefined;
  /** For a whole conversation with the built-in simulator: the turns in which the agent asked for each fact. */
  facts?: readonly UserFact[] | undefined;
  /** The input of the agent, for scripts and validators. */
  input: Json;
  /** The expected value of the case, for scripts. */
  expected?: Json;
};

/** A request to a validator agent. `use` is the id of the agent; `request` is the JSON that it receives. */
export type ValidationCall = { use: string; connector?: string; request: JsonObject };

/**
 * One vote of the built-in judge. If one call decides several assertions, only one of them contains the request and the
 * answer.
 */
export type JudgeVote = {
  rulings: readonly CriterionRuling[];
  connector: string | undefined;
  /** The version of the judge's prompt. */
  prompt: string;
  request: JsonObject | undefined;
  answer: string;
  isAskedAgain: boolean;
};

/** A call of a script by an assertion. `reference` is the name of the script as it is written in the assertion. */
export type ScriptAssertionCall = { reference: string; arguments: Json[] };

/**
 * What assertions need from the runner. These functions throw for technical failures, which are errors and not failed
 * checks.
 */
export interface AssertionHelpers {
  /** Calls a validator agent and returns the text of its answer unchanged. */
  askValidator(call: ValidationCall, signal: AbortSignal): Promise<string>;
  /** Returns the votes of the built-in judge on the criteria of an assertion. */
  askBuiltInJudge(assertion: AssertionOf<'agent'>, signal: AbortSignal): Promise<readonly JudgeVote[]>;
  /** Called if a validator gave no verdict, or contradictory ones. */
  onUndecided?(kind: 'undecided' | VerdictConflict['kind'], evidence: string): void;
  runScript(call: ScriptAssertionCall, signal: AbortSignal): Promise<Json>;
  /** Compares an answer with its snapshot. Missing outside of a run. */
  compareSnapshot?(call: Pick<SnapshotRequest, 'name' | 'value'>): SnapshotResult;
}

type AssertionByType = { [Type in AssertionType]: Extract<Assertion, { type: Type }> };

export type AssertionOf<Type extends AssertionType> = AssertionByType[Type];

export type AssertionTaskOf<Type extends AssertionType> = {
  assertion: AssertionByType[Type];
  subject: Subject;
  helpers: AssertionHelpers;
};

export type AssertionTask = AssertionTaskOf<AssertionType>;
