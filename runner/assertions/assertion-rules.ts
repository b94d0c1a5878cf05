import type { AssertionType, ToolCall } from '../contract/index.ts';
import type { ReportedPart } from '../ports/index.ts';
import type { AssertionOutcome } from './assertion-outcome.ts';
import type { AssertionOf, AssertionTaskOf } from './subject.ts';

/** A problem of an assertion; `field` is the key that has it. With `runs`, the assertion can be checked anyway. */
export type AssertionProblem = { field?: string; message: string; runs?: true; isWarning?: true };

/** Implements one assertion type. Each type has its own file, and a line in `assertion-types.ts`. */
export interface AssertionRules<Type extends AssertionType = AssertionType> {
  /** Makes the check. The outcome has the texts for both results, so that `negate` needs no code. */
  judge(task: AssertionTaskOf<Type>, signal: AbortSignal): AssertionOutcome | Promise<AssertionOutcome>;
  /** Finds mistakes before any output exists, such as a malformed pattern. */
  problems?(assertion: AssertionOf<Type>): AssertionProblem[];
  /** What it expects, in a few words for lists of checkpoints. */
  wanted(assertion: AssertionOf<Type>): string;
  /** The output alone decides it, without calls, the run or a judge. */
  readsOutput: boolean;
  /** It looks for something that ordinary sentences rarely contain. */
  readsText: boolean;
  /** Forbids something, so it is checked on every turn. */
  excludes(assertion: AssertionOf<Type>): boolean;
  /** The parts of an answer besides its text that it checks. */
  parts?(assertion: AssertionOf<Type>): readonly ReportedPart[];
  /** The tools that it names. */
  tools?(assertion: AssertionOf<Type>): readonly string[];
  /**
   * Tests a single call, for assertions that one call can satisfy; such an assertion has a position among the calls of
   * a turn.
   */
  satisfiedBy?(assertion: AssertionOf<Type>): ((call: ToolCall) => boolean) | undefined;
  /** Whether it checks a call, when the names in `tools` alone cannot tell. */
  judgesTool?(assertion: AssertionOf<Type>, call: ToolCall): boolean;
}
