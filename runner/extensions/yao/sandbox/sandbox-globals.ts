import { format } from 'node:util';
import type { Json } from '../../../values/index.ts';
import { formatLikeGo } from './go-format.ts';
import type { SandboxQuestion } from './sandbox-question.ts';

/** Connects a script to the host process. */
export type ScriptBridge = {
  /**
   * Sends a question to the host and blocks until the answer arrives. An error is thrown with a stack trace that begins
   * at the line of the script that called `caller`.
   */
  ask(question: SandboxQuestion, caller: unknown): unknown;
  log(source: string, text: string): void;
  /** Creates an error in the script's own context, so that it is `instanceof Error` there. */
  fail(message: string, caller: unknown): Error;
};

export type ScriptMethod = (...values: unknown[]) => unknown;

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug', 'trace'];
const logMethods = ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal', 'Panic'];
const httpMethods = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Send'];
export const memoryMethods = [
  ...['Get', 'Set', 'Del', 'Has', 'Keys', 'Len', 'Clear', 'Incr', 'Decr', 'GetDel', 'Push', 'Pop', 'Pull', 'PullAll'],
  ...['AddToSet', 'ArrayLen', 'ArrayGet', 'ArraySet', 'ArraySlice', 'ArrayPage', 'ArrayAll'],
];
/** Names that Yao defines for scripts, but that cannot be supported outside of Yao. */
const unavailableGlobals = [
  ...['Job', 'Plan', 'WebSocket', 'Eval', 'Use', 'MCP', 'All', 'Any', 'Race'],
  ...['Trace', 'YaoJob', 'sandbox', 'workspace'],
];

/**
 * Creates the globals of a sandbox, in addition to those of JavaScript itself. As in Yao, none of them comes from Node.
 */
export function createSandboxGlobals(bridge: ScriptBridge): Record<string, unknown> {
  const Process: ScriptMethod = (name, ...values) =>
    bridge.ask({ type: 'process', name: String(name), values: toPlainValues(values) }, Process);
  return {
    Process,
    console: createMethods(
      consoleMethods,
      (name) =>
        (...values) =>
          bridge.log(`console.${name}`, format(...values)),
    ),
    log: createMethods(
      logMethods,
      (name) =>
        (text, ...values) =>
          bridge.log(`log.${name}`, formatLikeGo(text, values)),
    ),
    http: createMethods(httpMethods, (name) => {
      const callHttpMethod: ScriptMethod = (...values) =>
        bridge.ask({ type: 'http', method: name, values: toPlainValues(values) }, callHttpMethod);
      return callHttpMethod;
    }),
    time: { Sleep: sleep },
    Authorized: createBridgedFunction(bridge, 'authorized', []),
    FS: createBridgedClass(bridge, 'fs'),
    Store: createBridgedClass(bridge, 'store'),
    Query: createBridgedClass(bridge, 'query'),
    atob: (text: unknown) => atob(String(text)),
    btoa: (text: unknown) => btoa(String(text)),
    $L: createTranslateFunction(bridge),
    ...createMethods(unavailableGlobals, (name) => createRefusedFunction(name, bridge)),
  };
}

/**
 * Implements `$L("::Bread")`, which returns the translation of `Bread` in the language of the run. Values that are not
 * strings are returned unchanged.
 */
function createTranslateFunction(bridge: ScriptBridge): ScriptMethod {
  const $L: ScriptMethod = (text) => {
    if (typeof text !== 'string') return text;
    return bridge.ask({ type: 'context', method: 'words', values: [text.replace(/^::/, '')] }, $L);
  };
  return $L;
}

/**
 * Creates a function that asks the host. The question contains `leadingValues`, followed by the arguments from the
 * script.
 */
function createBridgedFunction(bridge: ScriptBridge, method: string, leadingValues: readonly Json[]): ScriptMethod {
  const callBridgedMethod: ScriptMethod = (...values) =>
    bridge.ask({ type: 'context', method, values: [...leadingValues, ...toPlainValues(values)] }, callBridgedMethod);
  return callBridgedMethod;
}

/**
 * Creates the class for `new Store("cache")` (whose values last for one attempt), `new FS("data")` or `new
 * Query("default")`. Its objects have a function for every method name, and the host reports unknown names. If an
 * unknown method were `undefined`, the hook that calls it would be treated as missing.
 */
function createBridgedClass(bridge: ScriptBridge, area: 'fs' | 'store' | 'query'): ScriptMethod {
  return function Keeper(constructorArgument) {
    const leadingValues = toPlainValues([String(constructorArgument)]);
    const methods = new Map<string, ScriptMethod>();
    return new Proxy(
      {},
      {
        get(_target, method) {
          if (typeof method !== 'string' || !/^[A-Z]/.test(method)) return undefined;
          const ask = methods.get(method) ?? createBridgedFunction(bridge, `${area}.${method}`, leadingValues);
          methods.set(method, ask);
          return ask;
        },
      },
    );
  };
}

function createRefusedFunction(name: string, bridge: ScriptBridge): ScriptMethod {
  function throwNeedsYaoEngine(): never {
    throw bridge.fail(
      `${name} needs the Yao engine; here, call Process() with a handler of your own in runner.config.ts`,
      throwNeedsYaoEngine,
    );
  }
  return new Proxy(throwNeedsYaoEngine, {
    get: throwNeedsYaoEngine,
    apply: throwNeedsYaoEngine,
    construct: throwNeedsYaoEngine,
  });
}

function sleep(ms: unknown): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
}

/** Removes values that JSON cannot represent, as Yao does. */
export function toPlainValues(values: readonly unknown[]): Json[] {
  return JSON.parse(JSON.stringify(values));
}

export function createMethods(
  names: readonly string[],
  method: (name: string) => ScriptMethod,
): Record<string, ScriptMethod> {
  return Object.fromEntries(names.map((name) => [name, method(name)]));
}
