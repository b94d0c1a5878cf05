import type { AssertionType, ToolCall } from '../contract/index.ts';
import type { ReportedPart } from '../ports/index.ts';
import type { Outcome } from './outcome.ts';
import type { AssertionOf, AssertionTaskOf } from './subject.ts';

/** One thing wrong with an assertion; `field` is the key that holds it. With `runs`, it can be made all the same. */
export type AssertionProblem = { field?: string; message: string; runs?: true; isWarning?: true };

/** One type of assertion: a file of its own, and a line in `assertion-types.ts`. */
export interface AssertionRules<Type extends AssertionType = AssertionType> {
  /** Makes the check. The outcome has the texts for both results, so that `negate` needs no code. */
  judge(task: AssertionTaskOf<Type>, signal: AbortSignal): Outcome | Promise<Outcome>;
  /** Finds mistakes before any output exists, such as a malformed pattern. */
  problems?(assertion: AssertionOf<Type>): AssertionProblem[];
  /** What it expects, in a few words: lists of checkpoints show it. */
  wanted(assertion: AssertionOf<Type>): string;
  /** The output alone decides it: neither calls, nor the run, nor anybody's verdict. */
  readsOutput: boolean;
  /** It looks for something that an ordinary sentence hardly has. */
  readsText: boolean;
  /** Forbids something, so it is checked on every turn. */
  excludes(assertion: AssertionOf<Type>): boolean;
  /** What it judges of an answer beside its text. */
  parts?(assertion: AssertionOf<Type>): readonly ReportedPart[];
  /** The tools that it names. */
  tools?(assertion: AssertionOf<Type>): readonly string[];
  /** A test of single calls, where one call can satisfy it; it then has a place among the calls of a turn. */
  satisfiedBy?(assertion: AssertionOf<Type>): ((call: ToolCall) => boolean) | undefined;
  /** Tells whether it says anything about a call, where that is more than the names in `tools`. */
  judgesTool?(assertion: AssertionOf<Type>, call: ToolCall): boolean;
}
