import type { Assertion, AssertionType, ToolCall } from '../contract/index.ts';
import type { SnapshotAnswer, SnapshotQuestion } from '../ports/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { Conflict } from './judge-verdict.ts';

/** A call of a tool; in a whole conversation with its turn. */
export type SeenCall = ToolCall & { turn?: number };

/** The subject of an assertion: one output with everything that came with it. */
export type Subject = {
  /** The judged value; `null` when there was none. */
  value: Json;
  /** Its text form, for checks that read text. */
  text: string;
  /** What the next hook gave beside a text that is judged; paths that find nothing in the text look into it. */
  next?: Json | undefined;
  toolCalls: readonly SeenCall[];
  /** What the agent has spent on it and taken for it, as far as somebody tells. */
  tokens?: number;
  cost?: number;
  /** The cost is that of some of its calls: the others have no price. */
  isPartlyPriced?: boolean;
  durationMs?: number;
  /** Of a whole conversation: how many turns it has, and how long the longest took. */
  turns?: number;
  longestTurnMs?: number;
  /** The whole conversation as judges and scripts get it, turn by turn with its calls. */
  conversation?: Json;
  /** What the mocks of the case have left of its state. */
  state?: Json | undefined;
  /** The input of the agent; scripts and validators see it. */
  input: Json;
  /** The expected value of the case; scripts see it. */
  expected?: Json;
};

/** A question to a validator agent. `use` is its id without prefix; `request` is the JSON it receives. */
export type ValidationCall = { use: string; connector?: string; request: JsonObject };

/** A call of a script assertion, `reference` as the author wrote it. */
export type ScriptAssertionCall = { reference: string; arguments: Json[] };

/** The help that assertions need. Both throw when the machinery fails; that is an error, never a failure. */
export interface AssertionHelpers {
  /** Answers the validator's text, as it is. */
  validate(call: ValidationCall, signal: AbortSignal): Promise<string>;
  /** Told that a validator decided nothing, or two things at once. */
  undecided?(kind: 'undecided' | Conflict['kind'], evidence: string): void;
  runScript(call: ScriptAssertionCall, signal: AbortSignal): Promise<Json>;
  /** Missing where there is no run. */
  compareSnapshot?(call: Pick<SnapshotQuestion, 'name' | 'value'>): SnapshotAnswer;
}

type AssertionByType = { [Type in AssertionType]: Extract<Assertion, { type: Type }> };

/** An assertion of one type. */
export type AssertionOf<Type extends AssertionType> = AssertionByType[Type];

export type AssertionTaskOf<Type extends AssertionType> = {
  assertion: AssertionByType[Type];
  subject: Subject;
  helpers: AssertionHelpers;
};

export type AssertionTask = AssertionTaskOf<AssertionType>;
