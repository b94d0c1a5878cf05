/** A mistake in the command line. The message names the flag and its accepted values. */
export class UsageError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'UsageError';
    this.details = details;
  }
}

/** Thrown if no case is selected. A separate class, because callers can choose the exit code for it. */
export class NothingToRunError extends UsageError {}
