import type { MissingReference } from './finding.ts';

/** A problem of an input, for its author; `line` and `column` count from 1. */
export type InputProblem = { file: string; line: number; column: number; message: string; suggestion?: string };

/** A problem of one case that can still be read and run. */
export type CaseProblem = InputProblem & { caseId: string; reference?: MissingReference };

const MAX_SHOWN_PROBLEMS = 50;

/** Formats a problem for a message: `suite.jsonl:3:14: unknown key "asert" (did you mean "assert"?)` */
export function formatProblem({ file, line, column, message, suggestion }: InputProblem): string {
  return `${file}:${line}:${column}: ${message}${formatHint(suggestion)}`;
}

export function formatHint(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`;
}

/** An input that cannot be run. `problems` has all of them; it is empty when the input could not even be read. */
export class InputError extends Error {
  readonly code = 'invalid_input';
  readonly problems: readonly InputProblem[];
  /** The first fifty problems, one line each. */
  readonly details: readonly string[];

  constructor(message: string, problems: readonly InputProblem[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputError';
    this.problems = problems;
    const hiddenCount = problems.length - MAX_SHOWN_PROBLEMS;
    this.details = [
      ...problems.slice(0, MAX_SHOWN_PROBLEMS).map(formatProblem),
      ...(hiddenCount > 0 ? [`… and ${hiddenCount} more`] : []),
    ];
  }
}

export function toInputError(problems: readonly InputProblem[], subject = 'input'): InputError {
  const what = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return new InputError(`the ${subject} has ${what}; nothing was run`, problems);
}
