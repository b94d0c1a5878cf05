import { afterEach, expect, it, vi } from 'vitest';
import type { SuiteResult } from './suite-result.ts';
import { warnAtExitIfFailureUnread } from './warn-if-failure-unread.ts';

const failed = { passed: false, reason: '1 failed', cases: [] } as unknown as SuiteResult;

/** Returns what is printed if the process ends with `code` after `use` has seen the result. */
function printedAtExit(result: SuiteResult, { code = 0, use }: { code?: number; use?: (result: SuiteResult) => void }) {
  for (const name of ['VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT']) vi.stubEnv(name, undefined);
  const others = process.listeners('exit');
  use?.(warnAtExitIfFailureUnread(result));
  const listeners = process.listeners('exit').filter((listener) => !others.includes(listener));
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const listener of listeners) {
    process.off('exit', listener);
    listener.call(process, code);
  }
  return write.mock.calls.map(([text]) => text);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('says that a program ends with 0 although its run did not pass', () => {
  expect(printedAtExit(failed, { use: ({ cases }) => cases.filter(({ status }) => status === 'failed') })).toEqual([
    'turntree: warning: the run did not pass (1 failed), but the program ends with 0 and never read "passed" of the result\n',
  ]);
});

it.each([
  ['it ends with another code', failed, { code: 1, use: () => undefined }],
  ['it has read "passed"', failed, { use: ({ passed }: SuiteResult) => expect(passed).toBe(false) }],
  ['the run passed', { ...failed, passed: true }, { use: () => undefined }],
])('says nothing if %s', (_, result, end) => {
  expect(printedAtExit(result, end)).toEqual([]);
});

it('says nothing in a test framework', () => {
  const others = process.listenerCount('exit');
  expect(warnAtExitIfFailureUnread(failed)).toBe(failed);
  expect(process.listenerCount('exit')).toBe(others);
});
