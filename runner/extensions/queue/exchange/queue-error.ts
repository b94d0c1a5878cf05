/** An error of a queue that cannot be used, explained for the person who configured it. */
export class QueueError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'QueueError';
    this.details = details;
  }
}
