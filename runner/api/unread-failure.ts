import type { SuiteResult } from './suite-result.ts';

/** Test frameworks decide by their own assertions, and their processes may end with 0 in any case. */
const frameworkVariables = ['VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'];

/**
 * Returns the result of a run. If the run did not pass, and the program ends with 0 without having read `passed`, this
 * is printed at the end of the process: the program seems to decide by something else.
 */
export function watchUnreadFailure(result: SuiteResult): SuiteResult {
  const { passed, reason } = result;
  if (passed || frameworkVariables.some((name) => process.env[name] !== undefined)) return result;
  // One listener per failed run; Node.js warns about too many.
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
