/** An invalid command line. The message names the flag and the values it takes. */
export class UsageError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'UsageError';
    this.details = details;
  }
}

/** No case is selected: a separate error, because callers can choose its exit code. */
export class NothingToRun extends UsageError {}
