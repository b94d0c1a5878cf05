import type { ScorerFailure, ScorerModelExchange } from '../../ports/index.ts';
import { readMastraRecord } from './mastra-record.ts';

/**
 * Parses an error of a scorer of Mastra 1.0 or later: the step that failed, and the inputs and outputs of earlier
 * steps.
 */
export function readMastraFailure(error: unknown): (ScorerFailure & ScorerModelExchange) | undefined {
  if (!(error instanceof Error) || !('failedStep' in error) || typeof error.failedStep !== 'string') return undefined;
  const cause = error.message.replace(/^Scorer Run Failed: /, '');
  const stack = error.cause instanceof Error ? error.cause.stack : error.stack;
  const record = 'result' in error ? readMastraRecord(error.result) : {};
  return { failure: `step ${error.failedStep}: ${cause}`, stack, ...record };
}
