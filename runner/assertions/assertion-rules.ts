import type { AssertionType, ToolCall } from '../contract/index.ts';
import type { ReportedAnswerPartKind } from '../ports/index.ts';
import type { AssertionOutcome } from './assertion-outcome.ts';
import type { AssertionOf, AssertionTaskOf } from './subject.ts';

/** A problem of an assertion in the key `field`. If `runs` is true, the assertion can be evaluated nevertheless. */
export type AssertionProblem = { field?: string; message: string; runs?: true; isWarning?: true };

/** The implementation of one assertion type. Each type has a file of its own, and is listed in `assertion-types.ts`. */
export interface AssertionRules<Type extends AssertionType = AssertionType> {
  /**
   * Evaluates the assertion. The outcome contains the messages for both results, so that `negate` needs no code here.
   */
  judge(task: AssertionTaskOf<Type>, signal: AbortSignal): AssertionOutcome | Promise<AssertionOutcome>;
  /** Finds mistakes that do not depend on an output, such as a malformed pattern. */
  problems?(assertion: AssertionOf<Type>): AssertionProblem[];
  /** Describes in a few words what the assertion expects, for lists of checkpoints. */
  describeExpectation(assertion: AssertionOf<Type>): string;
  /** True if the result depends only on the output, and not on tool calls, the run or a judge. */
  readsOutput: boolean;
  /** True if the assertion searches for a text that ordinary sentences rarely contain. */
  readsText: boolean;
  /** Returns true if the assertion forbids something. Then it is evaluated in every turn. */
  isForbidding(assertion: AssertionOf<Type>): boolean;
  /** Returns the parts of an answer besides its text that the assertion needs, such as tool calls. */
  listParts?(assertion: AssertionOf<Type>): readonly ReportedAnswerPartKind[];
  /** Returns the names of the tools that the assertion mentions. */
  listTools?(assertion: AssertionOf<Type>): readonly string[];
  /**
   * If a single tool call can satisfy the assertion, returns a function that tests whether a call satisfies it. The
   * runner uses this function to find the call.
   */
  satisfiedBy?(assertion: AssertionOf<Type>): ((call: ToolCall) => boolean) | undefined;
  /** Returns true if the assertion checks a call. Needed if `listTools` is not enough to tell. */
  judgesTool?(assertion: AssertionOf<Type>, call: ToolCall): boolean;
}
