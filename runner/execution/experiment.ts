import type { ExperimentCase } from '../contract/index.ts';
import type { AttemptContext } from './attempt-context.ts';
import type { Outcome } from './outcome.ts';

/** Scores the output of one row. */
export async function executeExperiment(_context: AttemptContext, _testCase: ExperimentCase): Promise<Outcome> {
  return { status: 'error', error: 'experiments are not supported by this version' };
}
