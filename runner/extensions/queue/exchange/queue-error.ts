/** A queue that cannot be used, in words for the person who named it. */
export class QueueError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'QueueError';
    this.details = details;
  }
}
