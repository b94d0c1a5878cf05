import type { ScorerFailure, ScorerModelExchange } from '../../ports/index.ts';
import { readMastraRecord } from './mastra-record.ts';

/**
 * Parses an error of a Mastra scorer (version 1.0 or later): the failed step, and the inputs and outputs of the steps
 * before it.
 */
export function readMastraFailure(error: unknown): (ScorerFailure & ScorerModelExchange) | undefined {
  if (!(error instanceof Error) || !('failedStep' in error) || typeof error.failedStep !== 'string') return undefined;
  const cause = error.message.replace(/^Scorer Run Failed: /, '');
  const stack = error.cause instanceof Error ? error.cause.stack : error.stack;
  const record = 'result' in error ? readMastraRecord(error.result) : {};
  return { failure: `step ${error.failedStep}: ${cause}`, stack, ...record };
}
