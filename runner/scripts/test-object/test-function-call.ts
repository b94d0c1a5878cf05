import { assertionResultSchema } from '../../contract/index.ts';
import type { TestCall, TestEnding } from '../../ports/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import type { UserCall } from '../user-call.ts';
import { findFirstUserFrame } from '../user-error.ts';

/** Reports the checks of a test, each with the line of the user's file that made it. */
export type TestReport = Required<Pick<UserCall, 'log' | 'asserted'>> &
  Pick<TestCall, 'judge'> & {
    /** The fields that the results of `Process()` had, by the name of the process. */
    fieldsByProcess: Map<string, readonly string[]>;
  };

export function createTestReport(call: TestCall, root: string): TestReport {
  return {
    log: call.onLog,
    judge: call.judge,
    fieldsByProcess: new Map(),
    asserted(assertion, stack) {
      const result = assertionResultSchema.parse(JSON.parse(assertion));
      const location = findFirstUserFrame(stack, root);
      call.onAssertion(location === undefined ? result : { ...result, place: location });
    },
  };
}

export function parseTestEnd(value: Json, findFurtherDoubts: () => readonly string[]): TestEnding {
  const { type, reason, doubts } = isJsonObject(value) ? value : {};
  if (type === 'skipped') return { type, reason: String(reason) };
  if (type === 'unchecked') return { type };
  const allDoubts = [...(Array.isArray(doubts) ? doubts.map(String) : []), ...findFurtherDoubts()];
  return allDoubts.length === 0 ? { type: 'returned' } : { type: 'returned', doubts: allDoubts };
}
