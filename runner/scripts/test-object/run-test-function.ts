import { setImmediate } from 'node:timers/promises';
import { types } from 'node:util';
import type { TestEnding } from '../../ports/index.ts';
import { codeCommentPattern } from '../code-comments.ts';
import { findAlwaysTrueLengthCheck, findDoubtfulValues } from './doubtful-checks.ts';
import { findLoopsWithoutChecks } from './empty-loops.ts';
import { type HostCheckRequest, hostChecks } from './host-checks.ts';
import { type LocalCheckFinding, localChecks } from './local-checks.ts';
import { formatValueForMessage, toPlainValue } from './plain-value.ts';
import {
  captureStackAbove,
  createErrorAssertion,
  createTestRecorder,
  type ReportedAssertion,
  type TestListener,
  type TestMethod,
  type TestRecorder,
} from './test-recorder.ts';
import { createWaitForActivity } from './wait-for-activity.ts';

/**
 * True if a test without any check can still fail: by a conditional `t.error`, a `throw`, or the `assert` or `expect`
 * of a library.
 */
function canFailWithoutAssertions(call: (t: object, context: unknown) => unknown): boolean {
  const source = String(call).replaceAll(codeCommentPattern, '');
  return /\.(error|fail|fatal)\b|\bthrow\b|(?<!\.)\b(assert|expect)\d*\b\s*[.(]/i.test(source);
}

type RunningTest = { name: string; context: unknown; listener: TestListener };

/**
 * Calls a test function with `t` and its context, and waits for the work that it started. Throws the error of the
 * function.
 */
export async function runTestFunction(
  call: (t: object, context: unknown) => unknown,
  { name, context, listener }: RunningTest,
): Promise<TestEnding> {
  const recorder = createTestRecorder(name, listener);
  const isIdle = createWaitForActivity();
  try {
    const returned = await call(createTestObject(name, recorder), context);
    await Promise.all(recorder.pending);
    // If unfinished work throws an uncaught error, the worker ends here, before the test is reported as passed.
    await setImmediate();
    if (types.isNativeError(returned)) throw returned;
  } catch (error) {
    if (!(error instanceof TestStoppedError)) throw error;
  }
  recorder.isOver = true;
  const isUnchecked = recorder.told === 0 && !canFailWithoutAssertions(call);
  await isIdle();
  if (recorder.skipped !== undefined) return { type: 'skipped', reason: recorder.skipped };
  if (isUnchecked) return { type: 'unchecked' };
  const source = String(call);
  const doubts = recorder.doubts.concat(
    findLoopsWithoutChecks(source, recorder.types),
    findAlwaysTrueLengthCheck(source),
  );
  return doubts.length === 0 ? { type: 'returned' } : { type: 'returned', doubts };
}

/** The error that `t.fatal` and `t.skip` throw to stop the test. */
class TestStoppedError extends Error {}

/**
 * Creates the test object `t`. Each member exists in two spellings: the one that scripts use and the one in the
 * documentation.
 */
function createTestObject(name: string, recorder: TestRecorder): object {
  const members = {
    log(...values: unknown[]) {
      recorder.listener.logged(formatLoggedValues(values));
    },
    error(...values: unknown[]) {
      recorder.reportAssertion(
        { type: 'error', status: 'failed', message: formatLoggedValues(values) || 'test failed' },
        captureStackAbove(members.error),
      );
    },
    fail(...values: unknown[]) {
      recorder.reportAssertion(
        { type: 'fail', status: 'failed', message: formatLoggedValues(values) || 'test failed' },
        captureStackAbove(members.fail),
      );
    },
    fatal(...values: unknown[]) {
      recorder.reportAssertion(
        { type: 'fatal', status: 'failed', message: formatLoggedValues(values) || 'fatal error' },
        captureStackAbove(members.fatal),
      );
      throw new TestStoppedError();
    },
    skip(...values: unknown[]) {
      recorder.skipped = formatLoggedValues(values) || 'skipped by the test';
      throw new TestStoppedError();
    },
    assert: createAssertMethods(recorder),
  };
  const capital = Object.entries(members).map(([key, member]) => [key.charAt(0).toUpperCase() + key.slice(1), member]);
  return {
    name,
    Name: name,
    get failed() {
      return recorder.failed;
    },
    get Failed() {
      return recorder.failed;
    },
    ...members,
    ...Object.fromEntries(capital),
  };
}

function createAssertMethods(recorder: TestRecorder): Record<string, TestMethod> {
  const methods: Record<string, TestMethod> = {};
  for (const [type, { parameters, find }] of Object.entries(localChecks)) {
    methods[type] = createAssertMethod({
      type,
      parameters,
      recorder,
      judge: (values) => {
        recorder.doubts.push(...findDoubtfulValues(type, values));
        return toAssertion({ type, values, parameters }, find(values));
      },
    });
  }
  for (const [type, { parameters, ask }] of Object.entries(hostChecks)) {
    methods[type] = createAssertMethod({
      type,
      parameters,
      recorder,
      judge: (values) => judgeByHost({ type, values, parameters }, ask(values), recorder),
    });
  }
  for (const type of ['Panic', 'NoPanic'] as const) {
    const runPanicCheck = (...values: unknown[]) => checkPanic({ type, values, recorder, caller: runPanicCheck });
    methods[type] = runPanicCheck;
  }
  return methods;
}

type AssertMethodDefinition = {
  type: string;
  parameters: readonly string[];
  recorder: TestRecorder;
  judge(values: readonly unknown[]): ReportedAssertion;
};

function createAssertMethod({ type, parameters, recorder, judge }: AssertMethodDefinition): TestMethod {
  return function check(...values) {
    const created = { type, parameters, values };
    const lacking = findTooFewArguments(created);
    recorder.reportAssertion(
      lacking ?? findPromiseArgument(created) ?? findMessageAsFirstArgument(created) ?? judge(values),
      captureStackAbove(check),
    );
  };
}

type AssertMethodCall = { type: string; values: readonly unknown[]; parameters: readonly string[] };

function findTooFewArguments({ type, parameters, values }: AssertMethodCall): ReportedAssertion | undefined {
  if (values.length >= parameters.length) return undefined;
  const argumentCount = values.length === 1 ? '1 argument' : `${values.length} arguments`;
  return createErrorAssertion(
    type,
    `t.assert.${type} takes (${parameters.join(', ')}, message?), got ${argumentCount}`,
  );
}

/**
 * Returns a problem if a value is a promise. A promise would pass checks for existence, truth and type, whatever it
 * resolves to, so the test must await it first.
 */
function findPromiseArgument({ type, values, parameters }: AssertMethodCall): ReportedAssertion | undefined {
  const position = values.slice(0, parameters.length).findIndex(isThenable);
  if (position === -1) return undefined;
  return createErrorAssertion(type, `t.assert.${type} got a promise as ${parameters[position]}: await it first`);
}

/**
 * Returns a problem if the message seems to be the first argument, as in other libraries. Otherwise the actual value
 * would be taken for the message and never be checked.
 */
function findMessageAsFirstArgument({ type, values, parameters }: AssertMethodCall): ReportedAssertion | undefined {
  const message = values[parameters.length];
  if (typeof message !== 'boolean') return undefined;
  return createErrorAssertion(
    type,
    `t.assert.${type} takes (${parameters.join(', ')}, message?), got ${message} as the message`,
  );
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function toAssertion({ type, values, parameters }: AssertMethodCall, finding: LocalCheckFinding): ReportedAssertion {
  if ('wrong' in finding) return createErrorAssertion(type, `t.assert.${type}: ${finding.wrong}`);
  const assertion: ReportedAssertion = { type, status: finding.holds ? 'passed' : 'failed' };
  // Leaves out undefined values, because JSON has no `undefined`. If only one of the two values is present, the report
  // shows the other one as undefined.
  if (finding.expected !== undefined) assertion.expected = toPlainValue(finding.expected);
  if (finding.actual !== undefined) assertion.actual = toPlainValue(finding.actual);
  if (!finding.holds)
    assertion.message = prependCustomMessage(
      values.slice(parameters.length),
      `expected ${finding.subject ?? formatValueForMessage(finding.actual)} ${finding.text}`,
    );
  return assertion;
}

function judgeByHost(
  { type, values, parameters }: AssertMethodCall,
  question: HostCheckRequest,
  { listener }: TestRecorder,
): ReportedAssertion {
  if ('wrong' in question) return createErrorAssertion(type, `t.assert.${type}: ${question.wrong}`);
  const verdict = listener.judge(question.assertion, question.output);
  if (!isReportedAssertion(verdict)) throw new Error(`t.assert.${type} got no verdict`);
  if (verdict.message === undefined) return { ...verdict, type };
  return { ...verdict, type, message: prependCustomMessage(values.slice(parameters.length), verdict.message) };
}

function isReportedAssertion(value: unknown): value is ReportedAssertion {
  return typeof value === 'object' && value !== null && 'type' in value && 'status' in value;
}

/** Puts the author's message before the text of the result. */
function prependCustomMessage(further: readonly unknown[], text: string): string {
  const label = further.find((value) => typeof value === 'string' && value !== '');
  return label === undefined ? text : `${label}: ${text}`;
}

type PanicCheckCall = {
  type: 'Panic' | 'NoPanic';
  values: readonly unknown[];
  recorder: TestRecorder;
  caller: TestMethod;
};

/** Checks whether a function throws. Async functions are awaited, even if the test itself does not await the check. */
function checkPanic({ type, values, recorder, caller }: PanicCheckCall): unknown {
  const [call] = values;
  const panicValue = { type, values, parameters: ['function'] };
  const stack = captureStackAbove(caller);
  const reportPanicResult = (thrown: { error: unknown } | undefined) => {
    recorder.reportAssertion(toAssertion(panicValue, describePanicResult({ type, call: String(call), thrown })), stack);
  };
  if (typeof call !== 'function') {
    recorder.reportAssertion(
      findTooFewArguments(panicValue) ??
        createErrorAssertion(type, `t.assert.${type} takes a function, got ${formatValueForMessage(call)}`),
      stack,
    );
    return undefined;
  }
  try {
    const returned: unknown = call();
    if (!types.isPromise(returned)) {
      reportPanicResult(undefined);
      return undefined;
    }
    const concluded = returned.then(
      () => reportPanicResult(undefined),
      (error: unknown) => reportPanicResult({ error }),
    );
    recorder.pending.push(concluded);
    return concluded;
  } catch (error) {
    reportPanicResult({ error });
    return undefined;
  }
}

type PanicResult = { type: 'Panic' | 'NoPanic'; call: string; thrown: { error: unknown } | undefined };

function describePanicResult({ type, call, thrown }: PanicResult): LocalCheckFinding {
  const subject = 'the function';
  const message = types.isNativeError(thrown?.error) ? thrown.error.message : formatValueForMessage(thrown?.error);
  if (type === 'NoPanic') return { subject, holds: thrown === undefined, text: `not to throw, got ${message}` };
  if (isCallOfUnknownImport(call, message))
    return { wrong: 'the function calls something that its import does not export' };
  if (isMisspeltCall(call, thrown?.error))
    return { wrong: `the function threw because of a misspelt name: ${message}` };
  return { subject, holds: thrown !== undefined, text: 'to throw' };
}

/**
 * True for a call of a function that the imported file does not export: bundling has replaced its name by `(void 0)`.
 */
function isCallOfUnknownImport(call: string, message: string): boolean {
  return message === '(void 0) is not a function' && call.includes('(void 0)(');
}

/** True if a name is not defined anywhere, or if the function itself calls a member that does not exist. */
function isMisspeltCall(call: string, error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if (error.name === 'ReferenceError') return /^\S+ is not defined$/.test(error.message);
  const [, callee] = /^(\S+) is not a function$/.exec(error.message) ?? [];
  return error.name === 'TypeError' && callee !== undefined && removeParentheses(call).includes(`${callee}(`);
}

/** Removes the parentheses that remain when type stripping turns `(bank as any).pay()` into `(bank       ).pay()`. */
function removeParentheses(call: string): string {
  return call.replace(/\(\s*(\w+)\s*\)(?=\.)/g, '$1');
}

function formatLoggedValues(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : formatValueForMessage(value))).join(' ');
}
