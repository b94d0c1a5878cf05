import { setImmediate } from 'node:timers/promises';
import { types } from 'node:util';
import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import { canFail } from './can-fail.ts';
import { plainValue, showValue } from './plain-value.ts';
import { type Finding, localChecks } from './testing-assertions.ts';
import { hostChecks, type Question } from './testing-questions.ts';

/** The finding of a test's check, as sent to the host. */
export type ToldAssertion = {
  type: string;
  status: 'passed' | 'failed' | 'error';
  message?: string;
  expected?: unknown;
  actual?: unknown;
};

/** The listener of a test. `stack` begins where the test made its check. */
export type TestListener = {
  asserted(assertion: ToldAssertion, stack: string): void;
  logged(text: string): void;
  /** Has the host make a check of a case file, and waits for what it found. */
  judge(assertion: Assertion, output: Json): unknown;
};

/** `unchecked`: it has returned without a check, and nothing in it could have failed it. */
export type TestFunctionEnding = { type: 'returned' | 'unchecked' } | { type: 'skipped'; reason: string };

type Test = { name: string; context: unknown; listener: TestListener };

/** Calls a test function with `t` and its context, and waits for what it began. Throws what the function throws. */
export async function runTestFunction(
  call: (t: object, context: unknown) => unknown,
  { name, context, listener }: Test,
): Promise<TestFunctionEnding> {
  const desk = createDesk(listener);
  try {
    const returned = await call(testingObject(name, desk), context);
    await Promise.all(desk.pending);
    // An uncaught error that the test left behind ends the worker now, and not after the test has passed.
    await setImmediate();
    if (types.isNativeError(returned)) throw returned;
  } catch (error) {
    if (!(error instanceof TestStopped)) throw error;
  }
  if (desk.skipped !== undefined) return { type: 'skipped', reason: desk.skipped };
  return { type: desk.told === 0 && !canFail(call) ? 'unchecked' : 'returned' };
}

/** Thrown by `t.fatal` and `t.skip`: the test goes no further. */
class TestStopped extends Error {}

type Caller = (...values: unknown[]) => unknown;

type Desk = {
  failed: boolean;
  /** How many checks were made. */
  told: number;
  skipped: string | undefined;
  pending: Promise<unknown>[];
  listener: TestListener;
  tell(assertion: ToldAssertion, caller: Caller): void;
};

function createDesk(listener: TestListener): Desk {
  const desk: Desk = {
    failed: false,
    told: 0,
    skipped: undefined,
    pending: [],
    listener,
    tell(assertion, caller) {
      if (assertion.status !== 'passed') desk.failed = true;
      desk.told += 1;
      listener.asserted(assertion, stackAbove(caller));
    },
  };
  return desk;
}

function stackAbove(caller: Caller): string {
  const place = { stack: '' };
  Error.captureStackTrace(place, caller);
  return place.stack;
}

/** `t`, in the spelling of scripts and in the one of the documentation. */
function testingObject(name: string, desk: Desk): object {
  const members = {
    log(...values: unknown[]) {
      desk.listener.logged(loggedText(values));
    },
    error(...values: unknown[]) {
      desk.tell({ type: 'error', status: 'failed', message: loggedText(values) || 'test failed' }, members.error);
    },
    fail(...values: unknown[]) {
      desk.tell({ type: 'fail', status: 'failed', message: loggedText(values) || 'test failed' }, members.fail);
    },
    fatal(...values: unknown[]) {
      desk.tell({ type: 'fatal', status: 'failed', message: loggedText(values) || 'fatal error' }, members.fatal);
      throw new TestStopped();
    },
    skip(...values: unknown[]) {
      desk.skipped = loggedText(values) || 'skipped by the test';
      throw new TestStopped();
    },
    assert: assertMethods(desk),
  };
  const capital = Object.entries(members).map(([key, member]) => [key.charAt(0).toUpperCase() + key.slice(1), member]);
  return {
    name,
    Name: name,
    get failed() {
      return desk.failed;
    },
    get Failed() {
      return desk.failed;
    },
    ...members,
    ...Object.fromEntries(capital),
  };
}

function assertMethods(desk: Desk): Record<string, Caller> {
  const methods: Record<string, Caller> = {};
  for (const [type, { parameters, find }] of Object.entries(localChecks)) {
    methods[type] = method({
      type,
      parameters,
      desk,
      judge: (values) => toldOf({ type, values, parameters }, find(values)),
    });
  }
  for (const [type, { parameters, ask }] of Object.entries(hostChecks)) {
    methods[type] = method({
      type,
      parameters,
      desk,
      judge: (values) => judgedByHost({ type, values, parameters }, ask(values), desk),
    });
  }
  for (const type of ['Panic', 'NoPanic'] as const) {
    const check = (...values: unknown[]) => judgePanic({ type, values, desk, caller: check });
    methods[type] = check;
  }
  return methods;
}

type Method = {
  type: string;
  parameters: readonly string[];
  desk: Desk;
  judge(values: readonly unknown[]): ToldAssertion;
};

function method({ type, parameters, desk, judge }: Method): Caller {
  return function check(...values) {
    const lacking = tooFew({ type, parameters, values });
    desk.tell(lacking ?? judge(values), check);
  };
}

type CreatedValue = { type: string; values: readonly unknown[]; parameters: readonly string[] };

function tooFew({ type, parameters, values }: CreatedValue): ToldAssertion | undefined {
  if (values.length >= parameters.length) return undefined;
  const given = values.length === 1 ? '1 argument' : `${values.length} arguments`;
  return broken(type, `t.assert.${type} takes (${parameters.join(', ')}, message?), got ${given}`);
}

function broken(type: string, message: string): ToldAssertion {
  return { type, status: 'error', message };
}

function toldOf({ type, values, parameters }: CreatedValue, finding: Finding): ToldAssertion {
  if ('wrong' in finding) return broken(type, `t.assert.${type}: ${finding.wrong}`);
  const told: ToldAssertion = { type, status: finding.holds ? 'passed' : 'failed' };
  // JSON has no undefined: what is left out beside the other of the two is shown as undefined.
  if (finding.expected !== undefined) told.expected = plainValue(finding.expected);
  if (finding.actual !== undefined) told.actual = plainValue(finding.actual);
  if (!finding.holds)
    told.message = labelled(
      values.slice(parameters.length),
      `expected ${finding.subject ?? showValue(finding.actual)} ${finding.text}`,
    );
  return told;
}

function judgedByHost(
  { type, values, parameters }: CreatedValue,
  question: Question,
  { listener }: Desk,
): ToldAssertion {
  if ('wrong' in question) return broken(type, `t.assert.${type}: ${question.wrong}`);
  const found = listener.judge(question.assertion, question.output);
  if (!isTold(found)) throw new Error(`t.assert.${type} got no verdict`);
  if (found.message === undefined) return { ...found, type };
  return { ...found, type, message: labelled(values.slice(parameters.length), found.message) };
}

function isTold(value: unknown): value is ToldAssertion {
  return typeof value === 'object' && value !== null && 'type' in value && 'status' in value;
}

/** The author's words first, then what was found. */
function labelled(further: readonly unknown[], text: string): string {
  const label = further.find((value) => typeof value === 'string' && value !== '');
  return label === undefined ? text : `${label}: ${text}`;
}

type PanicCheck = { type: 'Panic' | 'NoPanic'; values: readonly unknown[]; desk: Desk; caller: Caller };

/** Asynchronous functions are waited for, also by a test that does not wait itself. */
function judgePanic({ type, values, desk, caller }: PanicCheck): unknown {
  const [call] = values;
  const made = { type, values, parameters: ['function'] };
  const stack = stackAbove(caller);
  const conclude = (thrown: { error: unknown } | undefined) => {
    const told = toldOf(made, panicFinding(type, thrown));
    if (told.status !== 'passed') desk.failed = true;
    desk.told += 1;
    desk.listener.asserted(told, stack);
  };
  if (typeof call !== 'function') {
    desk.tell(tooFew(made) ?? broken(type, `t.assert.${type} takes a function, got ${showValue(call)}`), caller);
    return undefined;
  }
  try {
    const returned: unknown = call();
    if (!types.isPromise(returned)) {
      conclude(undefined);
      return undefined;
    }
    const concluded = returned.then(
      () => conclude(undefined),
      (error: unknown) => conclude({ error }),
    );
    desk.pending.push(concluded);
    return concluded;
  } catch (error) {
    conclude({ error });
    return undefined;
  }
}

function panicFinding(type: 'Panic' | 'NoPanic', thrown: { error: unknown } | undefined): Finding {
  const subject = 'the function';
  if (type === 'Panic') return { subject, holds: thrown !== undefined, text: 'to throw' };
  const message = types.isNativeError(thrown?.error) ? thrown.error.message : showValue(thrown?.error);
  return { subject, holds: thrown === undefined, text: `not to throw, got ${message}` };
}

function loggedText(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : showValue(value))).join(' ');
}
