import type { SuiteResult } from './suite-result.ts';

/** Variables of test frameworks. These decide by their own assertions and may exit with 0, so no warning is printed. */
const testFrameworkVariables = ['VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'];

/**
 * Returns the result of a run. If the run did not pass, but the program never reads `passed` and exits with 0, prints a
 * warning at the end: the program probably ignores the failure by mistake.
 */
export function warnAtExitIfFailureUnread(result: SuiteResult): SuiteResult {
  const { passed, reason } = result;
  if (passed || testFrameworkVariables.some((name) => process.env[name] !== undefined)) return result;
  // Adds no more listeners than Node.js allows without a warning; there is one for each failed run.
  if (process.listenerCount('exit') >= process.getMaxListeners()) return result;
  const onExit = (code: number): void => {
    if (code !== 0) return;
    process.stderr.write(
      `turntree: warning: the run did not pass (${reason}), but the program ends with 0 and never read "passed" of the result\n`,
    );
  };
  process.once('exit', onExit);
  return Object.defineProperty({ ...result }, 'passed', {
    enumerable: true,
    configurable: true,
    get: () => {
      process.off('exit', onExit);
      return passed;
    },
  });
}
