import type { AttemptContext } from './attempt/attempt-context.ts';
import type { Outcome } from './attempt/outcome.ts';
import { executeConsistency } from './consistency/execute.ts';
import { executeDynamic } from './dynamic/execute.ts';
import { executeExperiment } from './experiment/execute.ts';
import { executeScript } from './script/execute.ts';
import { executeStandard } from './standard/execute.ts';

/** Plays a case by its kind. Throws `Stopped` when the deadline or a cancel ends it. */
export function executeCase(context: AttemptContext): Promise<Outcome> {
  const testCase = context.planned.case;
  switch (testCase.kind) {
    case 'standard':
      return executeStandard(context, testCase);
    case 'dynamic':
      return executeDynamic(context, testCase);
    case 'script':
      return executeScript(context, testCase);
    case 'consistency':
      return executeConsistency(context, testCase);
    case 'experiment':
      return executeExperiment(context, testCase);
    default:
      return testCase satisfies never;
  }
}
