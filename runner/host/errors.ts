/** Errors that callers are expected to handle. The outermost layer converts each to a message or an HTTP status. */
export const appErrorCodes = [
  'not_found',
  'invalid_request',
  'configuration',
  'database_newer',
  'database_older',
  'database_damaged',
  'database_unusable',
  'run_not_started',
] as const;
export type AppErrorCode = (typeof appErrorCodes)[number];

export class AppError extends Error {
  readonly code: AppErrorCode;
  /** Advice to the user on how to solve the problem, one line each. */
  readonly details: readonly string[];

  constructor(code: AppErrorCode, message: string, details: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
