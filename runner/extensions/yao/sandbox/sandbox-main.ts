import vm from 'node:vm';
import { runTestFunction } from '../../../scripts/test-object/run-test-function.ts';
import type { TestListener } from '../../../scripts/test-object/test-recorder.ts';
import { type HostConnection, serveHost } from '../../../scripts/worker/serve-host.ts';
import { askHostAndWait } from '../../../scripts/worker/sync-questions.ts';
import { requireTextWithinLimit } from '../../../scripts/worker/text-limit.ts';
import { reportProcessEnd, toUserFailure } from '../../../scripts/worker/user-failure.ts';
import { FUNCTIONS_EXPORT, type UserFailure } from '../../../scripts/worker/worker-protocol.ts';
import { toErrorMessage } from '../../../values/index.ts';
import { createContext } from './sandbox-context.ts';
import { createSandboxGlobals, type ScriptBridge } from './sandbox-globals.ts';
import { BUNDLE_NAME, type SandboxCall, type SandboxCallResult, type SandboxMessage } from './sandbox-protocol.ts';
import type { SandboxQuestion } from './sandbox-question.ts';

type UserFunction = (...values: unknown[]) => unknown;
type HostFunctions = {
  ask(question: SandboxQuestion): unknown;
  log(source: string, text: string): void;
  asserted: TestListener['asserted'];
};
/**
 * Built-in functions of the script's own context, so that values created with them pass `instanceof` checks in the
 * script.
 */
type NativeFunctions = { parse(text: string): unknown; fail(message: string): Error; Exception: unknown };

type ScriptRealm = { natives: NativeFunctions; bridge: ScriptBridge };

const nativesScript = new vm.Script(`(() => {
  class Exception extends Error {
    constructor(message, code = 500) {
      super(message);
      this.name = 'Exception|' + code;
      this.code = code;
    }
  }
  return { parse: JSON.parse, fail: (message) => new Error(message), Exception };
})()`);

serveHost<object, SandboxCall, SandboxMessage>(serveSandboxCalls);

/** Runs the calls that the host sends, one at a time, each in a fresh context. */
function serveSandboxCalls(
  _start: object,
  { postImmediately: post }: HostConnection<SandboxMessage>,
): (call: SandboxCall) => void {
  const scripts = new Map<string, vm.Script>();
  reportProcessEnd((death) => post({ type: 'ending', death }));
  const host: HostFunctions = {
    ask: (question) => askHostAndWait(() => post({ type: 'asked', question: JSON.stringify(question) }), host.ask),
    log: (source, text) => post({ type: 'logged', source, text }),
    asserted: (assertion, stack) => post({ type: 'asserted', assertion: JSON.stringify(assertion), stack }),
  };
  return (call) => {
    void performSandboxCall(call, { host, scripts }).then((ending) => post({ type: 'ended', ending }));
  };
}

async function performSandboxCall(
  call: SandboxCall,
  { host, scripts }: { host: HostFunctions; scripts: Map<string, vm.Script> },
): Promise<SandboxCallResult> {
  try {
    const { context, natives, bridge } = createRealm(host);
    compileScript(call, scripts).runInContext(context);
    const functions = findBundledFunctions(context);
    const callable = Object.hasOwn(functions, call.functionName) ? functions[call.functionName] : undefined;
    if (!isFunction(callable)) {
      return { type: 'absent', found: Object.keys(functions).filter((name) => isFunction(functions[name])) };
    }
    const ending = await waitForCall(callable, createArgumentsForCall(call, { natives, bridge }), { call, host });
    if (ending.type === 'returned')
      requireTextWithinLimit(ending.value, { did: 'returned', maxAnswer: call.maxAnswer });
    return ending;
  } catch (error) {
    return { type: 'threw', failure: toSandboxFailure(error) };
  }
}

async function waitForCall(
  callable: UserFunction,
  values: unknown[],
  { call, host }: { call: SandboxCall; host: HostFunctions },
): Promise<SandboxCallResult> {
  switch (call.callMode) {
    case 'as Yao':
      return awaitPromiseResult(callable(...values));
    case 'waiting':
      return { type: 'returned', value: JSON.stringify(await callable(...values)), promised: false };
    case 'test': {
      const value = await runTestFunction(callable, {
        name: call.functionName,
        context: values[0],
        listener: createTestListener(host),
      });
      return { type: 'returned', value: JSON.stringify(value), promised: false };
    }
    default:
      return call.callMode satisfies never;
  }
}

function createTestListener(host: HostFunctions): TestListener {
  return {
    logged: (text) => host.log('test', text),
    asserted: host.asserted,
    judge: (assertion, output) => host.ask({ type: 'judge', assertion, output }),
  };
}

/**
 * If the value is a promise, waits only as long as it can settle without external events, to find out if it is
 * rejected. The value of the promise is discarded.
 */
async function awaitPromiseResult(value: unknown): Promise<SandboxCallResult> {
  if (Object.prototype.toString.call(value) !== '[object Promise]') {
    return { type: 'returned', value: JSON.stringify(value), promised: false };
  }
  const failure = await Promise.race([
    Promise.resolve(value).then(
      () => undefined,
      (thrown: unknown) => toSandboxFailure(thrown),
    ),
    new Promise<undefined>((resolve) => setImmediate(resolve, undefined)),
  ]);
  return { type: 'returned', value: '{}', promised: true, rejected: failure };
}

function createRealm(host: HostFunctions): ScriptRealm & { context: vm.Context } {
  const context = vm.createContext({});
  const natives: NativeFunctions = nativesScript.runInContext(context);
  const bridge: ScriptBridge = {
    ask: (question, caller) => askHost({ question, caller, host, natives }),
    log: host.log,
    fail: (message, caller) => createErrorAtCaller(natives, message, caller),
  };
  Object.assign(context, createSandboxGlobals(bridge), { Exception: natives.Exception });
  return { context, natives, bridge };
}

function compileScript({ marker, code }: SandboxCall, scripts: Map<string, vm.Script>): vm.Script {
  const script = scripts.get(marker) ?? new vm.Script(code, { filename: marker });
  scripts.set(marker, script);
  return script;
}

function createArgumentsForCall(call: SandboxCall, { natives, bridge }: ScriptRealm): unknown[] {
  const values = toListOrEmpty(natives.parse(call.values));
  if (call.context === undefined) return values;
  const { fields, position } = call.context;
  const context = createContext(toRecordOrEmpty(natives.parse(fields)), bridge);
  return position === 'first' ? [context, ...values] : [...values, context];
}

type AskHostOptions = { question: SandboxQuestion; caller: unknown; host: HostFunctions; natives: NativeFunctions };

function askHost({ question, caller, host, natives }: AskHostOptions): unknown {
  try {
    const answer = host.ask(question);
    return natives.parse(JSON.stringify(answer));
  } catch (error) {
    throw createErrorAtCaller(natives, toErrorMessage(error), caller);
  }
}

function createErrorAtCaller(natives: NativeFunctions, message: string, caller: unknown): Error {
  const error = natives.fail(message);
  if (isFunction(caller)) Error.captureStackTrace(error, caller);
  return error;
}

/**
 * Converts a thrown value. An error from the script's context is not `instanceof Error` in the host's context, so its
 * fields are read.
 */
function toSandboxFailure(thrown: unknown): UserFailure {
  if (thrown instanceof Error || !isRecord(thrown) || typeof thrown.stack !== 'string') return toUserFailure(thrown);
  const message = typeof thrown.message === 'string' && thrown.message !== '' ? thrown.message : String(thrown.name);
  return { message, stack: thrown.stack };
}

function findBundledFunctions(context: vm.Context): Record<string, unknown> {
  return toRecordOrEmpty(toRecordOrEmpty(context[BUNDLE_NAME])[FUNCTIONS_EXPORT]);
}

function toRecordOrEmpty(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function toListOrEmpty(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is UserFunction {
  return typeof value === 'function';
}
