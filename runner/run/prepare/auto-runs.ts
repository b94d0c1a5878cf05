import type { RunOptions, WorkspaceConfig } from '../../contract/index.ts';
import { computeMaxAttempts } from '../../verdict/index.ts';
import type { TestOptions } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';

const defaultAutoRunRates = { good: 0.95, bad: 0.7, risk: 0.05 };

/**
 * Returns the number of attempts per case, or the workspace's settings for repeating each case until its result is
 * certain. Throws for kinds of cases that cannot be repeated like this.
 */
export function chooseAttemptOptions(
  options: TestOptions,
  { auto_runs: rates = defaultAutoRunRates }: WorkspaceConfig,
): Pick<RunOptions, 'attempts' | 'autoRuns'> {
  const { runs } = options;
  if (typeof runs === 'number') return { attempts: runs };
  const gate = findSingleCaseGate(options);
  if (gate !== undefined) {
    throw new UsageError(`${gate} and --runs auto exclude each other: a case that is good may fail now and then`, [
      'Give --runs a number, or leave the gate out: bad and undecided cases fail the run.',
    ]);
  }
  const maxAttempts = computeMaxAttempts(rates);
  if (maxAttempts === undefined) {
    const { good, bad, risk } = rates;
    throw new UsageError(
      `--runs auto: "auto_runs" of the config cannot distinguish a case of ${good} from a case of ${bad} at a risk of ${risk} in a thousand attempts`,
      ['Move "good" and "bad" apart, or allow more "risk".'],
    );
  }
  const max = Math.min(maxAttempts, runs.auto ?? maxAttempts);
  return { attempts: max, autoRuns: { ...rates, max } };
}

function findSingleCaseGate({
  failOnFlaky,
  minCasePassRate,
  minAccuracy,
  thresholdMode,
}: TestOptions): string | undefined {
  if (failOnFlaky === true) return '--fail-on-flaky';
  if (minCasePassRate !== undefined) return '--min-case-pass-rate';
  return minAccuracy !== undefined && thresholdMode === 'all' ? '--threshold-mode all' : undefined;
}
