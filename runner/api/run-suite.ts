import { parseSuiteOptions } from './read-suite-options.ts';
import { startRun } from './start-run.ts';
import type { SuiteOptions } from './suite-options.ts';
import type { SuiteRun } from './suite-result.ts';
import { warnAtExitIfFailureUnread } from './warn-if-failure-unread.ts';

/**
 * Runs case files, as `turntree test` does: finds the workspace and the agent, executes the cases, and records the run
 * in the history. Resolves to the result also when cases fail. Rejects with a `TurntreeError` if the run cannot start,
 * and with the reason of `signal` if it is aborted before that.
 *
 * @param inputs Case files, folders or globs of them, relative to `cwd`.
 *
 * @example
 * ```ts
 * const run = runSuite('tests/refunds.jsonl', { agent: 'shop', parallel: 4 });
 * for await (const event of run) if (event.type === 'case.finished') console.log(event.caseId, event.result.status);
 * const { passed, reason } = await run;
 * ```
 */
export function runSuite(inputs: string | readonly string[], options: SuiteOptions = {}): SuiteRun {
  const run = startRun(() => parseSuiteOptions(inputs, options, 'runSuite'));
  const result = run.then(warnAtExitIfFailureUnread);
  const iterate = () => {
    // Prevents an unhandled rejection of the result: the iterator throws the same error, so a program need not await
    // both.
    result.catch(() => undefined);
    return run[Symbol.asyncIterator]();
  };
  return Object.assign(result, { [Symbol.asyncIterator]: iterate });
}
