/** A command line that cannot be understood; the message says which flag and what it takes. */
export class UsageError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'UsageError';
    this.details = details;
  }
}

/** A selection that leaves no case: a mistake of its own, with an exit code of its own for whoever asks for it. */
export class NothingToRun extends UsageError {}
