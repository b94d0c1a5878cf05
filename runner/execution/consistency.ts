import type { ConsistencyCase } from '../contract/index.ts';
import type { AttemptContext } from './attempt-context.ts';
import type { Outcome } from './outcome.ts';

/** Asks the same question several times and measures the answers. */
export async function executeConsistency(_context: AttemptContext, _testCase: ConsistencyCase): Promise<Outcome> {
  return { status: 'error', error: 'consistency tests are not supported by this version' };
}
