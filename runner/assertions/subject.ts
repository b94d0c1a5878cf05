import type { Assertion, AssertionType, ToolCall, UserFact } from '../contract/index.ts';
import type { CriterionRuling } from '../fold/index.ts';
import type { SnapshotRequest, SnapshotResult } from '../ports/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { VerdictConflict } from './agent/judge-verdict.ts';

/** A tool call. In a whole conversation, it also has the number of its turn. */
export type ToolCallWithTurn = ToolCall & { turn?: number };

/** Everything that an assertion can check: one output, and the data that came with it. */
export type Subject = {
  /** The judged value; `null` when there was none. */
  value: Json;
  /** The text form of the value, for checks that read text. */
  text: string;
  /**
   * The data of the next hook when a text is judged. Paths that find nothing in the text are looked up in this data.
   */
  next?: Json | undefined;
  toolCalls: readonly ToolCallWithTurn[];
  /** The tokens, cost and duration of the agent, if they were reported. */
  tokens?: number;
  cost?: number;
  /** True when the cost covers only some of the agent's calls, because the other calls have no price. */
  isPartlyPriced?: boolean;
  durationMs?: number;
  /** For a whole conversation: the number of turns, and the duration of the longest turn. */
  turns?: number;
  longestTurnMs?: number;
  /** The whole conversation in the form for judges and scripts: its turns with their calls. */
  conversation?: Json;
  /**
   * For one turn of a conversation: its number, the turns so far in the same form, and the state after it. Only judges
   * receive these.
   */
  conversationSoFar?: { turn: number; turns: JsonObject[]; state: Json | undefined };
  /** The final state of the case's mocks. */
  state?: Json | undefined;
  /** For a whole conversation with the built-in user: the turns in which the agent asked for each fact. */
  facts?: readonly UserFact[] | undefined;
  /** The input of the agent, for scripts and validators. */
  input: Json;
  /** The expected value of the case, for scripts. */
  expected?: Json;
};

/** A question to a validator agent. `use` is its id without prefix; `request` is the JSON it receives. */
export type ValidationCall = { use: string; connector?: string; request: JsonObject };

/**
 * One vote of the built-in judge. If several assertions share a call, only one of them has the request and the answer.
 */
export type JudgeVote = {
  rulings: readonly CriterionRuling[];
  connector: string | undefined;
  /** The version of the prompt. */
  prompt: string;
  request: JsonObject | undefined;
  answer: string;
  isAskedAgain: boolean;
};

/** A call of a script assertion, `reference` as the author wrote it. */
export type ScriptAssertionCall = { reference: string; arguments: Json[] };

/**
 * The services that assertions need from the runner. They throw on technical failures, which count as errors and never
 * as failed checks.
 */
export interface AssertionHelpers {
  /** Calls a validator agent and returns the text of its answer unchanged. */
  askValidator(call: ValidationCall, signal: AbortSignal): Promise<string>;
  /** Returns the votes of the built-in judge on the criteria of an assertion. */
  askBuiltInJudge(assertion: AssertionOf<'agent'>, signal: AbortSignal): Promise<readonly JudgeVote[]>;
  /** Called when a validator gave no verdict, or contradictory verdicts. */
  onUndecided?(kind: 'undecided' | VerdictConflict['kind'], evidence: string): void;
  runScript(call: ScriptAssertionCall, signal: AbortSignal): Promise<Json>;
  /** Compares an answer with its snapshot. Undefined outside of a run. */
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
