import type { AssertionType, ToolCall } from '../contract/index.ts';
import type { ReportedAnswerPartKind } from '../ports/index.ts';
import type { AssertionOutcome } from './assertion-outcome.ts';
import type { AssertionOf, AssertionTaskOf } from './subject.ts';

/** A problem of an assertion; `field` is the key that has it. With `runs`, the assertion can be checked anyway. */
export type AssertionProblem = { field?: string; message: string; runs?: true; isWarning?: true };

/** Implements one assertion type. Each type has its own file, and a line in `assertion-types.ts`. */
export interface AssertionRules<Type extends AssertionType = AssertionType> {
  /** Makes the check. The outcome has the texts for both results, so that `negate` needs no code. */
  judge(task: AssertionTaskOf<Type>, signal: AbortSignal): AssertionOutcome | Promise<AssertionOutcome>;
  /** Finds mistakes that can be found without an output, such as a malformed pattern. */
  problems?(assertion: AssertionOf<Type>): AssertionProblem[];
  /** The expectation of the assertion in a few words, for lists of checkpoints. */
  describeExpectation(assertion: AssertionOf<Type>): string;
  /** True when the output alone decides the assertion, without tool calls, the run or a judge. */
  readsOutput: boolean;
  /** True if the assertion looks for a text that ordinary sentences rarely contain. */
  readsText: boolean;
  /** True when the assertion forbids something, so that it is checked on every turn. */
  isForbidding(assertion: AssertionOf<Type>): boolean;
  /** The parts of an answer besides its text that the assertion checks. */
  listParts?(assertion: AssertionOf<Type>): readonly ReportedAnswerPartKind[];
  /** The tools that the assertion names. */
  listTools?(assertion: AssertionOf<Type>): readonly string[];
  /**
   * Returns a test for a single tool call, if one call can satisfy the assertion. Then the runner knows which call of
   * the turn satisfied it.
   */
  satisfiedBy?(assertion: AssertionOf<Type>): ((call: ToolCall) => boolean) | undefined;
  /** Whether the assertion checks a call; used when the names in `tools` alone cannot tell. */
  judgesTool?(assertion: AssertionOf<Type>, call: ToolCall): boolean;
}
