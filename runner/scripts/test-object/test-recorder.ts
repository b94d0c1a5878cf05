import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';

/** Result of a check in a test, as sent to the host. */
export type ReportedAssertion = {
  type: string;
  status: 'passed' | 'failed' | 'error';
  message?: string;
  expected?: unknown;
  actual?: unknown;
};

/** Receives the checks and output of a test. `stack` begins at the line that made the check. */
export type TestListener = {
  asserted(assertion: ReportedAssertion, stack: string): void;
  logged(text: string): void;
  /** Lets the host evaluate an assertion, and blocks until the result arrives. */
  judge(assertion: Assertion, output: Json): unknown;
};

export type TestMethod = (...values: unknown[]) => unknown;

export type TestRecorder = {
  /** True after the end of the test; checks that are made later are errors. */
  isOver: boolean;
  failed: boolean;
  /** The number of checks that were made. */
  told: number;
  /** The types of the checks that were made. */
  types: Set<string>;
  /** The reasons why checks that passed may prove nothing. */
  doubts: string[];
  skipped: string | undefined;
  pending: Promise<unknown>[];
  listener: TestListener;
  reportAssertion(assertion: ReportedAssertion, stack: string): void;
};

/**
 * Collects the checks of the test `name`. A check after the end of the test is an error, because the test did not wait
 * for it.
 */
export function createTestRecorder(name: string, listener: TestListener): TestRecorder {
  const recorder: TestRecorder = {
    isOver: false,
    failed: false,
    told: 0,
    types: new Set(),
    doubts: [],
    skipped: undefined,
    pending: [],
    listener,
    reportAssertion(assertion, stack) {
      if (assertion.status !== 'passed') recorder.failed = true;
      recorder.told += 1;
      recorder.types.add(assertion.type);
      const late = `made after the test "${name}" had ended: await the code that makes the check`;
      listener.asserted(recorder.isOver ? createErrorAssertion(assertion.type, late) : assertion, stack);
    },
  };
  return recorder;
}

/** Returns the stack trace of the code that called `caller`. */
export function captureStackAbove(caller: TestMethod): string {
  const place = { stack: '' };
  Error.captureStackTrace(place, caller);
  return place.stack;
}

/** Returns the result of a check that could not be evaluated. */
export function createErrorAssertion(type: string, message: string): ReportedAssertion {
  return { type, status: 'error', message };
}
