import type { ScorerFailure, ScorerRecord } from '../../ports/index.ts';
import { readMastraRecord } from './mastra-record.ts';

/** An error of a scorer of Mastra, since 1.0: the step that failed, and what the steps before it were asked and found. */
export function readMastraFailure(error: unknown): (ScorerFailure & ScorerRecord) | undefined {
  if (!(error instanceof Error) || !('failedStep' in error) || typeof error.failedStep !== 'string') return undefined;
  const cause = error.message.replace(/^Scorer Run Failed: /, '');
  const stack = error.cause instanceof Error ? error.cause.stack : error.stack;
  const record = 'result' in error ? readMastraRecord(error.result) : {};
  return { failure: `step ${error.failedStep}: ${cause}`, stack, ...record };
}
