import { toErrorExplanation } from '../run/index.ts';
import type { InputProblem } from '../run/published/index.ts';

/** A mistake in a case file; `line` and `column` count from 1. */
export type SuiteProblem = InputProblem;

/**
 * The error of a run that could not start, for example because of an invalid option or case file, an unknown agent, or
 * because there is nothing to run. The message contains all problems.
 */
export class TurntreeError extends Error {
  /** The mistakes in case files, each with its position. Empty if the run could not start for another reason. */
  readonly problems: readonly SuiteProblem[];

  constructor(message: string, { problems = [], cause }: { problems?: readonly SuiteProblem[]; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'TurntreeError';
    this.problems = problems;
  }
}

/**
 * Converts an error with details, which a command would print below the message. Returns other errors unchanged,
 * because they are bugs in the program.
 */
export function toTurntreeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TurntreeError) return error;
  const { message, details, stack } = toErrorExplanation(error);
  if (stack !== undefined) return error;
  const problems = 'problems' in error && Array.isArray(error.problems) ? error.problems : [];
  return new TurntreeError([message, ...details.map((detail) => `  ${detail}`)].join('\n'), {
    problems,
    cause: error,
  });
}
