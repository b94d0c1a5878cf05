import { toSqliteProblem } from '../history/db/sqlite-problem.ts';
import { UsageError } from './usage-error.ts';

/** `stack` is set only for unexpected errors, which are bugs of Turntree and need the stack trace to be fixed. */
export type ErrorExplanation = { message: string; details: readonly string[]; stack: string | undefined };

const expectedErrorNames = ['AppError', 'AgentError', 'InputError', 'QueueError', 'ZodError'];

/** Returns the message for an error. Rethrows values that are not errors. */
export function toErrorExplanation(thrown: unknown): ErrorExplanation {
  const error = toSqliteProblem(thrown) ?? thrown;
  if (!(error instanceof Error)) throw error;
  const details = 'details' in error && Array.isArray(error.details) ? error.details.map(String) : [];
  const isExpected = error instanceof UsageError || expectedErrorNames.includes(error.name);
  return { message: error.message, details, stack: isExpected ? undefined : (error.stack ?? '') };
}
