/** Thrown if a queue cannot be used. The message is written for the person who configured the queue. */
export class QueueError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'QueueError';
    this.details = details;
  }
}
